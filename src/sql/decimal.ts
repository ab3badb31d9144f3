// Exact decimals in SQL, the same on every dialect: helpers for computed columns.
import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Dialect } from '../database/engine.ts'

/** A text or number rounded to `places` decimals, half away from zero, as a decimal text. */
export function roundedDecimal(
  value: Expression<unknown>,
  places: number,
  { decimals }: Dialect,
): RawBuilder<string> {
  const scale = sql.lit(places)
  return decimals === 'exact'
    ? sql<string>`round(cast(${value} as decimal(65, 30)), ${scale})`
    : sql<string>`round_decimal(cast(${value} as text), ${scale})`
}
