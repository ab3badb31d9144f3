// Compares the indexes that queries are written for with the existing ones, and prints the statements that create the missing
// ones.
import { sql } from 'kysely'
import type { Index } from '../database/engine.ts'
import { columnsHeld, storedName, type PhysicalTable } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import { advice, good, warning, type Finding, type Looking } from './finding.ts'
import { createIndexStatements } from './index-statements.ts'
import { indexBytes, megabytes } from './index-size.ts'
import { people, type RowCounts } from './rows.ts'
import type { ExplainWanted } from './explain.ts'
import { wantedIndexes, type WantedIndex } from './wanted-indexes.ts'

/** Smaller tables are read completely within milliseconds. */
const fewRows = 1000

export interface IndexOptions {
  readonly rowsOf: RowCounts
  readonly explain: ExplainWanted
}

export async function checkIndexes(
  looking: Looking,
  { rowsOf, explain }: IndexOptions,
): Promise<readonly Finding[]> {
  const { ask, dialect, layout, server } = looking
  const [made, lacking]: [Finding[], Finding[]] = [[], []]
  const create = createIndexStatements(looking)
  const indexesOf = (table: string) => server.indexes.get(table) ?? []
  // Other servers only estimate the number of rows
  const about = dialect.name === 'sqlite' ? '' : 'about '
  /** Two logical columns may be the same physical one, such as a login and a slug. */
  const looked = new Set<string>()
  let existing = 0
  let isFrontIndexed = true
  for (const [wanted, physical] of wantedIndexes.flatMap((each) => wantedOf(layout, each))) {
    const { table } = physical
    const columns = physicalColumns(physical, wanted)
    const there = server.tables.get(table)
    // Another check reports missing tables, and the result of a query has no index
    if (columns === null || there === undefined || physical.query !== null) continue
    const on = `(${columns.join(', ')})`
    if (looked.has(table + on)) continue
    looked.add(table + on)
    const primary = dialect.name === 'sqlite' ? await primaryKey(ask, table) : []
    const isMade = isThere([...indexesOf(table), ...primary], columns)
    if (isMade) existing += 1
    const rows = await rowsOf(table)
    // A view has no rows of its own; its tables have the indexes
    if (rows === null) continue
    if (rows < (wanted.fromRows ?? 0) || (isMade && wanted.fromRows === undefined)) continue
    const shown = { explain: await explain(wanted.query) }
    if (isMade) {
      made.push({ ...good(`${table} has an index on ${on}, for ${wanted.for}.`), ...shown })
      continue
    }
    const judge = wanted.fromRows === undefined && rows >= fewRows ? warning : advice
    const key = indexesOf(table).find(({ name }) => name.toLowerCase() === 'primary')
    const size =
      rows < fewRows
        ? ''
        : `, so that the index takes about ${megabytes(indexBytes(rows, there, columns, key?.columns ?? []))}`
    const says = `${table} has no index on ${on}, for ${wanted.for}; it has ${about}${people(rows)} rows${size}.`
    if (wanted.query === 'posts-by-date') isFrontIndexed = false
    lacking.push({ ...judge(says, ...(await create.inOrder(table, columns))), ...shown })
  }
  const first = { explain: await explain('posts-by-date') }
  return [
    {
      ...good(
        `${existing} of the indexes that queries are written for exist. The front page is read like this${isFrontIndexed ? ', and reads no more than its rows' : ''}:`,
      ),
      ...first,
    },
    ...made,
    ...lacking,
  ]
}

/** The wanted index, once for each table that the rows are spread over. */
function wantedOf(layout: Looking['layout'], wanted: WantedIndex) {
  const whole = layout.get(wanted.table)
  const tables = whole === undefined ? [] : whole.parts.length > 0 ? whole.parts : [whole]
  return tables.map((physical) => [wanted, physical] as const)
}

/** Columns with the same value in all rows come first where the table is filtered by them, and are left out where they are constants. */
function physicalColumns(
  physical: PhysicalTable,
  { columns }: Pick<WantedIndex, 'columns'>,
): readonly string[] | null {
  const stored = columns.map((column) => physical.columns.get(column))
  const names = stored.map(storedName).filter((name) => name !== null)
  const constants = stored.filter((column) => typeof column === 'object' && 'constant' in column)
  const isOrdered = storedName(stored.at(-1)) !== null
  if (!isOrdered || names.length + constants.length < columns.length) return null
  const held = columns.length > 1 ? columnsHeld(physical).filter((name) => !names.includes(name)) : []
  return [...held, ...names]
}

function isThere(indexes: readonly Index[], columns: readonly string[]): boolean {
  return indexes.some((index) => !index.isFulltext && isLed(index, columns))
}

/** True where an index begins with these columns; all but the last may be in any order. */
function isLed(index: Index, columns: readonly string[]): boolean {
  const wanted = columns.map((column) => column.toLowerCase())
  const leading = new Set(index.columns.slice(0, wanted.length))
  return wanted.every((column) => leading.has(column)) && index.columns[wanted.length - 1] === wanted.at(-1)
}

/** Reads the primary key by which SQLite orders a table, since SQLite lists no index for it. */
async function primaryKey(ask: Looking['ask'], table: string): Promise<readonly Index[]> {
  const rows = await ask(
    sql`select name as "column" from pragma_table_info(${table}) where pk > 0 order by pk`,
  )
  return [
    { name: 'primary', columns: rows.map((row) => textOf(row, 'column').toLowerCase()), isFulltext: false },
  ]
}
