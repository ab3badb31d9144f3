// Implements `_embed`: adds the items to which an answer's links lead, with one query for each relation of the whole page.
import { areWhole, fail, failureIn, isFailure, type Failure } from '../../core/failure.ts'
import { translationsOf } from '../../site/translations.ts'
import { toIdValue } from '../../database/filter.ts'
import { textOf, type Integer } from '../../database/tables.ts'
import type { Embed, Link, Target } from '../../registry/link.ts'
import type { Embedding } from '../../registry/projection.ts'
import type { Reading } from '../../read/execute.ts'
import { planLinked } from '../../planner/planner.ts'
import { errorBody } from './error-body.ts'
import { relOf, type ItemLink } from './links.ts'
import { uploadsBesides } from './previewed-files.ts'
import { refusalOf } from './readers.ts'
import type { Representation, Representing } from './representation.ts'
import {
  readTargets,
  tagsOfTarget,
  type Found,
  type From,
  type KeptTargets,
  type Placed,
} from './embedded-targets.ts'
import { isEmbedded, isSelected } from '../request/selection.ts'

type Embedded = Readonly<Record<string, unknown>>

/** An item that embeds others; its `used` receives their tags. */
export interface EmbeddingItem extends Pick<Representation, 'links' | 'used'> {
  readonly input: Pick<Representation['input'], 'row'>
}

/** The embedded items of each item, by relation; null where there are none. `kept` is for anonymous viewers only. */
export async function embed(
  items: readonly EmbeddingItem[],
  representing: Representing,
  embedding: Embedding,
  reading: Reading,
  kept: KeptTargets | null = null,
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
  if (wanted.length === 0) return items.map(() => null)
  const found = await Promise.all(
    wanted.map((link) => readLinked(items, link, representing, { reading, kept })),
  )
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

type Linked = (itemLink: ItemLink, item: EmbeddingItem) => unknown

/** Reads the targets of one link for all items, with a query for each resource. */
async function readLinked(
  items: readonly EmbeddingItem[],
  link: Link,
  representing: Representing,
  { reading, kept }: From,
): Promise<Linked | Failure> {
  const leading = items.flatMap(({ links }) =>
    links.filter((itemLink) => itemLink.link === link && itemLink.refused === null),
  )
  const byResource = Map.groupBy(leading, ({ target }) => (target.kind === 'path' ? '' : target.resource))
  const from = items.map(({ input }) => input.row)
  const read: readonly (Placed | Failure)[] = await Promise.all(
    [...byResource].flatMap(([name, links]) => {
      const target = representing.resources.get(name)
      const besides = uploadsBesides(from, name, representing)
      return target && link.embed
        ? [
            readTargets(target, { ids: idsOf(links), how: link.embed, besides }, representing, {
              reading,
              kept,
            }),
          ]
        : []
    }),
  )
  if (!areWhole(read)) return failureIn(read)
  const rows = new Map(read.flatMap((each) => each.entries().toArray()))
  const isThere = await readHidden(byResource, rows, representing, reading)
  if (isFailure(isThere)) return isThere
  return ({ target, refused }, item) => {
    if (refused) return errorBody(refused, representing.viewer, translationsOf(representing.site))
    // A target without a route gets the failure that its address would get
    if (target.kind === 'path')
      return errorBody(fail('rest_no_route'), representing.viewer, translationsOf(representing.site))
    const found = rows.get(`${target.resource} ${target.id}`)
    noteUse(item, target, found, link.embed, representing)
    if (target.kind === 'list') return found?.values ?? []
    // A target that the viewer may not see is replaced by the failure
    return found?.values[0] ?? missing(target, isThere.has(`${target.resource} ${target.id}`), representing)
  }
}

/** Records that the item depends on its embedded items, and on ids looked up for them. */
function noteUse(
  { used }: EmbeddingItem,
  { resource, id }: Exclude<Target, { readonly kind: 'path' }>,
  found: Found | undefined,
  how: Embed | null,
  { resources }: Representing,
): void {
  const target = resources.get(resource)
  if (target && how) for (const tag of tagsOfTarget(target, how, String(id))) used.add(tag)
  for (const tag of found?.used ?? []) used.add(tag)
}

function missing(
  { resource }: Extract<Target, { readonly kind: 'item' }>,
  isThere: boolean,
  { resources, site, viewer }: Representing,
): unknown {
  const target = resources.get(resource)
  const refused = target && refusalOf(target, viewer)
  const why = isThere ? target?.notVisible : target?.notFound
  return errorBody(refused ?? fail(why ?? 'rest_no_route'), viewer, translationsOf(site))
}

/** The targets that exist but are hidden from the viewer, as `<resource> <id>`. */
async function readHidden(
  byResource: ReadonlyMap<string, readonly ItemLink[]>,
  shown: Placed,
  { resources }: Representing,
  reading: Reading,
): Promise<ReadonlySet<string> | Failure> {
  const found = await Promise.all(
    [...byResource].map(async ([name, links]): Promise<readonly string[] | Failure> => {
      const target = resources.get(name)
      const isShown = (id: Integer) => (shown.get(`${name} ${id}`)?.values.length ?? 0) > 0
      const ids = links.flatMap(({ target: to }) =>
        to.kind === 'item' && !isShown(to.id) ? [String(to.id)] : [],
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

function idsOf(links: readonly ItemLink[]): readonly string[] {
  return [...new Set(links.flatMap(({ target }) => (target.kind === 'path' ? [] : [String(target.id)])))]
}
