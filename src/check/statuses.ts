// Checks whether posts have statuses that Lectern knows: a table with other words looks like an empty site. It reads
// a bounded number of the newest posts.
import { sql } from 'kysely'
import { columnIn } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import { good, printable, warning, type Finding, type Looking } from './finding.ts'
import { people } from './rows.ts'

const postsMax = 1000
const shownMax = 8

export async function checkStatuses(
  { ask, layout }: Looking,
  known: ReadonlySet<string>,
): Promise<readonly Finding[]> {
  const table = layout.get('posts')?.table
  const [status, id] = [columnIn(layout, 'posts.status'), columnIn(layout, 'posts.id')]
  if (table === undefined || status === undefined || typeof id !== 'string') return []
  const value = typeof status === 'string' ? sql.ref(status) : sql.lit(status.constant)
  const rows = await ask(sql`
    select distinct status from
    (select ${value} as status from ${sql.table(table)} order by ${sql.ref(id)} desc limit ${postsMax}) as newest`)
  const found = rows.map((row) => textOf(row, 'status'))
  if (found.length === 0) return []
  if (found.some((each) => known.has(each.toLowerCase()))) return [good('Posts have statuses of WordPress.')]
  const shown = found.slice(0, shownMax).map((each) => JSON.stringify(printable(each)))
  return [
    warning(
      `None of the newest ${people(postsMax)} posts has a status of WordPress, so none is shown: posts.status is ${shown.join(', ')}. Published posts have 'publish': map posts to a view that says so (docs/databases.md).`,
    ),
  ]
}
