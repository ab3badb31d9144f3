// An event of a transaction can be here before its commit can be read: reading a row of it under a shared lock waits until
// it can.
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'

/** A row by a column, in physical names. */
export interface Barrier {
  readonly table: string
  readonly column: string
  readonly value: string
}

/** How long a row may be locked, ms. */
const barrierLimitMs = 250

/** The column by which a row of a table is waited for. */
export function keyColumns(layout: Layout): ReadonlyMap<string, string> {
  return new Map(
    [...layout.values()].flatMap(({ table, columns }) => {
      const found = ['id', 'post_id', 'name']
        .map((name) => columns.get(name))
        .find((name) => name !== undefined)
      return typeof found === 'string' ? [[table, found] as const] : []
    }),
  )
}

/** Waits until each of the commits can be read, for each row once; false where others hold the row for longer. */
export async function areReadable(
  engine: Pick<Engine, 'kysely'>,
  barriers: readonly (Barrier | null)[],
): Promise<readonly boolean[]> {
  const rows = new Map<string, Promise<boolean>>()
  return await Promise.all(
    barriers.map(async (barrier) => {
      if (barrier === null) return true
      const row = JSON.stringify(barrier)
      const known = rows.get(row) ?? isReadable(engine, barrier)
      rows.set(row, known)
      return await known
    }),
  )
}

async function isReadable({ kysely }: Pick<Engine, 'kysely'>, barrier: Barrier): Promise<boolean> {
  const { table, column, value } = barrier
  // All of them where a row is one of several: any may be the one that was changed
  const query = sql`select 1 from ${sql.id(table)} where ${sql.id(column)} = ${value} lock in share mode`
  try {
    await kysely.executeQuery(query.compile(kysely), {
      signal: AbortSignal.timeout(barrierLimitMs),
      inflightQueryAbortStrategy: 'cancel query',
    })
    return true
  } catch {
    return false
  }
}
