// Lists content of the database that is not served: content types, taxonomies, keys of meta. Each query is bounded: it returns as
// many names as fit a screen, of the newest rows in large tables.
import { sql } from 'kysely'
import { columnIn, type PhysicalTable } from '../database/layout.ts'
import { wordsOf } from '../database/table-parts.ts'
import { textOf, type Row } from '../database/tables.ts'
import { advice, good, printable, warning, type Finding, type Looking } from './finding.ts'
import { people } from './rows.ts'

export interface Exposed {
  readonly types: ReadonlySet<string>
  readonly taxonomies: ReadonlySet<string>
  readonly metaKeys: ReadonlySet<string>
}

const namesMax = 200
const shownMax = 12
const countedMax = 10_000
/** The number of the newest rows of meta whose keys are read. */
const metaRowsMax = 20_000

export async function checkExposure(looking: Looking, exposed: Exposed): Promise<readonly Finding[]> {
  return [
    ...unservedWords(looking.layout.get('posts'), 'type', exposed.types),
    ...unservedWords(looking.layout.get('term_taxonomy'), 'taxonomy', exposed.taxonomies),
    ...(await named(looking, { table: 'posts', column: 'type', known: exposed.types, what: 'type' })),
    ...(await named(looking, {
      table: 'term_taxonomy',
      column: 'taxonomy',
      known: exposed.taxonomies,
      what: 'taxonomy',
    })),
    ...(await metaKeys(looking, exposed.metaKeys)),
  ]
}

interface Named {
  readonly table: 'posts' | 'term_taxonomy'
  readonly column: 'type' | 'taxonomy'
  readonly known: ReadonlySet<string>
  readonly what: 'type' | 'taxonomy'
}

/** Warns of types or taxonomies that the owner's layout names and nothing serves. */
function unservedWords(
  table: PhysicalTable | undefined,
  column: 'type' | 'taxonomy',
  known: ReadonlySet<string>,
): readonly Finding[] {
  if (table === undefined) return []
  const words = [table, ...table.parts].flatMap(({ columns }) => wordsOf(columns.get(column)))
  const unknown = [...new Set(words)].filter((word) => !known.has(word)).map((word) => printable(word))
  if (unknown.length === 0) return []
  return [
    warning(
      `The layout has the ${plurals[column]} ${unknown.join(', ')}, which no resource serves, so that their rows appear nowhere. ${builtIn[column]}; an extension can serve others (docs/extensions.md).`,
    ),
  ]
}

const builtIn = {
  type: 'Built in are post, page and attachment',
  taxonomy: 'Built in are category and post_tag',
} as const

const plurals = { type: 'types of content', taxonomy: 'taxonomies' } as const

async function named(
  { ask, layout }: Looking,
  { table, column, known, what }: Named,
): Promise<readonly Finding[]> {
  const physical = layout.get(table)?.table
  const name = layout.get(table)?.columns.get(column)
  if (physical === undefined || typeof name !== 'string') return []
  const rows = await ask(
    sql`select distinct ${sql.ref(name)} as name from ${sql.table(physical)} limit ${namesMax}`,
  )
  const unknown = rows.map((row) => textOf(row, 'name')).filter((each) => each !== '' && !known.has(each))
  if (unknown.length === 0) return [good(`All ${plurals[what]} in the database are served.`)]
  const counted: string[] = []
  for (const each of unknown.toSorted().slice(0, shownMax)) {
    const [row = {}] = await ask(sql`
      select count(*) as rows_there from
      (select 1 from ${sql.table(physical)} where ${sql.ref(name)} = ${each} limit ${countedMax + 1}) as some`)
    counted.push(`${printable(each)} (${atMost(row)})`)
  }
  const more = unknown.length > shownMax ? ` and ${unknown.length - shownMax} more` : ''
  return [
    advice(
      `In the database but not served: the ${plurals[what]} ${counted.join(', ')}${more}. An extension can serve them (docs/extensions.md).`,
    ),
  ]
}

async function metaKeys({ ask, layout }: Looking, known: ReadonlySet<string>): Promise<readonly Finding[]> {
  const table = layout.get('postmeta')?.table
  const [key, id] = [columnIn(layout, 'postmeta.key'), columnIn(layout, 'postmeta.id')]
  if (table === undefined || typeof key !== 'string') return []
  const newest = typeof id === 'string' ? sql`order by ${sql.ref(id)} desc` : sql``
  const rows = await ask(sql`
    select name, count(*) as rows_there from
    (select ${sql.ref(key)} as name from ${sql.table(table)} ${newest} limit ${metaRowsMax}) as newest
    group by name order by rows_there desc, name limit ${namesMax}`)
  // Keys that begin with an underscore are WordPress's own (is_protected_meta)
  const unknown = rows.filter((row) => !/^(_|$)/.test(textOf(row, 'name')) && !known.has(textOf(row, 'name')))
  if (unknown.length === 0) return [good("All keys of meta are served, except WordPress's own.")]
  const names = unknown.slice(0, shownMax).map((row) => `${printable(textOf(row, 'name'))} (${atMost(row)})`)
  const more = unknown.length > shownMax ? ` and ${unknown.length - shownMax} more` : ''
  return [
    advice(
      `Not served: the keys of meta ${names.join(', ')}${more}, of the newest ${people(metaRowsMax)} rows. An extension can serve them as fields (docs/extensions.md).`,
    ),
  ]
}

function atMost(row: Row): string {
  const count = Number(textOf(row, 'rows_there'))
  return count > countedMax ? `more than ${people(countedMax)}` : people(count)
}
