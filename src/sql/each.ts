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

/** This column has the total, in every row. */
const ofTotal = 'total_of_list'

/**
 * Adds the count of a list to the rows of one of its pages; servers count once for all rows. Tables made of queries stand before
 * the page's own select.
 */
export function withTotal(page: CompiledQuery, count: CompiledQuery): CompiledQuery {
  const total = `(${count.sql}) as ${ofTotal}`
  const select = 'select '
  return {
    ...page,
    queryId: createQueryId(),
    sql: page.sql.startsWith(select)
      ? `${select}${total}, ${page.sql.slice(select.length)}`
      : `select ${total}, page.* from (${page.sql}) as page`,
    parameters: [...count.parameters, ...page.parameters],
  }
}

/** The rows of a page without their total; null for that of a page that has none. */
export function totalApart(rows: readonly Row[]): readonly [page: readonly Row[], total: number | null] {
  const apart = rows.map(({ [ofTotal]: total, ...row }) => ({ row, total }))
  const [first] = apart
  return [apart.map(({ row }) => row), first === undefined ? null : Number(first.total)]
}
