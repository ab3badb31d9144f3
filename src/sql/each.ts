// Many lists in one statement: the first rows for each of several parents. Each list is a branch with an order and a limit
// of its own, so that a server reads no more rows than the lists hold, however many there are behind them.
import { createQueryId, type CompiledQuery } from 'kysely'
import { integerOf, type Row } from '../database/tables.ts'

/** How many branches a statement has at most; what is more goes into another one. */
export const branchesMax = 250

/** The column that says which list a row belongs to. */
const nth = 'nth_list'

/** The rows of every query, which have the same columns, with the place of their query. */
export function joined([first, ...others]: readonly [CompiledQuery, ...CompiledQuery[]]): CompiledQuery {
  const all = [first, ...others]
  return {
    ...first,
    queryId: createQueryId(),
    sql: all.map((query) => `select ? as ${nth}, page.* from (${query.sql}) as page`).join(' union all '),
    parameters: all.map(({ parameters }, at) => [[at], parameters]).flat(2),
  }
}

/** The rows of each of so many lists. */
export function separated(rows: readonly Row[], lists: number): readonly (readonly Row[])[] {
  const byList = Map.groupBy(rows, (row) => Number(integerOf(row, nth)))
  return Array.from({ length: lists }, (_, at) => byList.get(at) ?? [])
}
