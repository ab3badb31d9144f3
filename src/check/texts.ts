// How texts and times are stored: character sets, the site's zone, the server's clock.
import { sql } from 'kysely'
import { columnIn } from '../database/layout.ts'
import { textOf, type ColumnName } from '../database/tables.ts'
import { advice, good, warning, type Finding, type Looking } from './finding.ts'
import { readOptions } from './options.ts'

const looked: readonly ColumnName[] = [
  'posts.title',
  'posts.content',
  'posts.excerpt',
  'postmeta.value',
  'terms.name',
  'users.name',
  'options.value',
]

export async function checkTexts(
  { ask, dialect, layout }: Looking,
  charset: string,
): Promise<readonly Finding[]> {
  if (dialect.name === 'sqlite')
    return [
      good('Texts are UTF-8; Lectern compares and sorts them itself, since SQLite has no such collation.'),
    ]
  const columns = new Set(
    looked.flatMap((named) => {
      const table = layoutTable(layout, named)
      const column = columnIn(layout, named)
      return table !== undefined && typeof column === 'string' ? [`${table}.${column}`.toLowerCase()] : []
    }),
  )
  const tables = [...layout.values()].map(({ table }) => table)
  const rows = await ask(sql`
    select table_name as \`table\`, column_name as \`column\`, character_set_name as charset, collation_name as collation
    from information_schema.columns
    where table_schema = database() and character_set_name is not null and table_name in (${sql.join(tables)})`)
  const sets = Map.groupBy(
    rows.filter((row) => columns.has(`${textOf(row, 'table')}.${textOf(row, 'column')}`.toLowerCase())),
    (row) => textOf(row, 'charset'),
  )
  return [...sets].map(([name, [first = {}, ...others]]) =>
    judged(name, { collation: textOf(first, 'collation'), count: others.length + 1, charset }),
  )
}

interface Labelled {
  readonly collation: string
  readonly count: number
  /** The configured one. */
  readonly charset: string
}

function judged(name: string, { collation, count, charset }: Labelled): Finding {
  const what = `${count} columns of texts are ${name} (${collation})`
  if (name === charset) return good(`${what}, as configured.`)
  if (name === 'latin1' && charset === 'utf8mb4')
    return warning(
      `${what}. Older sites kept UTF-8 in such columns: if accented letters show as two letters, set the character set.`,
      'DATABASE_CHARSET=latin1',
    )
  if (charset === 'latin1')
    return warning(`${what}, but DATABASE_CHARSET says latin1: letters other than a to z will be wrong.`)
  if (/^utf8(mb3)?$/.test(name))
    return advice(`${what}: texts are read correctly, but cannot contain characters of four bytes (emoji).`)
  return advice(`${what}: the server converts them to UTF-8.`)
}

function layoutTable(layout: Looking['layout'], named: ColumnName): string | undefined {
  const [name] = named.split('.')
  return [...layout].find(([table]) => table === name)?.[1].table
}

/** How far the clocks may be apart before something is amiss, s. */
const skewMaxS = 5

export async function checkTimes(looking: Looking): Promise<readonly Finding[]> {
  const { ask, dialect } = looking
  const findings: Finding[] = []
  if (dialect.name === 'mysql') {
    const [row = {}] = await ask(sql`select unix_timestamp() as now`)
    const apartS = Math.round(Math.abs(Date.now() / 1000 - Number(row['now'])))
    findings.push(
      apartS > skewMaxS
        ? warning(
            `The clocks of the server and of this machine are ${apartS} s apart: scheduled posts show that much late.`,
          )
        : good('Sessions run in UTC; the clocks of the server and of this machine agree.'),
    )
  }
  const said = await readOptions(looking, ['timezone_string', 'gmt_offset'])
  if (said.size === 0) return findings
  const zone = said.get('timezone_string') || ''
  if (zone !== '' && !isZone(zone))
    findings.push(
      warning(`This Node does not know the site's time zone, ${zone}: its offset from UTC is used instead.`),
    )
  else
    findings.push(
      good(
        zone === ''
          ? `The site is ${said.get('gmt_offset') || '0'} hours ahead of UTC.`
          : `The site's time zone is ${zone}.`,
      ),
    )
  return findings
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
