// Serves `_embed`: adds the items to which an answer's links lead, with one query a relation for the whole page.
import { areWhole, fail, failureIn, isFailure, type Failure } from '../../core/failure.ts'
import { toIdValue, type Filter } from '../../database/filter.ts'
import type { Tag } from '../../core/tag.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Embed, Link, Target } from '../../registry/link.ts'
import type { Embedding } from '../../registry/projection.ts'
import type { ResourceDefinition, ResourceAccess } from '../../registry/resource.ts'
import type { Reading } from '../../read/execute.ts'
import { planLinked } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import { addTagsOfId } from '../../tags/tags.ts'
import { errorBody } from './error-body.ts'
import { relOf, type ItemLink } from './links.ts'
import { listBesides, uploadsBesides } from './previewed-files.ts'
import { refusalOf } from './readers.ts'
import { columnsFor, complete, represent, type Representation, type Representing } from './representation.ts'
import { isEmbedded, isSelected } from '../request/selection.ts'

type Embedded = Readonly<Record<string, unknown>>

/** An embedded list has at most so many items, as WordPress's largest page. */
const listMax = 100

/** The embedded items of each item, by relation; null where there are none. */
export async function embed(
  items: readonly Representation[],
  representing: Representing,
  embedding: Embedding,
  reading: Reading,
): Promise<readonly (Embedded | null)[] | Failure> {
  const { resource, site, selection } = representing
  if (!isSelected(selection, '_links')) return items.map(() => null)
  // Links that are not selected are not embedded
  const shown = selection?.get('_links') ?? null
  const wanted = resource.links.filter(({ rel, embed: how }) => {
    const relation = relOf(rel, site.brand)
    // WordPress's own relation names work under every brand
    const isWanted = isEmbedded(embedding, relation) || isEmbedded(embedding, relOf(rel, 'wp'))
    return how !== null && isWanted && isSelected(shown, relation)
  })
  const found = await Promise.all(wanted.map((link) => readLinked(items, link, representing, reading)))
  if (!areWhole(found)) return failureIn(found)
  const valueOf = new Map(wanted.map((link, at) => [link, found[at]]))
  return items.map((item) => {
    const relations = item.links.flatMap((itemLink) => {
      const of = valueOf.get(itemLink.link)
      return of ? [{ rel: itemLink.rel, value: of(itemLink, item) }] : []
    })
    const filled = [...Map.groupBy(relations, ({ rel }) => rel)]
      .map(([rel, values]): [string, readonly unknown[]] => [rel, values.map(({ value }) => value)])
      .filter(([, values]) => values.some((value) => !Array.isArray(value) || value.length > 0))
    return filled.length === 0 ? null : Object.fromEntries(filled)
  })
}

/** The embedded values of a target, and the tags of the rows that they were made of. */
interface Found {
  readonly values: readonly unknown[]
  readonly used: ReadonlySet<Tag>
}

/** Found values by `<resource> <id>`. */
type Placed = ReadonlyMap<string, Found>
type Linked = (itemLink: ItemLink, item: Representation) => unknown

/** Reads the targets of one link for all items, with a query for each resource. */
async function readLinked(
  items: readonly Representation[],
  link: Link,
  representing: Representing,
  reading: Reading,
): Promise<Linked | Failure> {
  const leading = items.flatMap((item) => {
    const isRefused = link.embed?.kind === 'list' && link.embed.refuses?.(item.input, representing.viewer)
    return isRefused ? [] : item.links.filter((itemLink) => itemLink.link === link)
  })
  const byResource = Map.groupBy(leading, ({ target }) => (target.kind === 'path' ? '' : target.resource))
  const from = items.map(({ input }) => input.row)
  const read: readonly (Placed | Failure)[] = await Promise.all(
    [...byResource].flatMap(([name, links]) => {
      const target = representing.resources.get(name)
      const besides = uploadsBesides(from, name, representing)
      return target && link.embed
        ? [readTargets(target, { links, how: link.embed, besides }, representing, reading)]
        : []
    }),
  )
  if (!areWhole(read)) return failureIn(read)
  const rows = new Map(read.flatMap((each) => each.entries().toArray()))
  const isThere = await readHidden(byResource, rows, representing, reading)
  if (isFailure(isThere)) return isThere
  return ({ target }, item) => {
    const { embed: how } = link
    const refused = how?.kind === 'list' ? how.refuses?.(item.input, representing.viewer) : null
    if (refused) return errorBody(refused, representing.viewer)
    // A target that no route serves is answered as its address would be
    if (target.kind === 'path') return errorBody(fail('rest_no_route'), representing.viewer)
    const found = rows.get(`${target.resource} ${target.id}`)
    noteUse(item, target, found, link.embed, representing)
    if (target.kind === 'list') return found?.values ?? []
    // A target that may not be seen is replaced by the failure
    return found?.values[0] ?? missing(target, isThere.has(`${target.resource} ${target.id}`), representing)
  }
}

/** Notes that the item depends on what it embeds, and on what was looked up. */
function noteUse(
  { used }: Representation,
  { resource, id }: Exclude<Target, { readonly kind: 'path' }>,
  found: Found | undefined,
  how: Embed | null,
  { resources }: Representing,
): void {
  const target = resources.get(resource)
  const [source, match] = how?.kind === 'list' ? [how.source, how.match] : [target?.source, 'id']
  if (source !== undefined) addTagsOfId({ source, match }, String(id), [], used)
  for (const tag of found?.used ?? []) used.add(tag)
}

function missing(
  { resource }: Extract<Target, { readonly kind: 'item' }>,
  isThere: boolean,
  { resources, viewer }: Representing,
): unknown {
  const target = resources.get(resource)
  const refused = target && refusalOf(target, viewer)
  const why = isThere ? target?.notVisible : target?.notFound
  return errorBody(refused ?? fail(why ?? 'rest_no_route'), viewer)
}

/** The targets that exist although the viewer may not see them, by `<resource> <id>`. */
async function readHidden(
  byResource: ReadonlyMap<string, readonly ItemLink[]>,
  shown: Placed,
  { resources }: Representing,
  reading: Reading,
): Promise<ReadonlySet<string> | Failure> {
  const found = await Promise.all(
    [...byResource].map(async ([name, links]): Promise<readonly string[] | Failure> => {
      const target = resources.get(name)
      const ids = links.flatMap(({ target: to }) =>
        to.kind === 'item' && !shown.has(`${name} ${to.id}`) ? [String(to.id)] : [],
      )
      if (!target || ids.length === 0) return []
      if (target.optionRows) return ids.map((id) => `${name} ${id}`)
      const there = await reading.listOwned(
        planLinked(target, {
          source: target.source,
          columns: ['id'],
          match: 'id',
          ids: [...new Set(ids)].map(toIdValue),
          where: {},
          visible: null,
          order: { column: 'id', descending: false },
          limit: ids.length,
        }),
      )
      return isFailure(there) ? there : there.rows.map((row) => `${name} ${textOf(row, 'id')}`)
    }),
  )
  return areWhole(found) ? new Set(found.flat()) : failureIn(found)
}

interface Leading {
  readonly links: readonly ItemLink[]
  readonly how: Embed
  /** Filters for the rows that are shown besides those that the viewer may see; null for none. */
  readonly besides: readonly Filter[] | null
}

async function readTargets(
  target: ResourceDefinition,
  { links, how, besides }: Leading,
  { resources, site, viewer }: Representing,
  reading: Reading,
): Promise<Placed | Failure> {
  const representing: Representing = {
    resource: target,
    resources,
    site,
    context: 'embed',
    selection: null,
    viewer,
  }
  const ids = [...new Set(links.flatMap(({ target: to }) => (to.kind === 'path' ? [] : [String(to.id)])))]
  const match = how.kind === 'list' ? how.match : 'id'
  const columns = [...new Set([...columnsFor(representing), match])]
  const rows = target.optionRows
    ? namedRows(target, target.optionRows(site), ids, viewer)
    : await readRows(target, how, { ids, columns, match, viewer, besides }, reading)
  if (isFailure(rows)) return rows
  const represented = await represent(rows, representing, reading, { counter: 'each' })
  if (isFailure(represented)) return represented
  return new Map(
    [...Map.groupBy(represented, ({ input }) => textOf(input.row, match))].map(([id, found]) => {
      const used = new Set(found.flatMap((each) => [...each.used]))
      return [
        `${target.name} ${id}`,
        { values: found.map((each) => complete(each, representing, null)), used },
      ]
    }),
  )
}

function namedRows(
  target: ResourceAccess,
  rows: readonly Row[],
  ids: readonly string[],
  viewer: Viewer,
): readonly Row[] {
  return refusalOf(target, viewer) ? [] : rows.filter(({ id }) => ids.includes(String(id)))
}

interface Wanted extends Pick<Leading, 'besides'> {
  readonly ids: readonly string[]
  readonly columns: readonly string[]
  /** The column that holds one of the ids. */
  readonly match: string
  readonly viewer: Viewer
}

/** Reads up to so many rows for each id in one statement, and in a further one where single ids have more. */
async function readRows(
  target: ResourceDefinition,
  how: Embed,
  { ids, columns, match, viewer, besides }: Wanted,
  reading: Reading,
): Promise<readonly Row[] | Failure> {
  const planFor = (wanted: readonly string[]) =>
    planLinked(target, {
      source: how.kind === 'list' ? how.source : target.source,
      columns,
      match,
      ids: wanted.map(toIdValue),
      where: how.kind === 'list' ? { ...target.listed, ...how.where } : {},
      visible: visibilityOf(target, viewer, 'visibleAlone'),
      order: how.kind === 'list' ? how.order : { column: 'id', descending: false },
      limit: wanted.length * listMax,
    })
  const whole = await listBesides(planFor(ids), besides, reading)
  if (isFailure(whole)) return whole
  if (whole.rows.length < ids.length * listMax) {
    const byId = Map.groupBy(whole.rows, (row) => textOf(row, match))
    return [...byId.values()].flatMap((rows) => rows.slice(0, listMax))
  }
  const each = await reading.each(ids.map((id) => planFor([id])))
  return isFailure(each) ? each : each.flatMap(({ rows }) => rows)
}
