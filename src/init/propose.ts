// Proposes which tables contain posts, people, terms, comments and attributes, and what their columns mean: by names, types, keys
// and sizes. The table of posts decides about the others.
import { tableNames as logicalTables } from '../core/table-names.ts'
import { wordpress } from '../database/layout.ts'
import { kindsOf } from './kinds.ts'
import type { Catalogue, Described } from './catalogue.ts'
import { calledAs, columnNamed, singleKey } from './match.ts'
import type { Proposal, ProposedColumn, ProposedTable, WordPressTables } from './proposal.ts'
import { commentsOf, metaOf, peopleOf, termsOf } from './related.ts'
import { contentElsewhere } from './texts.ts'
import {
  guessStatus,
  guessTime,
  guessType,
  onlyTime,
  restricted,
  softDeletion,
  translationOf,
} from './values.ts'
import { columnNames, stateNames, tableNames } from './words.ts'

/** Sets of WordPress's own tables; in a network the main site's come first. */
export function wordpressTables({ tables }: Catalogue): readonly WordPressTables[] {
  const wanted = wordpress('').get('posts')
  const columns = [...(wanted?.columns.values() ?? [])].flatMap((column) =>
    typeof column === 'string' ? [column.toLowerCase()] : [],
  )
  return tables
    .filter(
      ({ name, columns: there }) => name.endsWith('posts') && columns.every((column) => there.has(column)),
    )
    .map(({ name }) => ({ prefix: name.slice(0, -'posts'.length) }))
    .toSorted((one, other) => one.prefix.length - other.prefix.length)
}

interface Candidate {
  readonly table: Described
  readonly score: number
  readonly reasons: readonly string[]
}

const countedMax = 12

/** Tables that may contain posts, the likeliest first. */
export async function candidates(catalogue: Catalogue): Promise<readonly Candidate[]> {
  const scored = catalogue.tables.flatMap((table) => scoreOf(table))
  const likely = scored.toSorted((one, other) => other.score - one.score).slice(0, countedMax)
  const sized = await Promise.all(
    likely.map(async ({ table, score, reasons }) => {
      const rows = await catalogue.rowsOf(table.name)
      const more = rows === null ? 0 : Math.min(2, Math.log10(rows + 1) / 2)
      return { table, score: score + more, reasons: reasons.concat(rows ? [`about ${rows} rows`] : []) }
    }),
  )
  return sized.toSorted((one, other) => other.score - one.score)
}

function scoreOf(table: Described): readonly Candidate[] {
  const title = columnNamed(table, columnNames.title, kindsOf.text)
  const date =
    columnNamed(table, columnNames.created_at, ['time']) ??
    columnNamed(table, columnNames.created_at, ['number', 'text']) ??
    (columnNamed(table, columnNames.content, kindsOf.text) && onlyTime(table))
  if (singleKey(table) === null && table.key.length === 1) return []
  if (title === null || date === null) return []
  const isOther =
    calledAs(table.name, tableNames.users) > 0 ||
    calledAs(table.name, tableNames.comments) > 0 ||
    columnNamed(table, 'password password_hash passwd', ['text']) !== null
  if (isOther) return []
  const signs: readonly (readonly [number, string | null])[] = [
    [
      3 * calledAs(table.name, tableNames.posts),
      calledAs(table.name, tableNames.posts) > 0 ? 'its name' : null,
    ],
    [2, columnNamed(table, columnNames.content, kindsOf.text, [title]) && 'a text'],
    [2, columnNamed(table, `${stateNames.shown} ${stateNames.word}`, ['number', 'text']) && 'a state'],
    [2, columnNamed(table, columnNames.author_id, ['number']) && 'an author'],
    [1, columnNamed(table, columnNames.slug, kindsOf.text, [title]) && 'a slug'],
  ]
  const found = signs.filter(([, reason]) => reason !== null)
  return [
    {
      table,
      score: found.reduce((sum, [weight]) => sum + weight, 0),
      reasons: ['a title', 'a date', ...found.flatMap(([, reason]) => reason ?? [])],
    },
  ]
}

const byHand = 'A config file that you write can name any column: docs/legacy.md.'

/** The layout for a table of posts and its related tables; or the problem that keeps it from being served. */
export async function propose(
  catalogue: Catalogue,
  { table, reasons }: Candidate,
): Promise<Proposal | { readonly problem: string }> {
  const id = idOf(table)
  if (id === null)
    return {
      problem: `${table.name} has no key of a single integer or text, by which posts could be found (docs/legacy.md).`,
    }
  const created = await guessTime(catalogue, table, 'created_at')
  if (created === null)
    return {
      problem: `${table.name} has no column of dates by a known name (${knownNames('created_at')}). ${byHand}`,
    }
  const title = columnNamed(table, columnNames.title, kindsOf.text)
  if (title === null)
    return { problem: `${table.name} has no title by a known name (${knownNames('title')}). ${byHand}` }
  const [status, type] = await Promise.all([guessStatus(catalogue, table), guessType(catalogue, table)])
  const taken = [id, title, physicalOf(created)]
  const modified = await guessTime(catalogue, table, 'modified_at', taken)
  const named = (['content', 'excerpt', 'slug', 'author_id'] as const).flatMap(
    (logical): readonly ProposedColumn[] => {
      const column =
        logical === 'author_id'
          ? authorOf(catalogue, table, taken)
          : columnNamed(table, columnNames[logical], kindsOf.text, taken)
      if (column === null) return []
      taken.push(column)
      return [{ logical, mapping: column }]
    },
  )
  const hasContent = named.some(({ logical }) => logical === 'content')
  const elsewhere = hasContent ? null : contentElsewhere(catalogue, table, id)
  const writer = named.find(({ logical }) => logical === 'author_id')
  const author = writer ? physicalOf(writer) : null
  const people = author === null ? null : peopleOf(catalogue, table, author)
  const posts: ProposedTable = {
    logical: 'posts',
    table: table.name,
    reason: `it has ${reasons.join(', ')}`,
    columns: [
      { logical: 'id', mapping: id },
      { logical: 'title', mapping: title },
      ...named,
      ...(elsewhere
        ? [{ logical: 'content', mapping: { sql: elsewhere.sql }, reason: 'the text is in another table' }]
        : []),
      { logical: 'status', mapping: status.mapping, reason: status.reason },
      { logical: 'type', mapping: type.mapping, reason: type.reason },
      { logical: 'password', mapping: { constant: '' } },
      created,
      ...(modified ? [modified] : []),
    ],
    ...(elsewhere ? { reads: [elsewhere.table] } : {}),
    where: [
      ...softDeletion(table),
      ...translationOf(table),
      ...(await restricted(catalogue, table, status.mapping)),
    ],
  }
  const terms = await termsOf(catalogue, table, id)
  const others = [
    ...(people ? [people] : []),
    ...terms.tables,
    ...(await commentsOf(catalogue, table, id)),
    ...metaOf(catalogue, table),
  ]
  const proposed = new Set([posts, ...others].map(({ logical }) => logical))
  const there = new Set(catalogue.tables.map(({ name }) => name.toLowerCase()))
  const hasSlug = named.some(({ logical }) => logical === 'slug')
  return {
    tables: [posts, ...others].toSorted(
      (one, other) => logicalTables.indexOf(one.logical) - logicalTables.indexOf(other.logical),
    ),
    leftOut: logicalTables.filter((logical) => !proposed.has(logical) && there.has(logical)),
    options: {
      permalink_structure: hasSlug ? '/%postname%/' : '/archives/%post_id%',
      timezone_string: 'UTC',
    },
    doubts: [
      ...[created.doubt, status.doubt, type.doubt].filter((doubt) => doubt !== undefined),
      ...terms.doubts,
      ...(author !== null && !people
        ? [`the people that ${table.name}.${author} names were not found.`]
        : []),
    ],
  }
}

/** The first names by which a column is recognized, to show to the owner. */
export function knownNames(logical: 'title' | 'created_at'): string {
  return `${columnNames[logical].split(' ').slice(0, 5).join(', ')} …`
}

/** The column of authors: numbers, or texts that are keys of people, since other texts are names. */
function authorOf(catalogue: Catalogue, table: Described, taken: readonly string[]): string | null {
  const names = columnNames.author_id
  const text = columnNamed(table, names, ['text'], taken)
  const isKey = text !== null && peopleOf(catalogue, table, text) !== null
  return columnNamed(table, names, kindsOf.integer, taken) ?? (isKey ? text : null)
}

function physicalOf({ mapping }: ProposedColumn): string {
  return typeof mapping === 'string' ? mapping : 'column' in mapping ? mapping.column : ''
}

/** The key of a table; where it has a row for each language, the part of the key that all languages share. */
function idOf(table: Described): string | null {
  const [first] = table.key
  if (table.key.length <= 1) return singleKey(table)
  return first !== undefined && table.columns.get(first)?.kind === 'number' && translationOf(table).length > 0
    ? first
    : null
}
