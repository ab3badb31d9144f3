// Checks which clock orders lists of GraphQL, and prints the setting that pins it: cursors of one clock are invalid under the
// other.
import { sql } from 'kysely'
import { storedName } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import { advice, good, type Finding, type Looking } from './finding.ts'
import { createIndexStatements } from './index-statements.ts'

export interface Clocks {
  readonly choice: 'auto' | 'utc' | 'local'
  /** True where an index has the order of UTC. */
  readonly hasIndex: boolean
  /** The number of posts up to which no index is needed. */
  readonly fewPosts: number
}

export async function checkClock(
  looking: Looking,
  { choice, hasIndex, fewPosts }: Clocks,
): Promise<readonly Finding[]> {
  const { layout } = looking
  const posts = layout.get('posts')
  const columns = ['type', 'status', 'created_at_utc'].map((name) => storedName(posts?.columns.get(name)))
  const physical = columns.filter((name) => name !== null)
  if (choice !== 'auto')
    return [
      good(
        `GraphQL lists are ordered by ${choice === 'utc' ? 'UTC' : "the site's local time"}, as configured.`,
      ),
    ]
  if (hasIndex)
    return [
      advice(
        'GraphQL lists are ordered by UTC, which an index has. This setting keeps it so:',
        'GRAPHQL_CLOCK=utc',
      ),
    ]
  if (await hasFew(looking, posts?.table ?? '', fewPosts))
    return [
      good(
        `GraphQL lists are ordered by UTC as long as there are no more than ${fewPosts} posts; GRAPHQL_CLOCK fixes the choice.`,
      ),
    ]
  return [
    advice(
      "Lists of GraphQL go by the site's local time, as no index holds UTC: the same order but for the hour that clocks repeat. The first line keeps it so; with the index they go by UTC, and cursors that clients hold end.",
      'GRAPHQL_CLOCK=local',
      ...(physical.length === columns.length
        ? await createIndexStatements(looking).inOrder(posts?.table ?? '', physical)
        : []),
    ),
  ]
}

async function hasFew({ ask }: Looking, table: string, few: number): Promise<boolean> {
  const rows = await ask(
    sql`select count(*) as posts from (select 1 as one from ${sql.table(table)} limit ${few + 1}) as counted`,
  )
  return Number(textOf(rows[0] ?? {}, 'posts')) <= few
}
