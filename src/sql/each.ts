// Reads many lists in one statement: the first rows for each of several parents, or a page and the total of its list. Each list is a
// branch with its own order and limit, so that a server reads no more rows than the lists return, however many rows match.
import { createQueryId, type CompiledQuery } from 'kysely'
import { integerOf, type Row } from '../database/tables.ts'

/** The most branches of a statement. */
const branchesMax = 250
/** The most values of a statement. SQLite takes 32 766, and parses them in a time that grows with their square. */
const valuesMax = 10_000

type Queries = readonly [CompiledQuery, ...CompiledQuery[]]

/** Distributes queries to as many statements as they need. */
export function inStatements(queries: readonly CompiledQuery[]): readonly Queries[] {
  const statements: [CompiledQuery, ...CompiledQuery[]][] = []
  let values = 0
  for (const query of queries) {
    const last = statements.at(-1)
    const own = query.parameters.length + 1
    values += own
    if (last && last.length < branchesMax && values <= valuesMax) last.push(query)
    else {
      statements.push([query])
      values = own
    }
  }
  return statements
}

/** The column with the index of the list that a row belongs to. */
const nth = 'nth_list'

/** Joins queries with the same columns into one, whose rows carry the index of their query. */
export function joined([first, ...others]: Queries): CompiledQuery {
  const all = [first, ...others]
  const parameters: unknown[] = []
  const branches = all.map((query, at) => {
    parameters.push(at)
    const branch = `select ? as ${nth}, page.* from (${behind(parameters.length, query)}) as page`
    parameters.push(...query.parameters)
    return branch
  })
  return { ...first, queryId: createQueryId(), sql: branches.join(' union all '), parameters }
}

/** The SQL of a query whose parameters follow `others` parameters: numbered ones get larger numbers. */
function behind(others: number, { sql }: CompiledQuery): string {
  return sql.replaceAll(/\?(\d+)/g, (_, place: string) => `?${Number(place) + others}`)
}

/** Splits the rows of a joined query by list. */
export function separated(rows: readonly Row[], lists: number): readonly (readonly Row[])[] {
  const byList = Map.groupBy(rows, (row) => Number(integerOf(row, nth)))
  return Array.from({ length: lists }, (_, at) => byList.get(at) ?? [])
}

/** The column that repeats the total in every row. */
const ofTotal = 'total_of_list'

/**
 * Adds the count of a list to the rows of one of its pages; servers count once for all rows. A page that begins with a WITH clause
 * becomes a subquery.
 */
export function withTotal(page: CompiledQuery, count: CompiledQuery): CompiledQuery {
  const total = `(${count.sql}) as ${ofTotal}`
  const select = 'select '
  const rows = behind(count.parameters.length, page)
  return {
    ...page,
    queryId: createQueryId(),
    sql: rows.startsWith(select)
      ? `${select}${total}, ${rows.slice(select.length)}`
      : `select ${total}, page.* from (${rows}) as page`,
    parameters: [...count.parameters, ...page.parameters],
  }
}

/** Separates the rows of a page from the total; null for the total of an empty page. */
export function totalApart(rows: readonly Row[]): readonly [page: readonly Row[], total: number | null] {
  const apart = rows.map(({ [ofTotal]: total, ...row }) => ({ row, total }))
  const [first] = apart
  return [apart.map(({ row }) => row), first === undefined ? null : Number(first.total)]
}
