// The rows of a query loop (build_query_vars_from_query_block), derived in the same way when the needs of a text are collected
// and when it is rendered. Queries that inherit the page's query find nothing in REST, as in WordPress.
import type { QueryListing } from '../core/text-needs.ts'
import { isEmpty } from '../core/php-empty.ts'
import { phpInteger } from '../core/php-integer.ts'
import { allBlocks, asRecord, plainValue, type Block, type BlockAttributes } from './block-tree.ts'
import { numberAttribute, textAttribute } from './block-wrapper.ts'
import type { BlockSettings } from './context.ts'
import { listedMax, orders } from './listing.ts'

const offsetMax = 10_000
const idsMax = 100
/** A search for a longer text, in characters, finds nothing. */
const searchMax = 1600

/** Reads a query block's attributes, or `noQuery` where a part of a loop stands alone; null where it finds nothing. */
export function queryListing(
  attributes: BlockAttributes,
  { types, hierarchical, statuses, sticky, pageLength, taxonomies }: BlockSettings,
  uses: Pick<QueryListing, 'contents' | 'total'>,
): QueryListing | null {
  const stated = asRecord(attributes['query'])
  // A loop that states no query inherits the page's
  if (stated === null || stated['inherit'] === true) return null
  const search = textAttribute(stated, 'search')
  if (search.length > searchMax) return null
  const wanted = textAttribute(stated, 'postType')
  const type = types.has(wanted) ? wanted : 'post'
  const { terms, otherTerms } = termsOf(stated, taxonomies)
  const formats = formatsOf(stated['format'])
  const authors = authorsOf(stated['author'])
  const kind = textAttribute(stated, 'sticky')
  const exclude = [...idsOf(stated['exclude']), ...(kind === 'exclude' ? sticky : [])]
  const isHome = !ownSticky.has(kind) && !isArchive(stated, { terms, otherTerms, formats }) && search === ''
  const own = numberAttribute(stated, 'perPage', 0)
  const perPage = own || pageLength
  return {
    kind: 'query',
    type,
    statuses,
    by: orders.get(textAttribute(stated, 'orderBy')) ?? 'created_at',
    descending: textAttribute(stated, 'order').toLowerCase() !== 'asc',
    limit: perPage < 1 ? listedMax : Math.min(perPage, listedMax),
    // A loop that states no page length ignores the offset
    offset: own === 0 ? 0 : Math.min(Math.max(numberAttribute(stated, 'offset', 0), 0), offsetMax),
    terms,
    otherTerms,
    formats,
    authors,
    search,
    exclude: exclude.slice(0, idsMax),
    parents: hierarchical.has(type) ? idsOf(stated['parents']) : [],
    only: kind === 'only' ? sticky.slice(0, idsMax) : null,
    first: isHome ? sticky.filter((id) => !exclude.includes(id)).slice(0, idsMax) : [],
    ...(isEmpty(stated['excludeCurrent']) ? {} : { excludesCurrent: true }),
    ...uses,
  }
}

/** The listing of the page of posts; null where the site has none. */
export function postsPageIn(settings: BlockSettings): QueryListing | null {
  if (settings.postsPage === '0') return null
  const one = queryListing({ query: { postType: 'page', perPage: 1 } }, settings, noUses)
  return one && { ...one, only: [settings.postsPage], first: [] }
}

const noUses = { contents: false, total: false } as const

/** Values of `sticky` that replace the default, by which sticky posts come first. */
const ownSticky: ReadonlySet<string> = new Set(['only', 'exclude', 'ignore'])

/**
 * True for a loop over terms, over formats or over a single author: neither an archive nor a search begins with sticky posts. A
 * loop over both terms and formats is no archive, as WordPress does not look for the terms where they are nested then.
 */
function isArchive(
  stated: BlockAttributes,
  { terms, otherTerms, formats }: Pick<QueryListing, 'terms' | 'otherTerms' | 'formats'>,
): boolean {
  const { author } = stated
  const isNested = formats.length > 0 && terms.length + otherTerms.length > 0
  return (
    (!isNested && terms.length + formats.length > 0) ||
    (typeof author === 'number' && Number.isInteger(author) && author > 0)
  )
}

const templates: ReadonlySet<string> = new Set(['core/post-template'])
const counted: ReadonlySet<string> = new Set(
  ['next', 'numbers', 'previous'].map((part) => `core/query-pagination-${part}`).concat('core/query-total'),
)
const loopParts: ReadonlySet<string> = new Set([...templates, ...counted, 'core/query-no-results'])

/** The loops of a text, each with what its parts use. */
export function queriesIn(
  parts: readonly (string | Block)[],
  settings: BlockSettings,
): readonly QueryListing[] {
  const all = allBlocks(parts)
  const queries = all.filter(({ name }) => name === 'core/query')
  const within = new Set(queries.flatMap((query) => allBlocks(query.parts)))
  const alone = all.filter((block) => loopParts.has(block.name) && !within.has(block))
  return [
    ...queries.map((query) => queryListing(query.attributes, settings, usesOf(query.parts))),
    ...(alone.length === 0 ? [] : [queryListing(noQuery, settings, aloneUses)]),
  ].filter((listing) => listing !== null)
}

/** The loop's attributes for a part that stands outside of any loop. */
export const noQuery: BlockAttributes = { query: {} }
/** The uses of such a part. */
export const aloneUses = { contents: false, total: true } as const

export function usesOf(parts: readonly (string | Block)[]): Pick<QueryListing, 'contents' | 'total'> {
  const names = new Set(allBlocks(parts).map(({ name }) => name))
  return {
    contents: names.has('core/post-content'),
    total: counted.values().some((name) => names.has(name)),
  }
}

/** Reads `taxQuery`, in its current or its older form, and the still older `categoryIds` and `tagIds`. */
function termsOf(
  query: BlockAttributes,
  taxonomies: ReadonlySet<string>,
): Pick<QueryListing, 'terms' | 'otherTerms'> {
  const { include, exclude, ...named } = asRecord(query['taxQuery']) ?? {}
  const isOlder = Object.keys(named).length > 0
  const oldest = { category: query['categoryIds'], post_tag: query['tagIds'] }
  return {
    terms: [oldest, isOlder ? named : include].flatMap((each) => termsIn(each, taxonomies)),
    otherTerms: isOlder ? [] : termsIn(exclude, taxonomies),
  }
}

/** Terms by taxonomy, without taxonomies that are not public. */
function termsIn(named: unknown, taxonomies: ReadonlySet<string>): QueryListing['terms'] {
  return Object.entries(asRecord(named) ?? {}).flatMap(([taxonomy, given]) => {
    const ids = idsOf(given)
    return ids.length === 0 || !taxonomies.has(taxonomy) ? [] : [{ taxonomy, ids }]
  })
}

const knownFormats: ReadonlySet<string> = new Set(
  'aside audio chat gallery image link quote standard status video'.split(' '),
)

function formatsOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? [...knownFormats].filter((format) => given.includes(format)) : []
}

/** Texts and lists name authors by integers, whose sign does not count; a number by itself must be positive. */
function authorsOf(given: unknown): readonly string[] {
  const members =
    typeof given === 'string' ? given.split(',') : typeof given === 'object' && given && Object.values(given)
  if (!members) return idsOf(given ?? '')
  return idsOf(members.map((member: unknown) => Math.abs(phpInteger(plainValue(member)))))
}

function idsOf(given: unknown): readonly string[] {
  const members: readonly unknown[] = Array.isArray(given) ? given : plainValue(given).split(',')
  const ids = members.map((member) => Number(plainValue(member)))
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0).map(String))].slice(0, idsMax)
}
