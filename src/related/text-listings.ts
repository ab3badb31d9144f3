// Reads the lists that a page's texts contain, each one once however many texts contain it.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import { listingKey, type Listing, type ListingOf, type QueryListing } from '../core/text-needs.ts'
import type { Tag } from '../core/tag.ts'
import { equal, toIdValue, type Filter } from '../database/filter.ts'
import { integerOf, rowIds, rowsById, textOf, type Row } from '../database/tables.ts'
import { belonging, idsIn, sharedBy } from './belonging.ts'
import type { RelatedReads } from './reads.ts'
import { amongPlan, firstPlan, periodsPlan, planOf, queryFilters, rowsPlan } from './listing-plan.ts'

/** Limits the lists that the texts of a page read. */
const listingsMax = 100

export type Listed = ReadonlyMap<string, ListedRows>

export interface ListedRows {
  readonly listing: Listing
  readonly rows: readonly Row[]
  /** The number of all rows, for lists that need it. */
  readonly total: number
  /** False beyond the limit of lists: a text that shows the list must not be cached then. */
  readonly isRead: boolean
  readonly tags: ReadonlySet<Tag>
  /** The rows without the posts that the list puts first, for lists that exclude the current post. */
  readonly page?: readonly Row[]
  /** Those of the posts with this list in their texts that it would contain; only for lists that exclude the current post. */
  readonly among?: ReadonlySet<string>
}

/** `known` is the number of lists that the page's texts have read already. */
export async function readListings(
  reading: RelatedReads,
  listings: readonly Listing[],
  known: number,
): Promise<Listed | Failure> {
  const distinct = new Map(listings.map((listing) => [listingKey(listing), listing]))
  const read = await Promise.all(
    [...distinct].map(async ([key, listing], nth) => {
      if (known + nth >= listingsMax) return [key, unread(listing)] as const
      const own = reading.apart()
      const [found, total] = await Promise.all([readListing(own, listing), countOf(own, listing)])
      if (isFailure(found)) return found
      if (isFailure(total)) return total
      const tags = new Set([...own.tags, ...clockTags(listing)])
      return [key, { listing, ...found, total, tags, isRead: true }] as const
    }),
  )
  return areWhole(read) ? new Map(read) : failureIn(read)
}

/** Adds to each list that excludes the current post which of the `owners` it would contain. */
export async function withAmong(
  reading: RelatedReads,
  listed: Listed,
  owners: readonly Row[],
): Promise<Listed | Failure> {
  const read = await Promise.all(
    [...listed].map(async ([key, list]) => {
      const { listing } = list
      if (!list.isRead || listing.kind !== 'query' || !listing.excludesCurrent || !listing.total)
        return [key, list] as const
      const own = reading.apart()
      const found = await own.list(amongPlan(listing, idsIn(owners, 'id')))
      if (isFailure(found)) return found
      const among = rowIds(found.rows)
      return [key, { ...list, among, tags: new Set([...list.tags, ...own.tags]) }] as const
    }),
  )
  return areWhole(read) ? new Map(read) : failureIn(read)
}

/** The rows of a listing in the text of `owner`, which it may have to exclude. */
export function rowsFor({ listing, rows, page = [] }: ListedRows, owner: string): readonly Row[] {
  if (listing.kind !== 'query' || !listing.excludesCurrent) return rows
  const others = (some: readonly Row[]) => some.filter((row) => textOf(row, 'id') !== owner)
  const first = new Set(listing.first)
  return merged(
    others(rows).filter((row) => first.has(textOf(row, 'id'))),
    others(page).slice(0, listing.limit),
  )
}

/** The number of all rows of a listing in the text of `owner`. */
export function totalFor({ listing, total, among, page = [] }: ListedRows, owner: string): number {
  const isLeftOut = among?.has(owner) === true || page.some((row) => textOf(row, 'id') === owner)
  return listing.kind === 'query' && listing.excludesCurrent && isLeftOut ? total - 1 : total
}

function unread(listing: Listing): ListedRows {
  return { listing, rows: [], total: 0, tags: new Set([goodOnce()]), isRead: false }
}

/** The tag of texts that lack rows beyond a limit: it expires at once, so that they serve one answer. */
export function goodOnce(): Tag {
  return `until:${Date.now()}`
}

type Read = Pick<ListedRows, 'rows' | 'page'>

async function readListing(reading: RelatedReads, listing: Listing): Promise<Read | Failure> {
  if (listing.kind === 'query') return readQuery(reading, listing)
  const rows = await readRows(reading, listing)
  return isFailure(rows) ? rows : { rows }
}

async function readRows(
  reading: RelatedReads,
  listing: Exclude<Listing, QueryListing>,
): Promise<readonly Row[] | Failure> {
  if (listing.kind === 'now') return []
  if (listing.kind === 'periods') return reading.tally(periodsPlan(listing))
  const page = await reading.list(planOf(listing))
  if (isFailure(page)) return page
  return listing.kind === 'terms' ? readTerms(reading, listing, page.rows) : page.rows
}

async function readTerms(
  reading: RelatedReads,
  listing: ListingOf<'terms'>,
  listed: readonly Row[],
): Promise<readonly Row[] | Failure> {
  if (listing.by === 'count' || listing.by === 'count up') return rowsOf(reading, listing, listed)
  return listing.nested ? withNestedCounts(reading, listed) : listed
}

/** Reads the rows of a listing whose own plan read ids alone, in the order of these. */
async function rowsOf(
  reading: RelatedReads,
  listing: ListingOf<'query' | 'terms'>,
  listed: readonly Row[],
): Promise<readonly Row[] | Failure> {
  const found = await belonging(sharedBy(reading), listed, 'id', (ids) => rowsPlan(listing, ids))
  if (isFailure(found)) return found
  const byId = rowsById(found)
  return listed.map((row) => byId.get(textOf(row, 'id'))).filter((row) => row !== undefined)
}

const minuteMs = 60_000
/** In every time zone days end at a full quarter of an hour. */
const quarterMs = 900_000

function clockTags(listing: Listing): readonly Tag[] {
  const isDay = listing.kind === 'periods' && listing.endsByClock === true
  const stepMs = listing.kind === 'now' ? minuteMs : isDay ? quarterMs : null
  return stepMs === null ? [] : [`until:${(Math.floor(Date.now() / stepMs) + 1) * stepMs}`]
}

async function readQuery(reading: RelatedReads, listing: QueryListing): Promise<Read | Failure> {
  const [first, page] = await Promise.all([readFirst(reading, listing), reading.list(planOf(listing))])
  if (isFailure(first)) return first
  if (isFailure(page)) return page
  return { rows: merged(first, page.rows), page: page.rows }
}

/** Merges the posts that come first with the page: those that are on the page as well keep the page's order. */
function merged(first: readonly Row[], page: readonly Row[]): readonly Row[] {
  const ids = rowIds(first)
  const rows = [...page.filter((row) => ids.has(textOf(row, 'id'))), ...first, ...page]
  return [...rowsById(rows).values()]
}

async function readFirst(reading: RelatedReads, listing: QueryListing): Promise<readonly Row[] | Failure> {
  if (listing.first.length === 0) return []
  const ids = await reading.list(firstPlan(listing))
  return isFailure(ids) ? ids : rowsOf(reading, listing, ids.rows)
}

async function countOf(reading: RelatedReads, listing: Listing): Promise<number | Failure> {
  if (listing.kind !== 'query' || !listing.total) return 0
  return reading.count({ kind: 'count', source: 'posts', filters: queryFilters(listing), visible: null })
}

/** Limits the terms that are counted with their descendants, and the levels of these. */
const nestedMax = 50
const nestedDepthMax = 10

/** Counts for each term the posts of the term and its descendants, each post once. */
async function withNestedCounts(
  reading: RelatedReads,
  terms: readonly Row[],
): Promise<readonly Row[] | Failure> {
  const byParent = Map.groupBy(terms, (term) => textOf(term, 'parent_id'))
  const below = (term: Row, depth = 0): readonly Row[] =>
    depth > nestedDepthMax
      ? []
      : (byParent.get(textOf(term, 'id')) ?? []).flatMap((child) => [child].concat(below(child, depth + 1)))
  const parents = terms.filter((term) => byParent.has(textOf(term, 'id'))).slice(0, nestedMax)
  const counted = await Promise.all(
    parents.map(async (term) => {
      const values = [term, ...below(term)].map((each) => toIdValue(textOf(each, 'id')))
      const taxonomy = textOf(term, 'taxonomy')
      const carrying: Filter = { kind: 'term', taxonomy, by: 'id', values }
      const filters = [...equal({ status: 'publish' }), carrying]
      const count = await reading.count({ kind: 'count', source: 'posts', filters, visible: null })
      return isFailure(count) ? count : ([textOf(term, 'id'), count] as const)
    }),
  )
  if (!areWhole(counted)) return failureIn(counted)
  const counts = new Map(counted)
  return terms.map((term) => ({ ...term, count: counts.get(textOf(term, 'id')) ?? integerOf(term, 'count') }))
}
