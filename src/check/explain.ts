// Reads the server's plan of a query (EXPLAIN), as one line per table: the index that it uses, and the estimated number of rows.
import { createQueryId, type CompiledQuery } from 'kysely'
import type { Layout } from '../database/layout.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { Looking } from './finding.ts'
import { people } from './rows.ts'
import type { WantedQuery } from './wanted-indexes.ts'

/** Explains a wanted query; returns no lines where the plan is unknown. */
export type ExplainWanted = (query: WantedQuery) => Promise<readonly string[]>

export async function explain(
  { send, dialect, server, layout }: Pick<Looking, 'send' | 'dialect' | 'server' | 'layout'>,
  query: CompiledQuery,
): Promise<readonly string[]> {
  const rows = await send({
    ...query,
    queryId: createQueryId(),
    sql: `${prefixOf(dialect.name, server.name)} ${query.sql}`,
  })
  return dialect.name === 'sqlite' ? ofSqlite(rows, layout) : ofServer(rows, layout)
}

/** Returns the keyword for EXPLAIN: MySQL may be configured for other formats, and MariaDB does not know this option. */
function prefixOf(dialect: 'mysql' | 'sqlite', server: string): string {
  if (dialect === 'sqlite') return 'explain query plan'
  return server.startsWith('MySQL') ? 'explain format = traditional' : 'explain'
}

export function ofServer(rows: readonly Row[], layout: Layout): readonly string[] {
  return rows.map((row) => {
    const [type, extra] = [textOf(row, 'type'), textOf(row, 'Extra')]
    // A plan without a table reads nothing, because no row can have the value
    if (textOf(row, 'table') === '') return extra.toLowerCase()
    const key = textOf(row, 'key')
    const by = key === '' ? 'no key' : `key ${key}`
    const count = Number(textOf(row, 'rows')) || 0
    const examined = `about ${people(count)} ${count === 1 ? 'row' : 'rows'}`
    const also = extras.flatMap(([pattern, says]) => (pattern.test(extra) ? [says] : []))
    return [`${physical(textOf(row, 'table'), layout)}: ${type}, ${by}, ${examined}`, ...also].join(', ')
  })
}

const extras: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/Using index(;|$)/, 'from the key alone'],
  [/Using temporary/, 'into a temporary table'],
  [/Using filesort/, 'then sorted'],
]

export function ofSqlite(rows: readonly Row[], layout: Layout): readonly string[] {
  return rows.map((row) =>
    textOf(row, 'detail')
      .replace(
        /^(SCAN|SEARCH) (\w+)/,
        (_, how: string, name: string) => `${physical(name, layout)}: ${how.toLowerCase()}`,
      )
      .replace(/^USE TEMP B-TREE FOR (.*)$/, (_, what: string) => `sorted for its ${what.toLowerCase()}`),
  )
}

/** Returns the physical name of a table, which queries alias by its logical name. */
function physical(name: string, layout: Layout): string {
  const found = [...layout].find(([table]) => table === name)?.[1].table
  return found ?? (name.startsWith('<derived') ? 'the derived table' : name)
}
