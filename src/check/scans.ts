// Checks for searches and filters without an index, on tables where they take long.
import { columnIn, storedName } from '../database/layout.ts'
import type { ExplainWanted } from './explain.ts'
import { advice, good, type Finding, type Looking } from './finding.ts'
import { createIndexStatements } from './index-statements.ts'
import { people, type RowCounts } from './rows.ts'

const largeRows = 20_000

export interface ScanOptions {
  readonly rowsOf: RowCounts
  readonly explain: ExplainWanted
  readonly search: string
}

export async function checkScans(
  looking: Pick<Looking, 'ask' | 'dialect' | 'layout' | 'server'>,
  { rowsOf, explain, search }: ScanOptions,
): Promise<readonly Finding[]> {
  const { dialect, layout, server } = looking
  const { table = '', query = null } = layout.get('posts') ?? {}
  const rows = query === null ? await rowsOf(table) : null
  if (rows === null)
    return [
      good(
        `${table} is a ${query === null ? 'view' : 'query'}: how long reading it takes depends on the tables that it reads.`,
      ),
    ]
  if (rows < largeRows) return [good(`${table} has ${people(rows)} rows: no query takes long.`)]
  const searched = (['posts.title', 'posts.excerpt', 'posts.content'] as const)
    .map((named) => storedName(columnIn(layout, named)))
    .filter((name) => name !== null)
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
    findings.push({
      ...advice(
        `Searches read ${people(rows)} rows (posts.search). A FULLTEXT index finds whole words at once (docs/lists.md).`,
        ...(await createIndexStatements(looking).ofWords(table, searched)),
        'SEARCH=fulltext',
      ),
      explain: await explain('search'),
    })
  if (hasWords && search !== 'fulltext')
    findings.push(advice('There is a FULLTEXT index, which searches do not use.', 'SEARCH=fulltext'))
  if (hasWords && search === 'fulltext')
    findings.push({ ...good('Searches use a FULLTEXT index.'), explain: await explain('search') })
  findings.push({
    ...good(
      `Orders without an index (title, slug, relevance) sort up to ${people(rows)} rows (posts.sorted); they have a few slots of their own (SCANS_MAX) and a deadline (SCAN_TIMEOUT_MS), and delay no other queries.`,
    ),
    explain: await explain('posts-by-title'),
  })
  return findings
}
