// Reads the grants of the account. The statements themselves are never shown, since they may contain a password hash.
import { sql } from 'kysely'
import { good, warning, type Ask, type Finding, type Looking } from './finding.ts'

/** Privileges in capitals: `SELECT`, `REPLICATION SLAVE`, `ALL PRIVILEGES`. */
export type Grants = ReadonlySet<string>

export async function readGrants(ask: Ask, database?: string): Promise<Grants> {
  const rows = await ask(sql`show grants`)
  return parseGrants(
    rows.flatMap((row) => Object.values(row).map(String)),
    database,
  )
}

/** The account whose grants apply, in the notation of statements: `'reader'@'localhost'`. */
export async function readAccount(ask: Ask): Promise<string> {
  const [row] = await ask(sql`select current_user() as account`)
  const [, user = '', host = '%'] = /^(.*)@(.*)$/s.exec(String(row?.['account'])) ?? []
  return `${quotedText(user)}@${quotedText(host)}`
}

function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * `GRANT SELECT (a, b), INSERT ON …` gives SELECT and INSERT. A role has no `ON`; its own grants are further lines. Where
 * `database` is given, grants to PUBLIC on other databases are ignored: a new MariaDB has them on `test`.
 */
export function parseGrants(lines: readonly string[], database?: string): Grants {
  const named = lines.flatMap((line) => {
    const [, list = '', target = ''] = /^GRANT (.+?) ON (\S*)/i.exec(line) ?? []
    const isElsewhere = database !== undefined && / TO PUBLIC\b/i.test(line) && !covers(target, database)
    return isElsewhere ? [] : list.replace(/\([^()]*\)/g, '').split(',')
  })
  return new Set(named.map((name) => name.trim().toUpperCase()).filter((name) => name !== ''))
}

/** True for a target that may be the database: `*.*`, or a name whose text before a wildcard begins the database's. */
function covers(target: string, database: string): boolean {
  const [, pattern] = /^`((?:[^`]|``)*)`/.exec(target) ?? []
  if (pattern === undefined) return true
  const [, start = '', wildcard = ''] = /^((?:\\.|[^\\%_])*)([%_]?)/s.exec(pattern) ?? []
  const begins = start.replaceAll(/\\(.)/gs, '$1').replaceAll('``', '`').toLowerCase()
  const name = database.toLowerCase()
  return wildcard === '' ? name === begins : name.startsWith(begins)
}

const reading: ReadonlySet<string> = new Set([
  'USAGE',
  'SELECT',
  'SHOW VIEW',
  'SHOW DATABASES',
  'PROCESS',
  'REPLICATION SLAVE',
  'REPLICATION CLIENT',
  'BINLOG MONITOR',
  'SLAVE MONITOR',
  'REPLICA MONITOR',
])

export async function checkAccount(
  { ask, dialect }: Pick<Looking, 'ask' | 'dialect'>,
  database: string,
): Promise<readonly Finding[]> {
  if (dialect.name === 'sqlite') return [good('The file is opened for reading only.')]
  const grants = await readGrants(ask, database)
  const others = [...grants].filter((name) => !reading.has(name))
  const readOnly = good('Every session is set to read only, whatever the account may do.')
  if (others.length === 0)
    return [good(`The account can only read (${[...grants].filter(isSaid).join(', ') || 'USAGE'}).`)]
  const said = others.includes('ALL PRIVILEGES') ? 'everything' : others.slice(0, 12).join(', ')
  return [
    warning(
      `The account may do more than read: ${said}. With an account that can only read, your tables are safe whatever happens.`,
      `create user 'lectern'@'%' identified by 'a password of your own';`,
      `grant select on \`${database.replace(/[`\\]/g, '').replace(/[_%]/g, '\\$&')}\`.* to 'lectern'@'%';`,
    ),
    readOnly,
  ]
}

const isSaid = (name: string) => name !== 'USAGE'

/** True where the account may follow the binary log. */
export function mayFollow(grants: Grants): boolean {
  const all = grants.has('ALL PRIVILEGES')
  return (
    all ||
    (grants.has('REPLICATION SLAVE') && (grants.has('REPLICATION CLIENT') || grants.has('BINLOG MONITOR')))
  )
}
