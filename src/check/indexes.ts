// The indexes that queries are written for, held against those that there are; each that lacks with the statement that makes it.
import { sql } from 'kysely'
import type { Index } from '../database/engine.ts'
import { columnIn } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import { advice, good, warning, type Finding, type Looking } from './finding.ts'
import { people, type RowCounts } from './rows.ts'
import { wantedIndexes, type WantedIndex } from './wanted-indexes.ts'

/** Of smaller tables every row is looked at in no time. */
const fewRows = 1000

export async function checkIndexes(
  { ask, dialect, layout, server }: Looking,
  rowsOf: RowCounts,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  let there = 0
  for (const wanted of wantedIndexes) {
    const table = layout.get(wanted.table)?.table
    const columns = physicalColumns(layout, wanted)
    // What is not there is said elsewhere
    if (table === undefined || columns === null || !server.tables.has(table)) continue
    const primary = dialect.name === 'sqlite' ? await primaryKey(ask, table) : []
    if (isThere([...(server.indexes.get(table) ?? []), ...primary], columns)) {
      there += 1
      continue
    }
    const rows = await rowsOf(table)
    if (rows < (wanted.fromRows ?? 0)) continue
    const judge = wanted.fromRows === undefined && rows >= fewRows ? warning : advice
    findings.push(
      judge(
        `${table} has no index on (${columns.join(', ')}), for ${wanted.for}; it has ${people(rows)} rows.`,
        statement(table, columns, dialect.name),
      ),
    )
  }
  return [good(`${there} indexes that queries are written for are there.`), ...findings]
}

function physicalColumns(
  layout: Looking['layout'],
  { table, columns }: WantedIndex,
): readonly string[] | null {
  const named = columns.map((column) => layout.get(table)?.columns.get(column))
  const physical = named.filter((name) => typeof name === 'string')
  return physical.length === columns.length ? physical : null
}

function isThere(indexes: readonly Index[], columns: readonly string[]): boolean {
  return indexes.some(
    (index) => !index.isFulltext && columns.every((column, at) => index.columns[at] === column.toLowerCase()),
  )
}

/** SQLite lists no index for the key that a table lies in the order of. */
async function primaryKey(ask: Looking['ask'], table: string): Promise<readonly Index[]> {
  const rows = await ask(
    sql`select name as "column" from pragma_table_info(${table}) where pk > 0 order by pk`,
  )
  return [
    { name: 'primary', columns: rows.map((row) => textOf(row, 'column').toLowerCase()), isFulltext: false },
  ]
}

/** Without locking the table for writes, where the server can. */
function statement(table: string, columns: readonly string[], dialect: 'mysql' | 'sqlite'): string {
  const mark = dialect === 'mysql' ? '`' : '"'
  const quoted = (name: string) => mark + name.replaceAll(mark, mark + mark) + mark
  const name = `lectern_${columns.join('_')}`.slice(0, 60)
  const how = dialect === 'mysql' ? ' algorithm = inplace lock = none' : ''
  return `create index ${quoted(name)} on ${quoted(table)} (${columns.map(quoted).join(', ')})${how};`
}

const largeRows = 20_000

/** Classes of query that no index answers, on a table where that takes long. */
export async function checkScans(
  { dialect, layout, server }: Pick<Looking, 'dialect' | 'layout' | 'server'>,
  rowsOf: RowCounts,
  search: string,
): Promise<readonly Finding[]> {
  const table = layout.get('posts')?.table ?? ''
  const rows = await rowsOf(table)
  if (rows < largeRows)
    return [good(`${table} has ${people(rows)} rows: nothing that is asked of it takes long.`)]
  const searched = (['posts.title', 'posts.excerpt', 'posts.content'] as const)
    .map((named) => columnIn(layout, named))
    .filter((name) => typeof name === 'string')
  const hasWords = (server.indexes.get(table) ?? []).some(
    (index) =>
      index.isFulltext &&
      index.columns.toSorted().join() ===
        searched
          .map((name) => name.toLowerCase())
          .toSorted()
          .join(),
  )
  const findings: Finding[] = []
  if (dialect.name === 'mysql' && !hasWords)
    findings.push(
      advice(
        `Searches look through ${people(rows)} rows (posts.search). An index of words finds whole words at once (docs/lists.md).`,
        `alter table \`${table}\` add fulltext key words (${searched.map((name) => `\`${name}\``).join(', ')});`,
        'SEARCH=fulltext',
      ),
    )
  if (hasWords && search !== 'fulltext')
    findings.push(advice('There is an index of words, which searches do not use.', 'SEARCH=fulltext'))
  if (hasWords && search === 'fulltext') findings.push(good('Searches use an index of words.'))
  findings.push(
    advice(
      `Orders without an index (title, slug, relevance) sort up to ${people(rows)} rows (posts.sorted); they have a few places of their own (SCANS_MAX) and a deadline (SCAN_TIMEOUT_MS), and hold up nothing else.`,
    ),
  )
  return findings
}
