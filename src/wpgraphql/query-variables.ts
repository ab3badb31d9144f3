// Variables of queries in an address of the site's front, which name what it leads to (WP::$public_query_vars): addresses of sites
// without permalinks are such. Those that name content by its id are read with other addresses of content.
import type { Site } from '../site/site.ts'
import type { WpKind } from './fields.ts'
import type { WpKinds } from './kinds.ts'

/** The value of a variable, and the kind of row that has it as its id or slug; or the content type that is listed. */
export type Queried =
  | { readonly kind: WpKind; readonly by: 'id' | 'slug'; readonly value: string }
  | { readonly archiveOf: string }

type Variable = readonly [name: string, by: 'id' | 'slug', before?: string]

/** Null where the query names nothing, and `lists` where it asks for posts that no object of the schema stands for. */
export function queriedBy(query: URLSearchParams, kinds: WpKinds, site: Site): Queried | 'lists' | null {
  const { content, terms, user, contentTypes } = kinds
  for (const kind of [...content, ...terms, user].filter((each) => each !== null))
    for (const [name, by, before = ''] of variablesOf(kind, site)) {
      // Categories may be named with those above them
      const value =
        query
          .get(name)
          ?.split('/')
          .findLast((part) => part !== '') ?? ''
      if (value !== '' && (by === 'slug' || /^[1-9]\d{0,18}$/.test(value)))
        return { kind, by, value: before + value }
    }
  if ([...query].some(([name, value]) => listing.test(name) && value !== '')) return 'lists'
  const type = contentTypes.find(({ name }) => name === query.get('post_type'))
  return type?.definition.hasArchive ? { archiveOf: type.name } : null
}

/** Searches, feeds, later pages, and what was published in a time. */
const listing = /^(?:s|feed|paged|m|w|year|monthnum|day|hour|minute|second)$/

function variablesOf({ resource, told, idKind }: WpKind, site: Site): readonly Variable[] {
  if (idKind === 'user') return ofAuthors
  const name = told?.value ?? resource.name
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
