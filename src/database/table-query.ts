// Tables that a layout defines by an owner's query: statements name them like any table, after a WITH clause that defines them.
import type { Layout } from './layout.ts'
import type { StoredColumn } from './stored-column.ts'
import type { Table } from './tables.ts'

/** Queries by the table names of their results. */
export type TableQueries = ReadonlyMap<string, string>

/** The server's description of the queries: columns in lower case by table, or why the server refuses the query. */
export interface DescribedQueries {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, StoredColumn>>
  readonly problems: ReadonlyMap<string, string>
}

export const noQueries: TableQueries = new Map()

/** The table name of a query's result. */
export function queryTable(logical: Table): string {
  return `lectern_${logical}`
}

export function queriesOf(layout: Layout): TableQueries {
  return new Map(
    [...layout.values()].flatMap(({ table, query }) => (query === null ? [] : [[table, query] as const])),
  )
}

/** Adds the WITH clause to a statement that names such tables; returns another one as it is. */
export function withQueries(statement: string, queries: TableQueries): string {
  const named = [...queries].filter(([table]) => statement.includes(table))
  if (named.length === 0 || !/^\s*select\b/i.test(statement)) return statement
  return `with ${named.map(([table, query]) => `${table} as (${query})`).join(', ')} ${statement}`
}

/** Asks for the columns of each query; `isRefusal` distinguishes a query that the server refuses from a server that is away. */
export async function describeQueries(
  queries: TableQueries,
  columnsOf: (query: string) => Promise<ReadonlyMap<string, StoredColumn>>,
  isRefusal: (error: unknown) => boolean,
): Promise<DescribedQueries> {
  const tables = new Map<string, ReadonlyMap<string, StoredColumn>>()
  const problems = new Map<string, string>()
  for (const [table, query] of queries)
    try {
      tables.set(table, await columnsOf(query))
    } catch (error) {
      if (!isRefusal(error)) throw error
      problems.set(table, error instanceof Error ? error.message : String(error))
    }
  return { tables, problems }
}
