// Reads the rows that rendering the texts of a page needs: files that texts name, files attached to the posts, lists, and
// shared texts (synced patterns). Each takes one query for the whole page.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import { listingKey, type Listing, type TextNeeds } from '../core/text-needs.ts'
import { equal, type Scalar } from '../database/filter.ts'
import { rowIds, rowsById, textOf, type Integer, type Row, type Table } from '../database/tables.ts'
import { belonging, belongingPlan } from './belonging.ts'
import { metaOf, ofPosts } from './meta-rows.ts'
import type { RelatedReads } from './reads.ts'
import { ascending, commentColumns, notNotes } from './listing-plan.ts'
import { noRows, readOwned, type OwnedRows } from './owned-rows.ts'
import { readCovers, readFiles, readFilesBelow, readImages } from './text-files.ts'
import type { ListPlan } from '../plan/plan.ts'
import { firstOf, reached, type Part, type Relation, type Use } from './relation.ts'
import { readShownTexts, type RowNeeds } from './shown-texts.ts'
import { goodOnce, rowsFor, totalFor, type Listed } from './text-listings.ts'

export interface Texts {
  /** True where rendering shows authors of posts. */
  readonly authors: boolean
  readonly terms: boolean
  readonly files: ReadonlyMap<string, Row>
  /** The attached files of each post, in menu order. */
  readonly filesBelow: OwnedRows
  /** Ids of featured images, by post. */
  readonly images: ReadonlyMap<string, string>
  /** Stored oEmbed responses, by `<post id> <key>`. */
  readonly embeds: ReadonlyMap<string, string>
  /** The comments of each post, oldest first. */
  readonly discussions: OwnedRows
  readonly listed: Listed
  readonly listedPosts: readonly Row[]
  readonly listedTerms: readonly Row[]
  readonly listedComments: readonly Row[]
  /** Ids of users that texts name. */
  readonly users: readonly string[]
  /** Shared texts, by id. */
  readonly shared: ReadonlyMap<string, Row>
  /** Ids of shared texts that are not published. */
  readonly unpublished: ReadonlySet<string>
  /** For content that navigation blocks link to, by id: true where it is published. */
  readonly linked: ReadonlyMap<string, boolean>
}

export interface TextsPart {
  /** Related rows that rendering the texts of rows needs. */
  readonly needs: { readonly texts?: TextsNeed | undefined }
  readonly found: { readonly texts: Promise<Texts | Failure> }
  readonly needed: TextsNeeded
}

/** The needs of a row's text, and the keys of postmeta to read for the files in it. */
interface TextsNeed {
  readonly of: (row: Row) => TextNeeds
  /** Returns the needs of a listed post's excerpt. Default: none. */
  readonly ofExcerpt?: (row: Row) => TextNeeds
  readonly fileMeta: readonly string[]
  /** True where every other field's needs include these. */
  readonly isPartial?: boolean
}

interface TextsNeeded {
  /** A file that a text names, or that is attached to its post. */
  readonly fileOf: (postId: Integer | string) => Row | null
  /** The files attached to a post whose text shows them, in menu order; null beyond the limit of a page's files. */
  readonly filesBelow: (postId: Integer | string) => readonly Row[] | null
  /** The id of a post's featured image, where a text shows it. */
  readonly imageOf: (postId: Integer | string) => string | null
  /** The stored oEmbed response for an address in a post's text, by meta key. */
  readonly embedOf: (postId: Integer | string, key: string) => string | null
  /** The rows of a list in the text of the post `owner`; null beyond the limit of lists. */
  readonly listed: (listing: Listing, owner: string) => readonly Row[] | null
  /** The number of all rows of a list of which a text shows a part. */
  readonly totalOf: (listing: Listing, owner: string) => number
  /** The comments of a post whose text shows them, oldest first; null beyond the limit of a page's comments. */
  readonly discussionOf: (postId: Integer | string) => readonly Row[] | null
  /** A shared text (synced pattern, menu): its type, title and content. */
  readonly sharedText: (id: string) => Row | null
  /** True for a shared text that exists and is not published. */
  readonly isUnpublished: (id: string) => boolean
  /** Notes an instant at which the rendered text changes. */
  readonly endsAt: (instantMs: number) => void
  /** False for unpublished content to which a text's navigation block links. */
  readonly isPublished: (id: string) => boolean
}

export const texts: Relation<Part, TextsPart> = {
  unite: (needs) => {
    const all = needs.map((need) => need.texts)
    return { texts: firstOf([...all.filter((need) => need?.isPartial !== true), ...all]) }
  },
  columns: () => [],
  read: ({ reading, rows }, needs) => {
    const found = needs.texts ? readTexts(reading, rows, needs.texts) : Promise.resolve(noTexts)
    return { found: { texts: found }, reach: reached(found, reachTexts) }
  },
}

function reachTexts(found: Texts, use: Use): TextsNeeded {
  const ofPost =
    <V>(values: ReadonlyMap<string, V>) =>
    (postId: Integer): V | null => {
      use.row('posts', postId)
      return values.get(String(postId)) ?? null
    }
  const listed = (listing: Listing) => {
    const list = found.listed.get(listingKey(listing))
    use.tags(list?.tags ?? [])
    return list
  }
  const owned = (table: Table, rows: readonly Row[] | null) => {
    if (rows === null) use.tags([goodOnce()])
    return rows && use.rows(table, rows)
  }
  const linked = ofPost(found.linked)
  return {
    fileOf: ofPost(found.files),
    imageOf: ofPost(found.images),
    sharedText: ofPost(found.shared),
    isPublished: (postId) => linked(postId) ?? true,
    isUnpublished: (id) => {
      use.row('posts', id)
      return found.unpublished.has(id)
    },
    endsAt: (instantMs) => use.tags([`until:${instantMs}`]),
    filesBelow: (postId) => {
      use.tags([`row:posts:${postId}/children`])
      return owned('posts', found.filesBelow.of(String(postId)))
    },
    discussionOf: (postId) => {
      use.row('posts', postId)
      return owned('comments', found.discussions.of(String(postId)))
    },
    embedOf: (postId, key) => {
      use.row('posts', postId)
      return found.embeds.get(`${postId} ${key}`) ?? null
    },
    listed: (listing, owner) => {
      const list = listed(listing)
      return list === undefined ? [] : list.isRead ? rowsFor(list, owner) : null
    },
    totalOf: (listing, owner) => {
      const list = listed(listing)
      return list === undefined ? 0 : totalFor(list, owner)
    },
  }
}

const noTexts: Texts = {
  authors: false,
  terms: false,
  files: new Map(),
  filesBelow: noRows,
  images: new Map(),
  embeds: new Map(),
  discussions: noRows,
  listed: new Map(),
  listedPosts: [],
  listedTerms: [],
  listedComments: [],
  users: [],
  shared: new Map(),
  unpublished: new Set(),
  linked: new Map(),
}

async function readTexts(
  reading: RelatedReads,
  rows: readonly Row[],
  { of, ofExcerpt }: TextsNeed,
): Promise<Texts | Failure> {
  const read = await readShownTexts(reading, rows, of)
  if (isFailure(read)) return read
  const { whole, shared, unpublished, listed } = read
  const needs = [...whole, ...shared].map((each) => each.needs)
  const lists = [...listed.values()]
  const rowsOf = (...kinds: readonly Listing['kind'][]) =>
    lists.flatMap(({ listing, rows: found }) => (kinds.includes(listing.kind) ? found : []))
  const isAny = (flag: 'image' | 'author' | 'terms' | 'discussion' | 'covers' | 'ownFiles') =>
    needs.some((need) => need[flag])
  const sharedAsk = shared.some((each) => each.needs.ownFiles)
  const own = whole.map(({ row }) => row)
  const pictured = lists.flatMap(({ listing, rows: found }) =>
    listing.kind === 'query' || (listing.kind === 'posts' && listing.images) ? found : [],
  )
  const images = await readImages(reading, [...(isAny('image') ? own : []), ...pictured])
  if (isFailure(images)) return images
  const named = [...needs.flatMap(({ files }) => files), ...images.values()].map((id) => ({ id }))
  const found = await Promise.all([
    readFiles(reading, named),
    readFilesBelow(reading, [
      ...whole.flatMap((each) => (each.needs.ownFiles || sharedAsk ? [each.row] : [])),
      // A gallery in the template of a loop shows the files of the loop's posts
      ...(isAny('ownFiles') ? rowsOf('query') : []),
      ...needs.flatMap(({ filesOf }) => filesOf.map((id) => ({ id }))),
    ]),
    readEmbeds(reading, [...whole, ...excerptsIn(rowsOf('posts', 'query'), whole, ofExcerpt)]),
    // Includes comments of a loop's posts, because the template of a loop may contain a comments template
    readDiscussions(reading, isAny('discussion') ? [...own, ...rowsOf('query')] : []),
    readLinked(
      reading,
      needs.flatMap(({ linked }) => linked),
    ),
  ])
  if (!areWhole(found)) return failureIn(found)
  const [files, filesBelow, embeds, discussions, linked] = found
  const covers = await readCovers(reading, isAny('covers') ? files : [])
  if (isFailure(covers)) return covers
  return {
    authors:
      isAny('author') || discussions.rows.length > 0 || rowsOf('posts', 'query', 'comments').length > 0,
    terms: isAny('terms'),
    files: rowsById([...filesBelow.rows, ...files, ...covers.files]),
    filesBelow,
    images: new Map([...images, ...covers.of]),
    embeds,
    discussions,
    listed,
    listedPosts: rowsOf('posts', 'query', 'pages'),
    listedTerms: rowsOf('terms'),
    listedComments: [...rowsOf('comments'), ...discussions.rows],
    users: needs.flatMap(({ users }) => users),
    shared: new Map(shared.map(({ row }) => [textOf(row, 'id'), row])),
    unpublished,
    linked,
  }
}

/** Reads which of these are published. */
async function readLinked(
  reading: RelatedReads,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean> | Failure> {
  const rows = await belonging(
    reading,
    ids.map((id) => ({ id })),
    'id',
    (values) => belongingPlan('posts', ['id'], 'id', values, { filters: equal({ status: 'publish' }) }),
  )
  if (isFailure(rows)) return rows
  const published = rowIds(rows)
  return new Map(ids.map((id) => [id, published.has(id)]))
}

/** Limits the comments that texts show of one post, and of all posts of a page. */
const discussedMax = { ofEach: 400, ofAll: 1000 }

function readDiscussions(reading: RelatedReads, posts: readonly Row[]): Promise<OwnedRows | Failure> {
  return readOwned(reading, posts, discussionPlan, 'post_id', discussedMax)
}

function discussionPlan(ids: readonly Scalar[]): ListPlan {
  return belongingPlan('comments', [...commentColumns, 'parent_id'], 'post_id', ids, {
    filters: [...equal({ status: '1' }), notNotes],
    order: ascending('post_id', 'created_at_utc', 'id'),
  })
}

/** The listed posts of which a list shows excerpts only. */
function excerptsIn(
  listed: readonly Row[],
  whole: readonly RowNeeds[],
  of: TextsNeed['ofExcerpt'],
): readonly RowNeeds[] {
  if (of === undefined) return []
  const known = new Set(whole.map(({ row }) => textOf(row, 'id')))
  return listed
    .filter((row) => !known.has(textOf(row, 'id')) && 'excerpt' in row)
    .map((row) => ({ row, needs: of(row) }))
}

/** Reads the stored oEmbed responses for the addresses in these texts; of several under one key the first is used. */
async function readEmbeds(
  reading: RelatedReads,
  asked: readonly RowNeeds[],
): Promise<ReadonlyMap<string, string> | Failure> {
  const embedding = asked.filter(({ needs }) => needs.embeds.length > 0)
  const keys = [...new Set(embedding.flatMap(({ needs }) => needs.embeds))]
  return metaOf(
    reading,
    embedding.map(({ row }) => row),
    ofPosts,
    keys,
  )
}
