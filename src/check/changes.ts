// Checks which change feed is used, and which grants or settings would allow a better one.
import { advice, good, warning, type Finding, type Looking } from './finding.ts'
import { mayFollow, readGrants } from './grants.ts'
import { datesChanges } from '../database/mysql/dates-changes.ts'

export interface ChangeOptions {
  readonly feed: string
  /** The account in the notation of grants. */
  readonly user: string
  /** True where webhooks announce changes. */
  readonly hasWebhooks: boolean
  /** Returns why the server's log cannot be followed; null where the server allows it. */
  readonly whyUnfit: () => Promise<string | null>
  /** Returns why the streams of Debezium cannot be followed; null where they can. The function is null where none are configured. */
  readonly whyNoDebezium: (() => Promise<string | null>) | null
  /** Views among the tables, each with the tables that it reads; null for views and tables whose changes no feed notices. */
  readonly views: () => Promise<ReadonlyMap<string, readonly string[] | null>>
}

const byTables =
  'Changes are noticed by the update times of tables (poll): this needs no privilege, but a change drops all answers that were made of the changed table.'

export async function checkChanges(
  looking: Pick<Looking, 'ask' | 'dialect' | 'server'>,
  options: ChangeOptions,
): Promise<readonly Finding[]> {
  const findings = await checkFeed(looking, options)
  if (options.feed === 'clock') return findings
  return [
    ...findings,
    ...[...(await options.views())].map(([view, tables]) => ofView(view, tables, options.user)),
  ]
}

function ofView(view: string, tables: readonly string[] | null, user: string): Finding {
  return tables === null
    ? warning(
        `${view} is a view, and the account may not see which tables it reads (SHOW VIEW, and SELECT on them), or it calls a function; or it is, or reads, a table of an engine that the feed cannot follow: changes of it are not noticed, and answers made of it are up to CACHE_BLIND_LIFE_MS old.`,
        `grant show view on ${view} to ${user};`,
      )
    : good(`${view} is a view: a change of ${tables.join(', ')} drops the answers that were made of it.`)
}

async function checkFeed(
  { ask, dialect, server }: Pick<Looking, 'ask' | 'dialect' | 'server'>,
  { feed, user, hasWebhooks, whyUnfit, whyNoDebezium }: ChangeOptions,
): Promise<readonly Finding[]> {
  if (feed === 'clock') return blind('FEED=clock', hasWebhooks, 'FEED=auto')
  if (dialect.name === 'sqlite')
    return [
      good(
        "Changes are noticed by SQLite's count of commits (data-version): a commit drops the whole cache.",
      ),
    ]
  const ofTables = datesChanges(server.name)
    ? [good(byTables)]
    : blind(`${server.name} does not report the update times of tables`, hasWebhooks)
  if (feed === 'poll') return ofTables
  if (whyNoDebezium !== null) return [ofDebezium(await whyNoDebezium())]
  const [reason, grants] = [await whyUnfit(), await readGrants(ask)]
  if (reason === null && mayFollow(grants))
    return [
      good(
        'The change feed reads the binary log (binlog): each changed row drops only the answers that it affects.',
      ),
    ]
  const judge = feed === 'binlog' ? warning : advice
  const unseen = 'The binary log would report changes row by row'
  return [
    ...(feed === 'binlog'
      ? blind('FEED=binlog, which cannot be followed', hasWebhooks, 'FEED=auto')
      : ofTables),
    mayFollow(grants)
      ? judge(`${unseen}, but ${reason}${ofServer(reason)}.`)
      : judge(
          `${unseen}${reason === null ? '' : `, but ${reason}${ofServer(reason)}`}. The account needs a privilege for it, which lets it see every change of the whole server.`,
          `grant replication slave, replication client on *.* to ${user};`,
        ),
  ]
}

function ofDebezium(reason: string | null): Finding {
  return reason === null
    ? good(
        'Changes are read from the streams of Debezium: each changed row drops only the answers that it affects.',
      )
    : warning(
        `The streams of Debezium (DEBEZIUM_STREAMS) cannot be followed: ${reason}. docs/many.md lists what they need; until then changes are noticed in other ways.`,
      )
}

/** Names the documentation of the settings that a server's log needs. */
function ofServer(reason: string | null): string {
  return /\blog_bin\b|\bbinlog_/.test(reason ?? '') ? ': docs/caching.md lists what it needs' : ''
}

function blind(why: string, hasWebhooks: boolean, ...paste: readonly string[]): readonly Finding[] {
  return [
    warning(`Changes are not noticed (${why}): responses are up to CACHE_BLIND_LIFE_MS old.`, ...paste),
    ...(hasWebhooks
      ? [
          warning(
            'So webhooks (WEBHOOK_URLS) report no change, only starts and purges. The caches of receivers become stale.',
          ),
        ]
      : []),
  ]
}
