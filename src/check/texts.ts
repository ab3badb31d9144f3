// Checks how texts and times are stored: character sets, the site's time zone, the server's clock.
import { isUtf8 } from 'node:buffer'
import { sql } from 'kysely'
import { isOffset, isZone } from '../core/site-options.ts'
import { columnIn, storedName } from '../database/layout.ts'
import { textOf, type ColumnName, type Row } from '../database/tables.ts'
import { advice, good, printable, warning, type Finding, type Looking } from './finding.ts'
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
      const column = storedName(columnIn(layout, named))
      return table !== undefined && column !== null ? [`${table}.${column}`.toLowerCase()] : []
    }),
  )
  const tables = [...layout.values()].map(({ table }) => table)
  const rows = await ask(sql`
    select table_name as \`table\`, column_name as \`column\`, character_set_name as charset, collation_name as collation
    from information_schema.columns
    where table_schema = database() and character_set_name is not null and table_name in (${sql.join(tables)})`)
  const found = rows.filter((row) =>
    columns.has(`${textOf(row, 'table')}.${textOf(row, 'column')}`.toLowerCase()),
  )
  const findings: Finding[] = []
  for (const [name, [first = {}, ...others]] of Map.groupBy(found, (row) => textOf(row, 'charset'))) {
    const labelled = { collation: textOf(first, 'collation'), count: others.length + 1, charset }
    const alike = found.filter((row) => textOf(row, 'charset') === name)
    const encoding = name === 'latin1' ? await sampledEncoding(ask, alike) : 'unknown'
    findings.push(judged(name, encoding, labelled))
  }
  return findings
}

interface Labelled {
  readonly collation: string
  readonly count: number
  /** The configured character set. */
  readonly charset: string
}

/** The encoding of letters beyond ASCII in the sampled texts; `unknown` where there are none. */
type Encoding = 'utf8' | 'other' | 'mixed' | 'unknown'

function judged(name: string, encoding: Encoding, { collation, count, charset }: Labelled): Finding {
  const what = `${count === 1 ? '1 column of texts is' : `${count} columns of texts are`} ${name} (${collation})`
  if (name === 'latin1') return judgedLatin1(what, encoding, charset)
  if (name === charset) return good(`${what}, as configured.`)
  if (charset === 'latin1')
    return warning(`${what}, but DATABASE_CHARSET says latin1: letters other than a to z will be wrong.`)
  if (/^utf8(mb3)?$/.test(name))
    return advice(`${what}: texts are read correctly, but cannot contain characters of four bytes (emoji).`)
  return advice(`${what}: the server converts them to UTF-8.`)
}

/** Judges columns labelled latin1, which contain that, or the UTF-8 of older sites. */
function judgedLatin1(what: string, encoding: Encoding, charset: string): Finding {
  const isReadAsUtf8 = charset === 'latin1'
  switch (encoding) {
    case 'utf8':
      return isReadAsUtf8
        ? good(`${what} and hold UTF-8, as configured.`)
        : warning(`${what}, but hold UTF-8: accented letters show as two letters.`, 'DATABASE_CHARSET=latin1')
    case 'other':
      return isReadAsUtf8
        ? warning(`${what} and hold latin1, but DATABASE_CHARSET=latin1 reads them as UTF-8: leave it out.`)
        : good(`${what} and hold latin1: the server converts them to UTF-8.`)
    case 'mixed':
      return warning(
        `${what}, and hold latin1 in some rows and UTF-8 in others: no setting reads both. Convert the texts to one of them.`,
      )
    case 'unknown':
      return isReadAsUtf8
        ? good(`${what}, as configured; the newest texts have no letters beyond ASCII.`)
        : advice(
            `${what}; the newest texts have no letters beyond ASCII, so they do not say whether they hold UTF-8. If accented letters show as two letters, set DATABASE_CHARSET=latin1.`,
          )
  }
}

const rowsMax = 200
const bytesMax = 20_000

/** Judges the newest texts of each column by their bytes. */
async function sampledEncoding(ask: Looking['ask'], columns: readonly Row[]): Promise<Encoding> {
  const found = new Set<boolean>()
  for (const row of columns) {
    const [table, column] = [sql.id(textOf(row, 'table')), sql.id(textOf(row, 'column'))]
    const key = await ask(sql`
      select column_name as \`column\` from information_schema.statistics
      where table_schema = database() and table_name = ${textOf(row, 'table')} and index_name = 'PRIMARY' and seq_in_index = 1`)
    const newest = key.map((each) => sql`order by ${sql.id(textOf(each, 'column'))} desc`)[0] ?? sql``
    const texts = await ask(sql`
      select hex(left(cast(${column} as binary), ${bytesMax})) as bytes from ${table} ${newest} limit ${rowsMax}`)
    for (const text of texts) {
      const bytes = Buffer.from(textOf(text, 'bytes'), 'hex')
      if (bytes.some((byte) => byte > 0x7f)) found.add(isUtf8(wholeLetters(bytes)))
    }
  }
  if (found.size === 2) return 'mixed'
  if (found.has(true)) return 'utf8'
  return found.has(false) ? 'other' : 'unknown'
}

/** Cuts off a last character that may be incomplete. */
function wholeLetters(bytes: Buffer): Buffer {
  if (bytes.length < bytesMax) return bytes
  const lead = bytes.findLastIndex((byte) => byte < 0x80 || byte > 0xbf)
  return lead >= bytes.length - 4 ? bytes.subarray(0, lead) : bytes
}

function layoutTable(layout: Looking['layout'], named: ColumnName): string | undefined {
  const [name] = named.split('.')
  return [...layout].find(([table]) => table === name)?.[1].table
}

/** The greatest tolerable difference between the clocks, in s. */
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
      warning(
        `This Node does not know the site's time zone, ${printable(zone)}: its offset from UTC is used instead.`,
      ),
    )
  else
    findings.push(
      zone === '' ? aheadBy(said.get('gmt_offset') || '0') : good(`The site's time zone is ${zone}.`),
    )
  return findings
}

function aheadBy(offset: string): Finding {
  return isOffset(offset)
    ? good(`The site is ${offset} hours ahead of UTC.`)
    : warning(
        `The site's gmt_offset is ${printable(offset)}, which is no number of hours: its times are taken as UTC.`,
      )
}
