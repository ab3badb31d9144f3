// Where posts, terms and authors are on the site itself, by the owner's permalink options (get_permalink, get_term_link,
// get_author_posts_url).
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Site } from './site.ts'

/** What lies beyond a post's own row in some structures. */
export interface Surroundings {
  readonly categories: readonly Row[]
  readonly author: Row | null
  /** The slugs above a category and its own. */
  readonly pathOf: (term: Row) => readonly string[]
}

const unpublished: ReadonlySet<string> = new Set(['draft', 'pending', 'auto-draft', 'future'])

export function postLink(post: Row, site: Site, { categories, author, pathOf }: Surroundings): string {
  const structure = site.option('permalink_structure')
  if (structure === '' || unpublished.has(textOf(post, 'status')))
    return `${site.home}/?p=${textOf(post, 'id')}`
  const [date = '', time = ''] = textOf(post, 'created_at').split(' ')
  const [year = '', month = '', day = ''] = date.split('-')
  const [hour = '', minute = '', second = ''] = time.split(':')
  // Of several categories the one with the lowest id names the path
  const [category] = categories.toSorted((a, b) => Number(integerOf(a, 'id')) - Number(integerOf(b, 'id')))
  const tags = new Map(
    Object.entries({
      year,
      monthnum: month,
      day,
      hour,
      minute,
      second,
      post_id: textOf(post, 'id'),
      postname: textOf(post, 'slug'),
      category: category ? pathOf(category).join('/') : 'uncategorized',
      author: author ? textOf(author, 'slug') : '',
    }),
  )
  return site.home + structure.replace(/%(\w+)%/g, (tag, name: string) => tags.get(name) ?? tag)
}

const termBases = {
  category: { option: 'category_base', fallback: 'category', plain: 'cat', by: 'id' },
  post_tag: { option: 'tag_base', fallback: 'tag', plain: 'tag', by: 'slug' },
} as const

export function termLink(
  term: Row,
  taxonomy: keyof typeof termBases,
  site: Site,
  path: readonly string[],
): string {
  const { option, fallback, plain, by } = termBases[taxonomy]
  const structure = site.option('permalink_structure')
  if (structure === '') return `${site.home}/?${plain}=${textOf(term, by)}`
  const own = site.option(option).replace(/^\/+|\/+$/g, '')
  // A base of the owner's own stands without what the structure begins with
  return `${site.home}${own === '' ? `${front(structure)}${fallback}` : `/${own}`}/${path.join('/')}${structure.endsWith('/') ? '/' : ''}`
}

export function authorLink(user: Row, site: Site): string {
  const structure = site.option('permalink_structure')
  if (structure === '') return `${site.home}/?author=${textOf(user, 'id')}`
  return `${site.home}${front(structure)}author/${textOf(user, 'slug')}${structure.endsWith('/') ? '/' : ''}`
}

/** What a structure begins with before its first tag: `/blog/` of `/blog/%postname%/`. */
function front(structure: string): string {
  return /^[^%]*/.exec(structure)?.[0] || '/'
}
