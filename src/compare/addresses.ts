// The public addresses that are compared: lists of every type and taxonomy that the site describes, as front ends ask for them,
// and then items of what the lists have.
import { isList, isMembers, memberAt, textAt } from '../core/json-value.ts'

export interface Asked {
  /** Below the address of the REST interface: `wp/v2/posts?per_page=5`. */
  readonly address: string
  /** The name under which the report counts it: `posts`, `posts/ID`. */
  readonly route: string
}

/** Routes that describe the site; their answers say what else there is. */
export const described: readonly string[] = ['wp/v2/types', 'wp/v2/taxonomies', 'wp/v2/statuses']

const itemsOfEach = 3

interface Kind {
  /** `wp/v2/posts`. */
  readonly base: string
  readonly name: string
}

/** The kinds that an answer of `types` or `taxonomies` describes. */
export function kindsOf(answer: unknown): readonly Kind[] {
  if (!isMembers(answer)) return []
  return Object.values(answer).flatMap((each) => {
    const [base, namespace] = [textAt(each, 'rest_base'), textAt(each, 'rest_namespace') || 'wp/v2']
    // Templates, styles, fonts and menus are for those who edit
    return /^(?:wp_|nav_menu)/.test(textAt(each, 'slug')) || !isPath(base) || !isPath(namespace)
      ? []
      : [{ base: `${namespace}/${base}`, name: base }]
  })
}

/** True for what stays below the address of the REST interface: another site may not be asked in the name of this one. */
function isPath(text: string): boolean {
  return /^[\p{L}\p{N}_%~-][\p{L}\p{N}_%.~-]*(?:\/[\p{L}\p{N}_%~-][\p{L}\p{N}_%.~-]*)*$/u.test(text)
}

export function listsOf({ base, name }: Kind, of: 'types' | 'taxonomies'): readonly Asked[] {
  const queries =
    of === 'types'
      ? [
          '',
          '?per_page=9&_embed',
          '?per_page=5&page=2',
          '?per_page=100&_fields=id,slug,title,link',
          '?orderby=title&order=asc',
        ]
      : ['', '?per_page=100&hide_empty=true', '?orderby=count&order=desc&_fields=id,count,slug']
  return queries.map((query) => ({ address: base + query, route: name }))
}

export const otherLists: readonly Asked[] = [
  ...['', '?per_page=100&_fields=id,slug,name'].map((query) => ({
    address: `wp/v2/users${query}`,
    route: 'users',
  })),
  ...['', '?per_page=5&order=asc&_embed'].map((query) => ({
    address: `wp/v2/comments${query}`,
    route: 'comments',
  })),
]

/** The first list of a kind leads to its first items, alone and by slug, and to a search for a word of theirs. */
export function itemsOf({ base, name }: Kind, list: unknown): readonly Asked[] {
  const items = isList(list) ? list.slice(0, itemsOfEach) : []
  const [first] = items
  const [slug, word] = [
    textAt(first, 'slug'),
    wordIn(textAt(first, 'title', 'rendered') || textAt(first, 'name')),
  ]
  const [date, link] = [textAt(first, 'date'), textAt(first, 'link')]
  const more = [
    ...(slug === '' ? [] : [`${base}?slug=${encodeURIComponent(slug)}`]),
    ...(word === '' ? [] : [`${base}?search=${encodeURIComponent(word)}`]),
    ...(date === '' ? [] : [`${base}?before=${encodeURIComponent(date)}&per_page=3&_embed`]),
  ]
  return [
    ...items.map((item) => ({
      address: `${base}/${encodeURIComponent(textAt(item, 'id'))}`,
      route: `${name}/ID`,
    })),
    ...items.slice(0, 1).map((item) => ({
      address: `${base}/${encodeURIComponent(textAt(item, 'id'))}?_embed`,
      route: `${name}/ID`,
    })),
    ...more.map((address) => ({ address, route: name })),
    ...(memberAt(first, 'type') === 'post' && link !== ''
      ? [{ address: `oembed/1.0/embed?url=${encodeURIComponent(link)}`, route: 'oembed' }]
      : []),
    ...(name === 'posts' && word !== ''
      ? ['', '&type=term', '&subtype=page'].map((rest) => ({
          address: `wp/v2/search?search=${encodeURIComponent(word)}${rest}`,
          route: 'search',
        }))
      : []),
  ]
}

/** Bad input is answered alike, too. */
export const mistakes: readonly Asked[] = [
  'wp/v2/posts/0',
  'wp/v2/posts?per_page=0',
  'wp/v2/posts?orderby=nothing',
  'wp/v2/nothing',
].map((address) => ({ address, route: 'bad input' }))

function wordIn(text: string): string {
  return /\p{L}{4,}/u.exec(text)?.[0] ?? ''
}
