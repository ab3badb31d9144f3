// Reads rows that belong to the rows of a page (terms, authors, meta, ancestors): one query a relation for the whole
// page, never one a row.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import { noTags } from '../core/reply.ts'
import type { Tag } from '../core/tag.ts'
import { listingKey, type Listing } from '../core/text-needs.ts'
import { can, type Viewer } from '../core/viewer.ts'
import type { Filter, Scalar } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Derived, FieldInput, Needed, Needs } from '../registry/field.ts'
import type { Site } from '../site/site.ts'
import { runGathers } from './gathered.ts'
import { belonging, belongingPlan, idsIn, sharedBy } from './belonging.ts'
import type { Reading } from '../read/execute.ts'
import { noPlaces, readPlaces } from './needed-comments.ts'
import { readNamed, readPosts } from './needed-posts.ts'
import { noTexts, readTexts } from './needed-texts.ts'
import type { ListPlan } from '../plan/plan.ts'

const termColumns = ['post_id', 'id', 'name', 'slug', 'taxonomy', 'description', 'parent_id']
const authorColumns = ['id', 'name', 'slug', 'url', 'email']

/** Unites the needs of all these values. */
export function needsOf(
  values: readonly Pick<Derived, 'needs'>[],
  site: Site,
  args?: FieldInput['args'],
): Needs {
  const needs = values.flatMap((value) => (value.needs ? [value.needs(site, args)] : []))
  const posts = needs.find((need) => need.posts !== undefined)?.posts
  const defaultCategory = needs.find((need) => need.defaultCategory !== undefined)?.defaultCategory
  const commentPlaces = needs.find((need) => need.commentPlaces !== undefined)?.commentPlaces
  const texts = needs.find((need) => need.texts !== undefined)?.texts
  const target = needs.find((need) => need.target !== undefined)?.target
  return {
    terms: needs.some((need) => need.terms),
    authors: needs.some((need) => need.authors),
    paths: needs.some((need) => need.paths),
    ancestors: needs.some((need) => need.ancestors),
    ...(posts === undefined ? {} : { posts }),
    ...(defaultCategory === undefined ? {} : { defaultCategory }),
    revisions: needs.some((need) => need.revisions),
    replies: needs.some((need) => need.replies),
    ...(commentPlaces === undefined ? {} : { commentPlaces }),
    ...(texts === undefined ? {} : { texts }),
    ...(target === undefined ? {} : { target }),
    meta: [...new Set(needs.flatMap((need) => need.meta ?? []))],
    allMeta: [...new Set(needs.flatMap((need) => need.allMeta ?? []))],
    userMeta: [...new Set(needs.flatMap((need) => need.userMeta ?? []))],
    gathers: needs.flatMap((need) => need.gathers ?? []),
  }
}

/** Columns of the row itself that these values use, and columns by which related rows are found. */
export function columnsOf(values: readonly Pick<Derived, 'columns'>[], needs: Needs): readonly string[] {
  const finding = [
    ...(needs.authors && needs.posts === undefined ? ['author_id'] : []),
    ...(needs.ancestors && needs.posts === undefined ? ['parent_id'] : []),
    ...(needs.posts === undefined ? [] : [needs.posts]),
  ]
  return [...new Set(['id', ...values.flatMap((value) => value.columns), ...finding])].toSorted()
}

/** Says of each list on what it depends, too, so that items can be cached apart. */
export interface NeededRows extends Needed {
  readonly tagsOfListed: (listing: Listing) => ReadonlySet<Tag>
}

/** Reads what the rows need, in as few rounds as the relations allow: ancestors wait for what lies below them. */
export async function readNeeded(
  reading: Reading,
  rows: readonly Row[],
  needs: Needs,
  viewer: Viewer,
): Promise<NeededRows | Failure> {
  const texts = needs.texts ? await readTexts(reading, rows, needs.texts) : noTexts
  if (isFailure(texts)) return texts
  const files = [...texts.files.values()]
  const comments = [...(needs.posts === 'post_id' ? rows : none), ...texts.listedComments]
  const first = await Promise.all([
    readPosts(reading, rows, texts, needs),
    metaOf(reading, rows, 'postmeta', 'post_id', needs.meta ?? []),
    metaRows(reading, rows, 'postmeta', 'post_id', needs.allMeta ?? []),
    metaOf(reading, rows, 'usermeta', 'user_id', needs.userMeta ?? []),
    metaOf(reading, files, 'postmeta', 'post_id', needs.texts?.fileMeta ?? []),
    needs.revisions ? tally(reading, rows, 'posts', { type: ['revision'] }) : noTally,
    needs.replies ? tally(reading, rows, 'comments', { status: ['0', '1'] }) : noTally,
    needs.commentPlaces ? readPlaces(reading, comments, needs.commentPlaces) : noPlaces,
  ])
  if (!areWhole(first)) return failureIn(first)
  const [posts, ofRows, allMeta, userMeta, ofFiles, revisions, replies, places] = first
  const meta = new Map([...ofFiles, ...ofRows])
  const metaAt: Needed['metaOf'] = (postId, key) => meta.get(`${postId} ${key}`) ?? null
  const named = await readNamed(reading, rows, posts, { needs, metaOf: metaAt })
  if (isFailure(named)) return named
  // Permalinks need the terms and authors of every post that is linked to, whether it is a row of the page or not
  const addressed = [
    ...(needs.posts === undefined ? rows : rows.filter((row) => 'type' in row)),
    ...posts.values(),
    ...texts.listedPosts,
  ]
  const hasTerms = needs.terms === true || texts.terms
  const second = await Promise.all([
    hasTerms ? belonging(reading, addressed, 'id', termsPlan) : none,
    needs.authors || texts.authors
      ? belonging(reading, [...addressed, ...texts.listedComments], 'author_id', authorsPlan)
      : none,
  ])
  if (!areWhole(second)) return failureIn(second)
  const [terms, authors] = second
  const pathed = [
    ...(needs.paths === true || texts.terms ? (hasTerms ? terms : rows) : none),
    ...texts.listedTerms,
    ...(needs.paths === true ? named : none),
  ]
  const third = await Promise.all([
    pathed.length > 0 ? readAbove(sharedBy(reading), pathed) : noRows,
    texts.authors ? metaOf(reading, authors, 'usermeta', 'user_id', ['description']) : noMeta,
  ])
  if (!areWhole(third)) return failureIn(third)
  const [above, biographies] = third
  const termsBy = Map.groupBy(terms, (row) => textOf(row, 'post_id'))
  const lacksCategory = (row: Row) =>
    !termsBy.get(textOf(row, 'id'))?.some((term) => term['taxonomy'] === 'category')
  const fallback =
    needs.defaultCategory !== undefined && addressed.some(lacksCategory)
      ? await reading.list(parentsPlan([needs.defaultCategory], ['category']))
      : null
  if (isFailure(fallback)) return fallback
  const page = {}
  const ungathered = await runGathers(needs.gathers ?? [], page, rows, { reading, viewer, readNeeded })
  if (ungathered) return ungathered
  const allMetaBy = Map.groupBy(allMeta, (row) => `${textOf(row, 'post_id')} ${textOf(row, 'key')}`)
  const authorsBy = new Map(authors.map((row) => [textOf(row, 'id'), row]))
  return {
    page,
    termsOf: (postId) => termsBy.get(String(postId)) ?? [],
    authorOf: (userId) => authorsBy.get(String(userId)) ?? null,
    metaOf: metaAt,
    allMetaOf: (postId, key) =>
      (allMetaBy.get(`${postId} ${key}`) ?? []).map((row) => textOf(row, 'value')).toReversed(),
    userMetaOf: (userId, key) =>
      userMeta.get(`${userId} ${key}`) ?? biographies.get(`${userId} ${key}`) ?? null,
    pathOf: (term) => pathOf(term, above).map((row) => textOf(row, 'slug')),
    defaultCategory: () => fallback?.rows[0] ?? null,
    postOf: (postId) => posts.get(String(postId)) ?? null,
    isReader: (post, capability) => isBy(viewer, post) || can(viewer, capability),
    termOf: (termId, taxonomy) =>
      named.find((term) => textOf(term, 'id') === String(termId) && term['taxonomy'] === taxonomy) ?? null,
    revisionsOf: (postId) => revisions.get(String(postId)) ?? { count: 0, last: null },
    fileOf: (postId) => texts.files.get(String(postId)) ?? null,
    filesBelow: (postId) => texts.filesBelow.get(String(postId)) ?? [],
    imageOf: (postId) => texts.images.get(String(postId)) ?? null,
    embedOf: (postId, key) => texts.embeds.get(`${postId} ${key}`) ?? null,
    listed: (listing) => texts.listed.get(listingKey(listing))?.rows ?? [],
    discussionOf: (postId) => texts.discussions.get(String(postId)) ?? [],
    totalOf: (listing) => texts.listed.get(listingKey(listing))?.total ?? 0,
    tagsOfListed: (listing) => texts.listed.get(listingKey(listing))?.tags ?? noTags,
    sharedText: (id) => texts.shared.get(id) ?? null,
    placeOf: (commentId) => places.get(String(commentId)) ?? 0,
    hasReplies: (commentId) => replies.has(String(commentId)),
  }
}

/** No viewer is the author of a post without one (0). */
function isBy(viewer: Viewer, post: Row): boolean {
  return viewer.kind === 'user' && viewer.id !== '0' && viewer.id === String(integerOf(post, 'author_id'))
}

const none: readonly Row[] = []
const noRows: ReadonlyMap<string, Row> = new Map()
const noMeta: ReadonlyMap<string, string> = new Map()

const pathDepthMax = 10

/** Reads the ancestors of terms, a level at a time. */
async function readAbove(
  reading: Reading,
  terms: readonly Row[],
): Promise<ReadonlyMap<string, Row> | Failure> {
  const above = new Map<string, Row>()
  let level = terms
  for (let depth = 0; depth < pathDepthMax; depth += 1) {
    const orphans = level.filter(
      (term) => integerOf(term, 'parent_id') !== 0 && !above.has(textOf(term, 'parent_id')),
    )
    // A term of another taxonomy may have the parent's id
    const taxonomies = [...new Set(orphans.map((term) => textOf(term, 'taxonomy')))]
    const parents = await belonging(reading, orphans, 'parent_id', (ids) => parentsPlan(ids, taxonomies))
    if (isFailure(parents)) return parents
    for (const parent of parents) above.set(textOf(parent, 'id'), parent)
    if (parents.length === 0) break
    level = parents
  }
  return above
}

function pathOf(term: Row, above: ReadonlyMap<string, Row>): readonly Row[] {
  const path = [term]
  for (let parent = above.get(textOf(term, 'parent_id')); parent && path.length < pathDepthMax;) {
    path.unshift(parent)
    parent = above.get(textOf(parent, 'parent_id'))
  }
  return path
}

/** Values by `<owner> <key>`; the one stored first counts. */
async function metaOf(...of: Parameters<typeof metaRows>): Promise<ReadonlyMap<string, string> | Failure> {
  const found = await metaRows(...of)
  if (isFailure(found)) return found
  const [, , , owner] = of
  return new Map(
    found.map((row) => [`${textOf(row, owner)} ${textOf(row, 'key')}`, textOf(row, 'value')] as const),
  )
}

/** Rows of meta, the one stored last first. */
async function metaRows(
  reading: Reading,
  rows: readonly Row[],
  source: 'postmeta' | 'usermeta',
  owner: string,
  keys: readonly string[],
): Promise<readonly Row[] | Failure> {
  if (keys.length === 0) return []
  return belonging(reading, rows, 'id', (ids) =>
    belongingPlan(source, ['id', owner, 'key', 'value'], owner, ids, {
      filters: [{ kind: 'in', column: 'key', values: keys }],
      order: [{ kind: 'column', column: 'id', descending: true }],
    }),
  )
}

type Tallies = ReadonlyMap<string, { readonly count: number; readonly last: number | string | null }>
const noTally: Tallies = new Map()

/** Counts the children of each row, and finds the last one. */
async function tally(
  reading: Reading,
  rows: readonly Row[],
  source: Source,
  where: Readonly<Record<string, readonly string[]>>,
): Promise<Tallies | Failure> {
  const ids = idsIn(rows, 'id')
  if (ids.length === 0) return noTally
  const above: Filter = { kind: 'in', column: 'parent_id', values: ids }
  const others = Object.entries(where).map(([column, values]): Filter => ({ kind: 'in', column, values }))
  const filters = [above, ...others]
  const found = await reading.tally(
    { kind: 'tally', source, by: 'parent_id', filters, visible: null },
    'owned',
  )
  if (isFailure(found)) return found
  return new Map(
    found.map((row) => [textOf(row, 'key'), { count: Number(row['count']), last: integerOf(row, 'last') }]),
  )
}

function termsPlan(ids: readonly Scalar[]): ListPlan {
  const order = ['name', 'id'].map((column) => ({ kind: 'column', column, descending: false }) as const)
  return belongingPlan('post_terms', termColumns, 'post_id', ids, { order })
}

function authorsPlan(ids: readonly Scalar[]): ListPlan {
  return belongingPlan('users', authorColumns, 'id', ids)
}

function parentsPlan(ids: readonly Scalar[], taxonomies: readonly string[]): ListPlan {
  const filters = [{ kind: 'in', column: 'taxonomy', values: taxonomies }] as const
  return belongingPlan('terms', ['id', 'slug', 'parent_id', 'taxonomy'], 'id', ids, { filters })
}
