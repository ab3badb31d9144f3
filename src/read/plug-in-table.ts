// Reads tables of plug-ins, which are no sources of plans. Change feeds follow the tables of packs; an answer made of
// others is not kept.
import { sql } from 'kysely'
import { isFailure, type Failure } from '../core/failure.ts'
import { plugInTag, type PlugInTag } from '../core/tag.ts'
import type { Engine, Server } from '../database/engine.ts'
import type { PlugInColumns } from '../database/layout.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import { tableOf, type Row } from '../database/tables.ts'
import type { Run } from './run.ts'

export interface PlugInRead {
  /** Empty where the database has no such table. */
  readonly rows: readonly Row[]
  /** The tag of changes that make the rows stale; null unless change feeds follow the table and all columns used. */
  readonly tag: PlugInTag | null
}

/** `isOfSite`: the rows are read once for all requests, and the table may lack the index for them. */
export type ReadPlugInRows = (wanted: PlugInRows, isOfSite?: boolean) => Promise<PlugInRead | Failure>

const limitMax = 10_000

export function createReadPlugInRows(
  { kysely }: Pick<Engine, 'kysely'>,
  { tables, indexes }: Pick<Server, 'tables' | 'indexes'>,
  { prefix, columnsOf }: { readonly prefix: string; readonly columnsOf: PlugInColumns },
  run: Pick<Run, 'statement'>,
): ReadPlugInRows {
  return async ({ table, columns, where = {}, order, limit }, isOfSite = false) => {
    const name = prefix + table
    const there = tables.get(name)
    const followed = columnsOf.get(table) ?? []
    const used = [...columns, ...Object.keys(where), order.column]
    const tag = used.every((column) => followed.includes(column)) ? plugInTag(table) : null
    if (tableOf(table) !== undefined) throw new Error(`${table} is a table that resources are read from`)
    if (!there || Object.values(where).some((values) => values.length === 0)) return { rows: [], tag }
    // SQLite lists no index for an integer primary key
    const first = new Set(['id', ...(indexes.get(name) ?? []).map((index) => index.columns[0])])
    const sought = [...Object.keys(where), order.column]
    if (!isOfSite && !sought.some((column) => first.has(column.toLowerCase())))
      throw new Error(`no index of ${table} begins with ${sought.join(' or ')}`)
    const selected = sql.join(
      columns.map((column) =>
        there.has(column.toLowerCase()) ? sql.ref(column) : sql`null as ${sql.id(column)}`,
      ),
    )
    const conditions = Object.entries(where).map(
      ([column, values]) => sql<boolean>`${sql.ref(column)} in (${sql.join([...values])})`,
    )
    const condition = conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `)
    const direction = sql.raw(order.descending ? 'desc' : 'asc')
    const query = sql<Row>`select ${selected} from ${sql.table(name)} where ${condition}
      order by ${sql.ref(order.column)} ${direction} limit ${sql.lit(Math.min(limit, limitMax))}`
    const rows = await run.statement(query.compile(kysely), `plug-in.${table}`)
    return isFailure(rows) ? rows : { rows, tag }
  }
}
