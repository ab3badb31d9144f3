// The rows that blocks list, derived in the same way when the needs of a text are collected and when it is rendered.
import { isList } from '../core/json-value.ts'
import { isEmpty } from '../core/php-empty.ts'
import type { Listing, ListingOf, PostOrder } from '../core/text-needs.ts'
import { asRecord, plainValue, type BlockAttributes } from './block-tree.ts'
import { numberAttribute, textAttribute } from './block-wrapper.ts'
import { publishedDays } from './calendar.ts'

/** The highest number of rows that a block lists. */
export const listedMax = 100

/** The listing of a block; null where it lists nothing. `pageLength` is the number of posts on a page of the site. */
export function listingOf(name: string, attributes: BlockAttributes, pageLength = 10): Listing | null {
  return asked.get(name)?.(attributes, pageLength) ?? null
}

export const orders: ReadonlyMap<string, PostOrder> = new Map([
  ['date', 'created_at'],
  ['modified', 'modified_at'],
  ['title', 'title'],
  ['menu_order', 'menu_order'],
  ['name', 'slug'],
  ['author', 'author_id'],
  ['ID', 'id'],
  ['comment_count', 'comment_count'],
])

/** A date that is shown relative to the current time, on which the HTML then depends. */
const timed = (attributes: BlockAttributes): Listing | null =>
  textAttribute(attributes, 'format') === 'human-diff' ? { kind: 'now' } : null

const asked = new Map<string, (attributes: BlockAttributes, pageLength: number) => Listing | null>([
  ['core/post-date', timed],
  ['core/comment-date', timed],
  [
    'core/latest-posts',
    (attributes, pageLength) => ({
      kind: 'posts',
      by: orders.get(textAttribute(attributes, 'orderBy')) ?? 'created_at',
      descending: textAttribute(attributes, 'order').toLowerCase() !== 'asc',
      limit: limitOf(numberAttribute(attributes, 'postsToShow', 5) || pageLength),
      categories: categoriesOf(attributes['categories']),
      author:
        numberAttribute(attributes, 'selectedAuthor', 0) > 0
          ? String(numberAttribute(attributes, 'selectedAuthor', 0))
          : '',
      images: attributes['displayFeaturedImage'] === true,
      contents: attributes['displayPostContentRadio'] === 'full_post',
    }),
  ],
  [
    'core/latest-comments',
    (attributes) => {
      const wanted = numberAttribute(attributes, 'commentsToShow', 5)
      // Unlike with posts, the default replaces a number out of range
      return { kind: 'comments', limit: wanted < 1 || wanted > listedMax ? 5 : wanted }
    },
  ],
  [
    'core/categories',
    (attributes) => ({
      ...allTerms,
      taxonomy: taxonomyOf(attributes, 'category'),
      nested:
        attributes['showHierarchy'] === true &&
        attributes['showPostCounts'] === true &&
        attributes['showOnlyTopLevel'] !== true,
    }),
  ],
  [
    'core/tag-cloud',
    (attributes) => {
      const taxonomy = taxonomyOf(attributes, 'post_tag')
      const isFlat = !hasLevels(taxonomy)
      const limit = isFlat ? cloudLimit(attributes) : null
      return { ...allTerms, taxonomy, by: 'count', limit, filled: isFlat }
    },
  ],
  [
    'core/terms-query',
    (attributes) => {
      const stated = termQueryOf(attributes)
      const taxonomy = taxonomyOf(stated, 'category')
      if (!isByCount(stated)) return { ...allTerms, taxonomy, by: isById(stated) ? 'id' : 'name' }
      const by = isAscending(stated) ? 'count up' : 'count'
      const isFlat = !hasLevels(taxonomy)
      const filled = isFlat && !isEmpty(stated['hideEmpty'])
      return { ...allTerms, taxonomy, by, filled, limit: isFlat ? termsLimit(stated) : null }
    },
  ],
  [
    'core/archives',
    (attributes) => {
      const type = textAttribute(attributes, 'type')
      if (type === 'postbypost') return allPosts
      if (type === 'alpha') return { ...allPosts, by: 'title', descending: false }
      const unit = unitOf(type)
      return unit === null ? null : { kind: 'periods', unit }
    },
  ],
  ['core/calendar', () => publishedDays],
  ['core/page-list', () => ({ kind: 'pages' })],
])

const allTerms = { kind: 'terms', by: 'name', limit: null, filled: false, nested: false } as const

/** True for a loop over terms by their count, whose order is the database's: the order of equal counts is not that of names. */
export function isByCount(stated: BlockAttributes): boolean {
  const isNamed = Array.isArray(stated['include']) && stated['include'].length > 0
  return !isNamed && textAttribute(stated, 'orderBy') === 'count'
}

/** True for a loop over terms by their ids, which is also the order where a query names none. */
function isById(stated: BlockAttributes): boolean {
  return ['', 'id', 'term_id'].includes(textAttribute(stated, 'orderBy').toLowerCase())
}

export function isAscending(stated: BlockAttributes): boolean {
  return textAttribute(stated, 'order').toLowerCase() === 'asc'
}

/** The query of a loop over terms: a stated one gets none of the block's defaults. */
export function termQueryOf({ termQuery }: BlockAttributes): BlockAttributes {
  return termQuery === undefined
    ? { perPage: 10, orderBy: 'name', order: 'asc', hideEmpty: true }
    : (asRecord(termQuery) ?? {})
}

/** The highest number of terms that a loop over terms shows. */
export function termsLimit(stated: BlockAttributes): number {
  return Math.min(Math.abs(numberAttribute(stated, 'perPage', 0)) || listedMax, listedMax)
}

/** True for a hierarchical taxonomy, in which a term without posts may have descendants with posts. */
function hasLevels(taxonomy: string): boolean {
  return taxonomy === 'category'
}

const allPosts: ListingOf<'posts'> = {
  kind: 'posts',
  by: 'created_at',
  descending: true,
  limit: listedMax,
  categories: [],
  author: '',
  images: false,
  contents: false,
}

/** A number below one stands for all. */
function limitOf(given: number): number {
  return given < 1 ? listedMax : Math.min(given, listedMax)
}

/** The highest number of terms that a tag cloud shows. */
export function cloudLimit(attributes: BlockAttributes): number {
  return limitOf(numberAttribute(attributes, 'numberOfTags', 45))
}

function categoriesOf(given: unknown): readonly string[] {
  // Older editors wrote one id as a text
  if (typeof given === 'string') return isEmpty(given) ? [] : [String(Number.parseInt(given, 10) || 0)]
  const members = isList(given) ? given.map(asRecord) : []
  if (members.includes(null)) return []
  const ids = members.flatMap((member) =>
    member !== null && 'id' in member ? [Number(plainValue(member['id']))] : [],
  )
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id >= 0).map(String))].slice(0, listedMax)
}

/** The taxonomy whose terms a block lists, which need not exist. */
export function taxonomyOf(attributes: BlockAttributes, otherwise: string): string {
  return textAttribute(attributes, 'taxonomy') || otherwise
}

/** The unit that the database counts by; weeks are made of days. */
function unitOf(type: string): 'year' | 'month' | 'day' | null {
  if (type === 'yearly') return 'year'
  if (type === '' || type === 'monthly') return 'month'
  return type === 'daily' || type === 'weekly' ? 'day' : null
}
