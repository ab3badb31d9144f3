// Query variables in an address of the front page, which name its target (WP::$public_query_vars), as in plain permalinks. Queries
// that name content by its id are read with other addresses of content.
import { parseQuery } from '../core/query-string.ts'
import type { Filter } from '../database/filter.ts'
import type { Site } from '../site/site.ts'
import type { WpKind } from './fields.ts'
import type { WpKinds } from './kinds.ts'
import { isOpen } from './open-fields.ts'
import { dateFilters } from './where-date.ts'

/** A row of a kind by its id or slug; a page by its path; or the content type that is listed. */
export type Queried =
  | {
      readonly kind: WpKind
      readonly by: 'id' | 'slug'
      readonly value: string
      /** Conditions on the time of content that is named by its slug. */
      readonly dates?: readonly Filter[]
    }
  | { readonly pagePath: string }
  | { readonly archiveOf: string }

/** The variables of a query, of equal names the last. */
type Variables = ReadonlyMap<string, string>

export function variablesIn(query: string): Variables {
  return new Map(
    [...parseQuery(query)].filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

type Variable = readonly [name: string, by: 'id' | 'slug', before?: string]

/**
 * Null where the query has none of these variables, and `lists` where it selects posts by a list that is no object of
 * the schema. Variables that name content come before those that list it (WP_Query::parse_query).
 */
export function queriedBy(query: Variables, kinds: WpKinds, site: Site): Queried | 'lists' | null {
  const { content, terms, user, contentTypes } = kinds
  const row = (some: readonly (WpKind | null)[]) => queriedRow(query, some, site)
  const named =
    row(content) ?? queriedName(query, kinds) ?? row(terms) ?? queriedTerm(query, kinds) ?? row([user])
  if (named !== null) return named
  const type = contentTypes.find(({ name }) => name === query.get('post_type'))
  if (type?.definition.hasArchive) return { archiveOf: type.name }
  return type || [...query].some(([name, value]) => listing.test(name) && value !== '') ? 'lists' : null
}

/** Variables of searches, feeds, later pages and dates, and those of terms and authors, whose ids are known to be invalid by then. */
const listing = /^(?:s|feed|paged|m|w|year|monthnum|day|hour|minute|second|cat|tag_id|author)$/

function queriedRow(query: Variables, kinds: readonly (WpKind | null)[], site: Site): Queried | null {
  for (const kind of kinds.filter((each) => each !== null))
    for (const [name, by, before = ''] of variablesOf(kind, site)) {
      // The first of several values counts; a term or a page may be named by its path
      const value = (query.get(name) ?? '')
        .split(/[,+\s]+/)
        .map(lastPart)
        .find((each) => each !== '' && (by === 'slug' || /^[1-9]\d{0,18}$/.test(each)))
      if (value !== undefined) return { kind, by, value: before + value, dates: datesIn(query, kind) }
    }
  return null
}

function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? ''
}

/** A post, or content of the type in `post_type`, by its slug; or a page by its path. */
function queriedName(query: Variables, { content, named }: WpKinds): Queried | null {
  const [name, pagePath, type] = ['name', 'pagename', 'post_type'].map((each) => query.get(each) ?? '')
  const kind = content.find(({ resource }) => resource.name === type) ?? named.get('post')
  if (name && kind) return { kind, by: 'slug', value: name, dates: datesIn(query, kind) }
  return pagePath ? { pagePath } : null
}

/**
 * Conditions on the date of content: parts of it in variables of their own, or joined in `m` (WP_Query::get_posts). Where the owner
 * closed the date, there are none.
 */
function datesIn(query: Variables, { resource }: WpKind): readonly Filter[] {
  if (!isOpen(resource, 'date')) return []
  const [, year, month, day] = /^(\d{4})(\d\d)?(\d\d)?/.exec(query.get('m') ?? '') ?? []
  const named = Object.entries({
    year,
    monthnum: month,
    day,
    hour: undefined,
    minute: undefined,
    second: undefined,
  })
  const parts = named.flatMap(([name, inMonth]) => {
    const value = /^\d+/.exec(query.get(name) ?? '')?.[0] ?? inMonth
    return value === undefined ? [] : [[name === 'monthnum' ? 'month' : name, Number(value)]]
  })
  return dateFilters(Object.fromEntries(parts))
}

function queriedTerm(query: Variables, { terms }: WpKinds): Queried | null {
  const [taxonomy, slug] = ['taxonomy', 'term'].map((each) => query.get(each) ?? '')
  const kind = terms.find(({ discriminator }) => discriminator?.value === taxonomy)
  return kind && slug ? { kind, by: 'slug', value: slug } : null
}

function variablesOf({ resource, discriminator, idKind }: WpKind, site: Site): readonly Variable[] {
  if (idKind === 'user') return ofAuthors
  const name = discriminator?.value ?? resource.name
  if (idKind === 'post') return variable(site.contentTypes.get(name)?.queryVar)
  return builtIn.get(name) ?? variable(site.taxonomies.get(name)?.queryVar)
}

const ofAuthors: readonly Variable[] = [
  ['author', 'id'],
  ['author_name', 'slug'],
]

const builtIn: ReadonlyMap<string, readonly Variable[]> = new Map([
  [
    'category',
    [
      ['cat', 'id'],
      ['category_name', 'slug'],
    ],
  ],
  [
    'post_tag',
    [
      ['tag', 'slug'],
      ['tag_id', 'id'],
    ],
  ],
  ['post_format', [['post_format', 'slug', 'post-format-']]],
])

function variable(name: string | null | undefined): readonly Variable[] {
  return name ? [[name, 'slug']] : []
}
