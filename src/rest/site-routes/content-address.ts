// Finds the content at an address of the site: candidates by the last segment of the address, then the one whose permalink it
// is. Only public content with an address of its own is found.
import { isFailure, type Failure } from '../../core/failure.ts'
import { anonymous } from '../../core/viewer.ts'
import { equal, type Filter } from '../../database/filter.ts'
import { integerOf, textOf, type Row } from '../../database/tables.ts'
import type { FieldInput } from '../../registry/field.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import {
  candidatesAt,
  candidatesMax,
  hasAddress,
  leadsToPosts,
  meantAddresses,
} from '../../site/content-address.ts'
import type { Reading } from '../../read/execute.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import { markedTitle } from '../../site/marked-title.ts'
import type { Site } from '../../site/site.ts'
import { represent, type Representing } from '../representation/representation.ts'
import { columnsFor } from '../representation/wanted.ts'

export interface FoundContent {
  readonly link: string
  readonly title: string
  readonly authorId: string
  readonly isFilm: boolean
  readonly row: Row
  readonly resource: ResourceDefinition
}

export interface Searching {
  readonly site: Site
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly reading: Reading
  /** Further columns to read. */
  readonly columns: readonly string[]
}

export async function findContent(url: string, searching: Searching): Promise<FoundContent | null | Failure> {
  // An address without a scheme, or without scheme and host, belongs to this site (wp_parse_url)
  const base = /^(?:\/(?!\/\/)|\?)/.test(url) ? searching.site.home : undefined
  const given = URL.parse(url, base)
  for (const address of given ? meantAddresses(given) : []) {
    const found = await findAt(address, searching)
    if (found !== null) return found
  }
  return null
}

async function findAt(address: URL, searching: Searching): Promise<FoundContent | null | Failure> {
  const { site, resources } = searching
  const wanted = candidatesAt(address, site)
  if (wanted.length === 0) return null
  for (const resource of resources.values()) {
    if (resource.source !== 'posts' || resource.page === null) continue
    const found = await findAmong(resource, wanted, address, searching)
    if (found !== null) return found
  }
  return null
}

/** Finds content of one resource at this address, as anonymous viewers see it. */
async function findAmong(
  resource: ResourceDefinition,
  wanted: readonly Filter[],
  address: URL,
  { site, resources, reading, columns }: Searching,
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
    columns: [
      ...new Set([
        ...columnsFor(representing),
        'id',
        'author_id',
        'mime_type',
        'password',
        'status',
        ...columns,
      ]),
    ].toSorted(),
    filters: [...equal(resource.where), { kind: 'any', filters: wanted }],
    visible: visibilityOf(resource, anonymous),
    order: [{ kind: 'column', column: 'id', descending: false }],
    page: { kind: 'offset', offset: 0, limit: candidatesMax },
  })
  if (isFailure(read)) return read
  const represented = await represent(read.rows, representing, reading)
  if (isFailure(represented)) return represented
  for (const { page, item, input } of represented)
    if (
      page !== null &&
      isAtHome(input) &&
      hasAddress(address, page, input.row) &&
      !leadsToPosts(address, input.row, site)
    )
      return {
        link: page,
        title: markedTitle(titleOf(item), input.row, site),
        authorId: textOf(input.row, 'author_id'),
        isFilm: textOf(input.row, 'mime_type').startsWith('video/'),
        row: input.row,
        resource,
      }
  return null
}

/** False for public content whose status has no addresses (is_post_embeddable); the status of a file is that of its parent. */
function isAtHome({ row, site: { statuses }, needed }: FieldInput): boolean {
  const owner = textOf(row, 'status') === 'inherit' ? needed.postOf(integerOf(row, 'parent_id')) : null
  return !statuses.unaddressed.has(textOf(owner ?? row, 'status'))
}

function titleOf({ title }: Readonly<Record<string, unknown>>): string {
  const rendered = typeof title === 'object' && title !== null && 'rendered' in title ? title.rendered : ''
  return typeof rendered === 'string' ? rendered : ''
}
