// Reads, for a page of objects at once, the rows from which their heads are made: settings, authors, terms with their ancestors,
// pictures, and ancestors of pages.
import {
  addressColumns,
  textOf,
  type FieldInput,
  type GatherReads,
  type ResourceDefinition,
  type Row,
  type Site,
} from '../../index.ts'
import { wholeNumber } from '../php/stored.ts'
import { readFiles, type FoundFile } from './files.ts'
import { byName } from '../php/by-name.ts'
import { among, keyed } from '../php/keyed-meta.ts'
import { openRows } from './open-columns.ts'
import { fileIdsIn } from './text-pictures.ts'

export interface SeoPage {
  /** Meta of the object itself. */
  readonly meta: (id: string, key: string) => string
  readonly userMeta: (id: string, key: string) => string
  readonly termMeta: (id: string, key: string) => string
  readonly author: (id: string) => Row | null
  /** The terms of a post in a taxonomy, ordered by name. */
  readonly terms: (postId: string, taxonomy: string) => readonly Row[]
  /** A term with its ancestors, the topmost first. */
  readonly pathOf: (term: Row) => readonly Row[]
  /** Terms and rows of a plug-in's table from which the post's address is built. */
  readonly around: (id: string) => { readonly terms: readonly Row[]; readonly rows: readonly Row[] }
  /** The ancestors of a post, the topmost first. */
  readonly above: (post: Row) => readonly Row[]
  readonly file: (id: string) => FoundFile | null
  readonly link: (kind: 'post' | 'term', id: string) => string
  readonly userLink: (user: Row) => string
  readonly archiveLink: (type: string) => string
  /** Content types with an archive, and their labels. */
  readonly archives: ReadonlyMap<string, string>
  readonly viewer: GatherReads['viewer']
}

/** Keys of meta in which a plug-in keeps its settings of objects, and files that belong to the whole site. */
export interface SaidBy {
  readonly post: (site: Site) => readonly string[]
  /** Keys whose values are templates, and the further keys that a template shows. */
  readonly shown?: { readonly by: readonly string[]; readonly in: (template: string) => readonly string[] }
  /** Keys whose values name a picture by its id. */
  readonly pictures: readonly string[]
  readonly user: readonly string[]
  readonly term: readonly string[]
  readonly files: (site: Site) => readonly string[]
}

export const postColumns = [
  ...addressColumns,
  'title',
  'content',
  'excerpt',
  'password',
  'created_at_utc',
  'modified_at_utc',
  'modified_at',
  'comment_status',
  'comment_count',
  'guid',
  'mime_type',
] as const

const depthMax = 10
const furtherMax = 100
const linked = { source: 'posts', columns: [...addressColumns, 'title'] } as const
const termColumns = ['id', 'name', 'slug', 'taxonomy', 'parent_id', 'description'] as const
const taxonomic = { source: 'terms', columns: termColumns } as const

export interface SeoResource {
  readonly resource: Pick<ResourceDefinition, 'source' | 'closed'>
  readonly archives: ReadonlyMap<string, string>
  readonly said: SaidBy
  /** Resources with heads, without those that the owner closed: no head reveals their rows. */
  readonly all: readonly { readonly resource: ResourceDefinition }[]
}

export async function readSeoPage(
  { resource, archives, said, all }: SeoResource,
  rows: readonly Row[],
  reads: GatherReads,
): Promise<SeoPage> {
  const isPosts = resource.source === 'posts'
  const isOpen = (name: string, field: string) =>
    all.some((each) => each.resource.name === name && each.resource.fields.some((own) => own.name === field))
  const ids = textsIn(rows, 'id')
  const posts = isPosts ? rows : []
  // The ancestors of pages, and the posts that files lie below
  const above = await readAbove(posts, linked, () => among('status', ['publish']), reads)
  const seen = [...posts, ...above.values()]
  const seenIds = textsIn(seen, 'id')
  const known = ['_thumbnail_id', ...said.post(reads.site)]
  const stored = await keyed('postmeta', 'post_id', seenIds, known, reads)
  const shown = ids.flatMap(
    (id) => said.shown?.by.flatMap((key) => said.shown?.in(stored(id, key)) ?? []) ?? [],
  )
  const further = [...new Set(isPosts ? shown : [])]
    .filter((key) => !known.includes(key))
    .slice(0, furtherMax)
  const others = further.length === 0 ? null : await keyed('postmeta', 'post_id', ids, further, reads)
  const meta = (id: string, key: string) => stored(id, key) || (others?.(id, key) ?? '')
  const writers = isPosts ? textsIn(rows, 'author_id') : []
  const authorIds = isOpen('user', 'name') ? (resource.source === 'users' ? ids : writers) : []
  const [authors, userMeta, carried] = await Promise.all([
    reads.rows({
      source: 'users',
      columns: ['id', 'name', 'slug', 'email', 'url', 'login'],
      filters: [among('id', authorIds)],
    }),
    keyed('usermeta', 'user_id', authorIds, said.user, reads),
    reads.rows({
      source: 'post_terms',
      columns: ['post_id', ...termColumns],
      filters: [among('post_id', seenIds)],
    }),
  ])
  const own = resource.source === 'terms' ? rows : []
  const terms = await readAbove(
    [...carried, ...own],
    taxonomic,
    (level) => among('taxonomy', textsIn(level, 'taxonomy')),
    reads,
  )
  const fileIds = [
    ...said.files(reads.site),
    ...seen.flatMap((row) => ['_thumbnail_id', ...said.pictures].map((key) => meta(textOf(row, 'id'), key))),
    ...posts.flatMap(fileIdsIn),
    ...posts.filter((row) => textOf(row, 'type') === 'attachment').map((row) => textOf(row, 'id')),
  ].filter((id) => wholeNumber(id) > 0)
  const { addressBase } = reads.site
  const [files, termMeta, postLinks, termLinks, placed] = await Promise.all([
    readFiles(isOpen('attachment', 'source_url') ? fileIds : [], reads),
    keyed('termmeta', 'term_id', textsIn(own, 'id'), said.term, reads),
    reads.postLinks(seen),
    reads.termLinks([
      ...new Map([...carried, ...own, ...terms.values()].map((term) => [textOf(term, 'id'), term])).values(),
    ]),
    addressBase?.rows ? reads.needed(posts, { addressRows: addressBase.rows }) : null,
  ])
  const byPost = Map.groupBy(carried, (row) => textOf(row, 'post_id'))
  const shownTerms = openRows(carried, 'taxonomy', all).filter(
    (row) => resource.closed?.has(textOf(row, 'taxonomy')) !== true,
  )
  const shownByPost = Map.groupBy(
    shownTerms.toSorted(byName),
    (row) => `${textOf(row, 'post_id')} ${textOf(row, 'taxonomy')}`,
  )
  const termsAbove = byId(openRows([...terms.values()], 'taxonomy', all))
  const postsAbove = byId(openRows([...above.values()], 'type', all))
  const authorBy = byId(authors)
  const hasPicture = resource.closed?.has('featured_media') !== true
  return {
    meta: (id, key) => (key === '_thumbnail_id' && !hasPicture ? '' : meta(id, key)),
    userMeta: (id, key) => (key === 'description' && !isOpen('user', key) ? '' : userMeta(id, key)),
    termMeta,
    author: (id) => authorBy.get(id) ?? null,
    terms: (id, taxonomy) => shownByPost.get(`${id} ${taxonomy}`) ?? [],
    around: (id) => ({ terms: byPost.get(id) ?? [], rows: placed?.addressRowsOf(id) ?? [] }),
    pathOf: (term) => upwards(term, termsAbove),
    above: (post) => upwards(post, postsAbove).slice(0, -1),
    file: (id) => files.get(id) ?? null,
    link: (kind, id) => (kind === 'post' ? postLinks : termLinks).get(id) ?? '',
    userLink: reads.userLink,
    archiveLink: reads.archiveLink,
    archives,
    viewer: reads.viewer,
  }
}

function textsIn(rows: readonly Row[], column: string): readonly string[] {
  return rows.map((row) => textOf(row, column))
}

function byId(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [textOf(row, 'id'), row]))
}

/** The input with the site as the object's own page shows it: with settings in the object's language. */
export function onItsSite(
  input: FieldInput,
  { source }: Pick<ResourceDefinition, 'source'>,
  page: SeoPage,
): FieldInput {
  const { row, site } = input
  const siteOf = site.addressBase?.siteOf
  if (!siteOf || (source !== 'posts' && source !== 'terms')) return input
  const object =
    source === 'posts'
      ? ({ kind: 'post', row, ...page.around(textOf(row, 'id')) } as const)
      : ({ kind: 'term', row } as const)
  return { ...input, site: siteOf(object, site) }
}

function upwards(row: Row, above: ReadonlyMap<string, Row>): readonly Row[] {
  const path = [row]
  for (let next = above.get(textOf(row, 'parent_id')); next && path.length < depthMax;) {
    path.unshift(next)
    next = above.get(textOf(next, 'parent_id'))
  }
  return path
}

/** Reads the ancestors of rows level by level, as far as they pass the filter `also`. */
async function readAbove(
  rows: readonly Row[],
  { source, columns }: { readonly source: 'posts' | 'terms'; readonly columns: readonly string[] },
  also: (level: readonly Row[]) => ReturnType<typeof among>,
  { rows: read }: GatherReads,
): Promise<ReadonlyMap<string, Row>> {
  const above = new Map<string, Row>()
  let level = rows
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    const parents = among('id', textsIn(level, 'parent_id'))
    level = await read({ source, columns, filters: [parents, also(level)] })
    for (const row of level) above.set(textOf(row, 'id'), row)
  }
  return above
}
