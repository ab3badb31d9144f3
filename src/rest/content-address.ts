// Addresses of the site → content. What an address ends in is looked for, and the content is the one whose own address it
// is (url_to_postid); only what everybody may see is found.
import { isFailure, type Failure } from '../core/failure.ts'
import { anonymous } from '../core/viewer.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { ResourceDefinition } from '../registry/define.ts'
import type { Reading } from '../query/execute.ts'
import { equal } from '../query/planner.ts'
import { visibilityOf } from '../query/visibility.ts'
import type { Site } from '../site/site.ts'
import { columnsFor, represent, type Representing } from './representation.ts'

export interface FoundContent {
  readonly link: string
  readonly title: string
  readonly authorId: string
}

export interface Searching {
  readonly site: Site
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly reading: Reading
}

export async function findContent(url: string, searching: Searching): Promise<FoundContent | null | Failure> {
  const { site, resources } = searching
  const address = URL.parse(url)
  const wanted = address && isOfSite(address, site) ? candidates(address, site) : []
  if (!address || wanted.length === 0) return null
  for (const resource of resources.values()) {
    if (resource.source !== 'posts' || resource.page === null) continue
    const found = await findAmong(resource, wanted, address, searching)
    if (found !== null) return found
  }
  return null
}

/** What everybody may see of a resource, and has this address. */
async function findAmong(
  resource: ResourceDefinition,
  wanted: readonly Filter[],
  address: URL,
  { site, resources, reading }: Searching,
): Promise<FoundContent | null | Failure> {
  const representing: Representing = {
    resource,
    resources,
    site,
    context: 'view',
    selection: new Map([['title', null]]),
    viewer: anonymous,
  }
  const read = await reading.list({
    kind: 'list',
    source: resource.source,
    columns: [...new Set([...columnsFor(representing), 'id', 'author_id'])].toSorted(),
    filters: [...equal(resource.where), { kind: 'any', filters: wanted }],
    visible: visibilityOf(resource, anonymous),
    order: [{ kind: 'column', column: 'id', descending: false }],
    page: { kind: 'offset', offset: 0, limit: candidatesMax },
  })
  if (isFailure(read)) return read
  const represented = await represent(read.rows, representing, reading)
  if (isFailure(represented)) return represented
  for (const { page, item, input } of represented)
    if (page !== null && (leadsTo(address, page) || isPlainAddress(address, input.row)))
      return { link: page, title: titleOf(item), authorId: textOf(input.row, 'author_id') }
  return null
}

/** Slugs are one of a kind below one parent; so many parents are looked through. */
const candidatesMax = 100

function isOfSite({ hostname }: URL, { home }: Site): boolean {
  const bare = (name: string) => name.replace(/^www\./, '')
  return bare(hostname) === bare(URL.parse(home)?.hostname ?? '')
}

const idArgs = ['p', 'page_id', 'attachment_id'] as const

/** What content has to be to have this address, by one part of it or another. */
function candidates(address: URL, { home, option }: Site): readonly Filter[] {
  const named = idArgs.map((name) => address.searchParams.get(name)).find((id) => id !== null)
  const last = segmentsOf(address.pathname).at(-1) ?? ''
  const isHome = samePath(address.pathname, URL.parse(home)?.pathname ?? '/')
  const ids = [named, last, isHome ? option('page_on_front') : ''].filter((id) => id && /^\d{1,20}$/.test(id))
  return [
    ...(last === '' ? [] : [{ kind: 'in', column: 'slug', values: [last, decode(last)] } as const]),
    ...(ids.length === 0
      ? []
      : [{ kind: 'in', column: 'id', values: ids.map((id) => toIdValue(id ?? '')) } as const]),
  ]
}

function leadsTo(address: URL, page: string): boolean {
  const to = URL.parse(page)
  return to !== null && to.search === '' && samePath(address.pathname, to.pathname)
}

function isPlainAddress({ searchParams }: URL, row: Row): boolean {
  return idArgs.some((name) => searchParams.get(name) === String(integerOf(row, 'id')))
}

function samePath(one: string, other: string): boolean {
  return segmentsOf(one).map(decode).join('/') === segmentsOf(other).map(decode).join('/')
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function titleOf({ title }: Readonly<Record<string, unknown>>): string {
  const rendered = typeof title === 'object' && title !== null && 'rendered' in title ? title.rendered : ''
  return typeof rendered === 'string' ? rendered : ''
}
