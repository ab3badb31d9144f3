// Reads many lists in one statement: the first rows for each of several parents, or a page and the total of its list. Each
// list is a branch with an order and a limit of its own, so that a server reads no more rows than the lists hold, however
// many rows match.
import { createQueryId, type CompiledQuery } from 'kysely'
import { integerOf, type Row } from '../database/tables.ts'

/** A statement has at most so many branches; further lists go into another statement. */
export const branchesMax = 250

/** This column says which list a row belongs to. */
const nth = 'nth_list'

/** Joins queries with the same columns into one, whose rows carry the index of their query. */
export function joined([first, ...others]: readonly [CompiledQuery, ...CompiledQuery[]]): CompiledQuery {
  const all = [first, ...others]
  return {
    ...first,
    queryId: createQueryId(),
    sql: all.map((query) => `select ? as ${nth}, page.* from (${query.sql}) as page`).join(' union all '),
    parameters: all.map(({ parameters }, at) => [[at], parameters]).flat(2),
  }
}

/** Splits the rows of a joined query by list. */
export function separated(rows: readonly Row[], lists: number): readonly (readonly Row[])[] {
  const byList = Map.groupBy(rows, (row) => Number(integerOf(row, nth)))
  return Array.from({ length: lists }, (_, at) => byList.get(at) ?? [])
}

/** This column has the total, in a row of its own. */
const ofTotal = 'total_of_list'

/** Joins a query of ids with the count of its list. What the page is ordered by may be a column of it beside the ids. */
export function withTotal(page: CompiledQuery, count: CompiledQuery): CompiledQuery {
  return {
    ...page,
    queryId: createQueryId(),
    sql: `select page.id, null as ${ofTotal} from (${page.sql}) as page union all select null, counted.* from (${count.sql}) as counted`,
    parameters: [...page.parameters, ...count.parameters],
  }
}

/** Splits the rows of a query with a total into those of the page and the total. */
export function totalApart(rows: readonly Row[]): readonly [page: readonly Row[], total: number] {
  const isTotal = (row: Row) => row[ofTotal] !== null
  const total = rows.find(isTotal)
  return [rows.filter((row) => !isTotal(row)), total ? Number(integerOf(total, ofTotal)) : 0]
}
