// Checks whether posts have statuses that Lectern knows: a table with other words would look like an empty site. It reads a
// bounded number of the newest posts.
import { sql } from 'kysely'
import { unmapped, wordOf } from '../database/encoding.ts'
import { columnIn, storedName, type PhysicalColumn } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import { advice, good, printable, warning, type Finding, type Looking } from './finding.ts'
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
  const column = storedName(status)
  const value = column === null ? sql.lit(constantOf(status)) : sql.ref(column)
  const rows = await ask(sql`
    select distinct status from
    (select ${value} as status from ${sql.table(table)} order by ${sql.ref(id)} desc limit ${postsMax}) as newest`)
  const stored = rows.map((row) => textOf(row, 'status'))
  if (stored.length === 0) return []
  const words = typeof status === 'object' && 'encoding' in status ? status.encoding : null
  const found = stored.map((each) => (words?.kind === 'words' ? wordOf(words, each) : each))
  const strange = stored.filter((_, nth) => found[nth] === unmapped)
  if (words && strange.length > 0)
    return [
      advice(
        `posts.status of the newest ${people(postsMax)} posts has values that the layout gives no meaning, so that only editors see these posts: ${strange
          .slice(0, shownMax)
          .map((each) => JSON.stringify(printable(each)))
          .join(', ')}.`,
      ),
    ]
  if (found.some((each) => known.has(each.toLowerCase()))) return [good('Posts have statuses of WordPress.')]
  const shown = found.slice(0, shownMax).map((each) => JSON.stringify(printable(each)))
  return [
    warning(
      `None of the newest ${people(postsMax)} posts has a status of WordPress, so none is shown: posts.status is ${shown.join(', ')}. Published posts have 'publish': map the values to statuses of WordPress ({ column, values: { live: 'publish' } }, docs/legacy.md).`,
    ),
  ]
}

function constantOf(column: PhysicalColumn): string | number {
  return typeof column === 'object' && 'constant' in column ? column.constant : ''
}
