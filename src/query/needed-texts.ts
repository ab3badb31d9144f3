// What the texts of a page's rows ask for: files that they name, files that belong to their rows, lists, other texts that
// they are made of. A query each for the whole page.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import { listingKey, type Listing, type TextNeeds } from '../core/text-needs.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { TextsAsked } from '../registry/field.ts'
import { addressColumns } from '../site/permalink.ts'
import { belonging, belongingPlan } from './belonging.ts'
import type { Reading } from './execute.ts'
import type { ListPlan, Order, Page } from './plan.ts'
import { equal } from './planner.ts'

export interface Texts {
  /** Whether authors, terms are shown of what is read. */
  readonly authors: boolean
  readonly terms: boolean
  readonly files: ReadonlyMap<string, Row>
  /** In the order of the menu, by the id of what they belong to. */
  readonly filesBelow: ReadonlyMap<string, readonly Row[]>
  /** The id of the featured image, by that of its post. */
  readonly images: ReadonlyMap<string, string>
  readonly listed: ReadonlyMap<string, readonly Row[]>
  readonly listedPosts: readonly Row[]
  readonly listedTerms: readonly Row[]
  readonly listedComments: readonly Row[]
  /** What others are made of, by id. */
  readonly shared: ReadonlyMap<string, string>
}

const fileColumns = [...addressColumns, 'title', 'excerpt', 'guid', 'mime_type', 'menu_order']
const attachments = equal({ type: 'attachment' })
/** How often texts are made of texts; lists on one page; rows of a list that states no number. */
const sharedDepthMax = 5
const listingsMax = 20
const rowsMax = 1000

export const noTexts: Texts = {
  authors: false,
  terms: false,
  files: new Map(),
  filesBelow: new Map(),
  images: new Map(),
  listed: new Map(),
  listedPosts: [],
  listedTerms: [],
  listedComments: [],
  shared: new Map(),
}

export async function readTexts(
  reading: Reading,
  rows: readonly Row[],
  { of }: TextsAsked,
): Promise<Texts | Failure> {
  const asked = rows.map((row) => ({ row, needs: of(row) }))
  const shared = await readShared(
    reading,
    asked.flatMap(({ needs }) => needs.shared),
    of,
  )
  if (isFailure(shared)) return shared
  const needs = [...asked.map((each) => each.needs), ...shared.map((each) => each.needs)]
  const listed = await readListings(
    reading,
    needs.flatMap(({ listings }) => listings),
  )
  if (isFailure(listed)) return listed
  const rowsOf = (kind: Listing['kind']) =>
    [...listed.values()].flatMap(({ listing, rows: found }) => (listing.kind === kind ? found : []))
  const pictured = [...listed.values()].flatMap(({ listing, rows: found }) =>
    listing.kind === 'posts' && listing.images ? found : [],
  )
  const isAny = (flag: 'image' | 'author' | 'terms') => needs.some((need) => need[flag])
  const images = await readImages(reading, [...(isAny('image') ? rows : []), ...pictured])
  if (isFailure(images)) return images
  const whole = [...listed.values()].flatMap(({ listing, rows: found }) =>
    listing.kind === 'posts' && listing.contents ? found.flatMap((row) => of(row).files) : [],
  )
  const named = [...needs.flatMap(({ files }) => files), ...whole, ...images.values()].map((id) => ({ id }))
  const owners = asked.flatMap((each) => (each.needs.ownFiles ? [each.row] : []))
  const both = await Promise.all([
    belonging(reading, named, 'id', (ids) =>
      belongingPlan('posts', fileColumns, 'id', ids, { filters: attachments }),
    ),
    belonging(reading, owners, 'id', (ids) =>
      belongingPlan('posts', fileColumns, 'parent_id', ids, {
        filters: [...attachments, ...equal({ status: 'inherit' })],
        order: ascending('menu_order', 'id'),
      }),
    ),
  ])
  if (!areWhole(both)) return failureIn(both)
  const [files, own] = both
  const lists = new Set([...listed.values()].map(({ listing }) => listing.kind))
  return {
    authors: isAny('author') || lists.has('posts') || lists.has('comments'),
    terms: isAny('terms'),
    files: new Map([...own, ...files].map((row) => [textOf(row, 'id'), row])),
    filesBelow: Map.groupBy(own, (row) => textOf(row, 'parent_id')),
    images,
    listed: new Map([...listed].map(([key, { rows: found }]) => [key, found])),
    listedPosts: [...rowsOf('posts'), ...rowsOf('pages')],
    listedTerms: rowsOf('terms'),
    listedComments: rowsOf('comments'),
    shared: new Map(shared.map(({ row }) => [textOf(row, 'id'), textOf(row, 'content')])),
  }
}

interface Asked {
  readonly row: Row
  readonly needs: TextNeeds
}

/** The texts that others are made of, a level at a time: what is published without a password. */
async function readShared(
  reading: Reading,
  ids: readonly string[],
  of: TextsAsked['of'],
): Promise<readonly Asked[] | Failure> {
  const found: Asked[] = []
  const known = new Set<string>()
  let level = ids
  for (let depth = 0; depth < sharedDepthMax; depth += 1) {
    const unknown = [...new Set(level)].filter((id) => !known.has(id))
    for (const id of unknown) known.add(id)
    const rows = await belonging(
      reading,
      unknown.map((id) => ({ id })),
      'id',
      (values) =>
        belongingPlan('posts', ['id', 'content'], 'id', values, {
          filters: equal({ type: 'wp_block', status: 'publish', password: '' }),
        }),
    )
    if (isFailure(rows)) return rows
    if (rows.length === 0) break
    const asked = rows.map((row) => ({ row, needs: of(row) }))
    found.push(...asked)
    level = asked.flatMap(({ needs }) => needs.shared)
  }
  return found
}

type Listed = ReadonlyMap<string, { readonly listing: Listing; readonly rows: readonly Row[] }>

async function readListings(reading: Reading, listings: readonly Listing[]): Promise<Listed | Failure> {
  const distinct = new Map(listings.map((listing) => [listingKey(listing), listing]))
  const read = await Promise.all(
    [...distinct].slice(0, listingsMax).map(async ([key, listing]) => {
      const rows = await readListing(reading, listing)
      return isFailure(rows) ? rows : ([key, { listing, rows }] as const)
    }),
  )
  return areWhole(read) ? new Map(read) : failureIn(read)
}

async function readListing(reading: Reading, listing: Listing): Promise<readonly Row[] | Failure> {
  if (listing.kind === 'periods')
    return reading.tally({
      kind: 'tally',
      source: 'posts',
      by: 'created_at',
      length: periodLengths[listing.unit],
      filters: published('post'),
      visible: null,
    })
  const page = await reading.list(planOf(listing))
  if (isFailure(page)) return page
  return listing.kind === 'terms' && listing.nested ? withNestedCounts(reading, page.rows) : page.rows
}

/** How many terms are counted with what is below them. */
const nestedMax = 50

/** Terms with the posts of what is below them among their own, each counted once. */
async function withNestedCounts(reading: Reading, terms: readonly Row[]): Promise<readonly Row[] | Failure> {
  const byParent = Map.groupBy(terms, (term) => textOf(term, 'parent_id'))
  const below = (term: Row, depth = 0): readonly Row[] =>
    depth > pathDepthMax
      ? []
      : (byParent.get(textOf(term, 'id')) ?? []).flatMap((child) => [child].concat(below(child, depth + 1)))
  const parents = terms.filter((term) => byParent.has(textOf(term, 'id'))).slice(0, nestedMax)
  const counted = await Promise.all(
    parents.map(async (term) => {
      const values = [term, ...below(term)].map((each) => toIdValue(textOf(each, 'id')))
      const taxonomy = textOf(term, 'taxonomy')
      const filters: readonly Filter[] = [...published('post'), { kind: 'term', taxonomy, by: 'id', values }]
      const count = await reading.count({ kind: 'count', source: 'posts', filters, visible: null })
      return isFailure(count) ? count : ([textOf(term, 'id'), count] as const)
    }),
  )
  if (!areWhole(counted)) return failureIn(counted)
  const counts = new Map(counted)
  return terms.map((term) => ({ ...term, count: counts.get(textOf(term, 'id')) ?? integerOf(term, 'count') }))
}

const pathDepthMax = 10

const periodLengths = { year: 4, month: 7, day: 10 } as const

const shownColumns = [...addressColumns, 'title', 'password', 'content', 'excerpt', 'modified_at']

function planOf(listing: Exclude<Listing, { readonly kind: 'periods' }>): ListPlan {
  switch (listing.kind) {
    case 'posts': {
      const { by, descending, limit, categories, author } = listing
      const order: readonly Order[] = [by, ...(by === 'id' ? [] : ['id'])].map((column) => ({
        kind: 'column',
        column,
        descending,
      }))
      const filters: readonly Filter[] = [
        ...published('post'),
        ...(author === '' ? [] : equalId('author_id', author)),
        ...(categories.length === 0
          ? []
          : [{ kind: 'term', taxonomy: 'category', by: 'id', values: categories.map(toIdValue) } as const]),
      ]
      return listPlan('posts', shownColumns, filters, order, limit)
    }
    case 'pages':
      return listPlan(
        'posts',
        [...addressColumns, 'title', 'password'],
        published('page'),
        ascending('menu_order', 'title', 'id'),
        rowsMax,
      )
    case 'comments':
      return {
        ...listPlan('comments', commentColumns, equal({ status: '1' }), newest, listing.limit),
        visible: seenByAnybody,
      }
    case 'terms': {
      const filters = equal({ taxonomy: listing.taxonomy })
      return listing.limit === null
        ? listPlan('terms', termColumns, filters, ascending('name', 'id'), rowsMax)
        : listPlan('terms', termColumns, filters, mostUsed, listing.limit)
    }
  }
}

const commentColumns = [
  'id',
  'post_id',
  'author_id',
  'author_name',
  'author_email',
  'author_url',
  'created_at',
  'content',
]
const termColumns = ['id', 'name', 'slug', 'taxonomy', 'parent_id', 'count']
const newest: readonly Order[] = ['created_at_utc', 'id'].map((column) => ({
  kind: 'column',
  column,
  descending: true,
}))
const mostUsed: readonly Order[] = [
  { kind: 'column', column: 'count', descending: true },
  { kind: 'column', column: 'id', descending: false },
]
const seenByAnybody = {
  resource: 'comment',
  rule: 'visible',
  capabilities: [],
  viewerId: 0,
  unseen: 'exclude',
} as const

function published(type: string): readonly Filter[] {
  return equal({ type, status: 'publish' })
}

function equalId(column: string, id: string): readonly Filter[] {
  return [{ kind: 'in', column, values: [toIdValue(id)] }]
}

function ascending(...columns: readonly string[]): readonly Order[] {
  return columns.map((column) => ({ kind: 'column', column, descending: false }))
}

function listPlan(
  source: ListPlan['source'],
  columns: readonly string[],
  filters: readonly Filter[],
  order: readonly Order[],
  limit: number,
): ListPlan {
  const page: Page = { kind: 'offset', offset: 0, limit }
  return { kind: 'list', source, columns, filters, visible: null, order, page }
}

/** Which file is the featured image of which post. */
async function readImages(
  reading: Reading,
  posts: readonly Row[],
): Promise<ReadonlyMap<string, string> | Failure> {
  const rows = await belonging(reading, posts, 'id', (ids) =>
    belongingPlan('postmeta', ['id', 'post_id', 'value'], 'post_id', ids, {
      filters: equal({ key: '_thumbnail_id' }),
      order: [{ kind: 'column', column: 'id', descending: true }],
    }),
  )
  if (isFailure(rows)) return rows
  return new Map(
    rows
      .map((row): [string, string] => [textOf(row, 'post_id'), textOf(row, 'value')])
      .filter(([, id]) => /^[1-9]\d{0,15}$/.test(id)),
  )
}
