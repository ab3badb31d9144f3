// Two ways to read rows that a transaction changed: as readers see them now, and after others have released them.
import { sql, type RawBuilder } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { PhysicalRow } from './binlog-rows.ts'
import { keyOf, nameOf, tellingOf, type Sentinel } from './sentinel.ts'

/** Rows of one table, and the column that finds them. */
export interface Rows {
  readonly table: string
  readonly where: readonly (readonly [column: string, value: string | number])[]
}

/** How long a look may take, or a row be locked, ms. */
const limitMs = 250

export function rowsOf({ shape, key }: Sentinel): Rows {
  return { table: shape.table, where: shape.key.map((column, nth) => [column, key[nth] ?? ''] as const) }
}

/** The rows by their names, as readers see them now. Each statement is a transaction of its own. */
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

/** True where others release the rows soon. */
export async function isFree(
  { kysely, meaningOf }: Pick<Engine, 'kysely' | 'meaningOf'>,
  { table, where }: Rows,
  changedAgain: AbortSignal,
): Promise<boolean> {
  // Where one of several rows was changed, any of them may be the one
  const read = sql`select 1 from ${sql.id(table)} where ${all(where)} lock in share mode`.compile(kysely)
  try {
    await kysely.executeQuery(read, limited(AbortSignal.any([changedAgain, AbortSignal.timeout(limitMs)])))
    return true
  } catch (error) {
    // Rows of a dropped table are waited for no longer
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
