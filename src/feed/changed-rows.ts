// Reads rows that a transaction changed in two ways: as readers see them now, and with a shared lock, once other sessions have released
// them.
import { sql, type RawBuilder } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { PhysicalRow } from './binlog-rows.ts'
import { keyOf, nameOf, tellingOf, type Sentinel } from './sentinel.ts'

/** Rows of one table, and the values of columns that find them. */
export interface Rows {
  readonly table: string
  readonly where: readonly (readonly [column: string, value: string | number])[]
}

/** The longest time of one read, and of waiting for the lock of a row. */
const limitMs = 250

export function rowsOf({ shape, key }: Sentinel): Rows {
  return { table: shape.table, where: shape.key.map((column, nth) => [column, key[nth] ?? ''] as const) }
}

/** Reads the rows as readers see them now, keyed by `nameOf`. Each statement is a transaction of its own. */
export async function look(
  { kysely }: Pick<Engine, 'kysely'>,
  sentinels: readonly Sentinel[],
): Promise<ReadonlyMap<string, PhysicalRow>> {
  const byShape = [...Map.groupBy(sentinels, ({ shape }) => shape)]
  const found = byShape.map(async ([shape, these]) => {
    const columns = new Set([...shape.key, ...these.flatMap((each) => tellingOf(each) ?? [])])
    const query = sql<PhysicalRow>`
      select ${sql.join([...columns].map((column) => sql.id(column)))} from ${sql.id(shape.table)}
      where ${sql.join(
        these.map((each) => all(rowsOf(each).where)),
        sql` or `,
      )}`
    const { rows } = await kysely.executeQuery(query.compile(kysely), limited(AbortSignal.timeout(limitMs)))
    return rows.map((row) => [nameOf({ shape, key: keyOf(shape, row) ?? [] }), row] as const)
  })
  return new Map((await Promise.all(found)).flat())
}

/** Settles with whether other sessions release the rows soon. */
export async function isFree(
  { kysely, meaningOf }: Pick<Engine, 'kysely' | 'meaningOf'>,
  { table, where }: Rows,
  changedAgain: AbortSignal,
): Promise<boolean> {
  // The condition may find several rows, any of which may be the changed one
  const read = sql`select 1 from ${sql.id(table)} where ${all(where)} lock in share mode`.compile(kysely)
  try {
    await kysely.executeQuery(read, limited(AbortSignal.any([changedAgain, AbortSignal.timeout(limitMs)])))
    return true
  } catch (error) {
    // There are no locks to wait for once the table is dropped
    return changedAgain.aborted || meaningOf(error) === 'changed'
  }
}

function all(where: Rows['where']): RawBuilder<unknown> {
  return sql.join(
    where.map(([column, value]) => sql`${sql.id(column)} = ${value}`),
    sql` and `,
  )
}

function limited(signal: AbortSignal) {
  return { signal, inflightQueryAbortStrategy: 'cancel query' } as const
}
