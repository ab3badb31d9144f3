// Caches items as JSON, in the form for anonymous viewers, until something that they depend on changes: a page then needs
// only the ids of its rows, and items from the cache. Missing items are read and made together; one that embeds others is
// composed of its cached form without these, and of cached embedded items.
import type { BoundedMap } from '../../cache/bounded-map.ts'
import type { KeptItem } from '../../cache/kept-item.ts'
import type { Flight, TaggedCache } from '../../cache/tagged-cache.ts'
import { counter } from '../../core/counter.ts'
import { isFailure, type Failure } from '../../core/failure.ts'
import type { Header } from '../../core/reply.ts'
import { unrenderedHeader } from '../../core/unrendered.ts'
import { ownBytes } from '../../core/own-bytes.ts'
import type { Query } from '../../core/query-string.ts'
import { GivenUp, isApart, untilGivenUp } from '../../core/work.ts'
import { WrittenJson, writtenList } from '../../core/written-json.ts'
import type { Visibility } from '../../database/filter.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { NewReading, Reading } from '../../read/execute.ts'
import type { ReadSite } from '../../read/read-site.ts'
import { bytesOf, type KeptRows } from '../../read/row-cache.ts'
import { sharedTags } from '../../read/shared-tags.ts'
import type { Projection } from '../../registry/projection.ts'
import { embed, type EmbeddingItem } from '../representation/embed.ts'
import type { KeptTargets } from '../representation/embedded-targets.ts'
import {
  complete,
  represent,
  type Representation,
  type Representing,
} from '../representation/representation.ts'
import { columnsFor } from '../representation/wanted.ts'
import {
  advancing,
  arePlaced,
  BareItem,
  foundKey,
  inOrder,
  keyOf,
  kindOf,
  knownItems,
  nothingKnown,
  type Known,
  type KnownItems,
  type Page,
} from './known-items.ts'
import { wholeRows } from './whole-rows.ts'

export interface AskedItems {
  readonly representing: Representing
  readonly projection: Projection
  readonly raw: Query
  readonly excerptWords?: number | undefined
  /** True for a request of one item by its id. */
  readonly isAlone?: boolean
  readonly reading: Reading
}

export interface Items {
  /** Runs `read`, which makes the items of a page: what it reads and makes is cached, unless that changes meanwhile. */
  readonly during: <T>(read: (itemsOf: (asked: AskedItems) => ItemsOfPage) => Promise<T>) => Promise<T>
}

export interface ItemsOfPage {
  /**
   * The columns to read rows with; null where ids suffice, because missing items are then read by id: for a single item, and
   * where most items of the last such page came from the cache.
   */
  readonly columns: readonly string[] | null
  /** The items of rows, in their order, as `visible` shows them; a row that was deleted meanwhile has no item. */
  readonly of: (rows: readonly Row[], visible: Visibility | null) => Promise<MadeItems | Failure>
}

export interface MadeItems {
  /** The list of items, as values or already as JSON. */
  readonly body: unknown
  /** The first item; null where there is none. */
  readonly first: { readonly body: unknown; readonly page: string | null } | null
  /** The header that names parts of texts that could not be rendered; empty where the owner switched it off. */
  readonly headers: readonly Header[]
}

export interface ItemsOptions {
  readonly kept: TaggedCache<KeptItem>
  /** The cache of embedded items. */
  readonly keptTargets: TaggedCache<KeptRows>
  /** By kind of page, 1 where most items of the last such page came from the cache, else 0. */
  readonly kinds: BoundedMap<string, number>
  readonly newReading: NewReading
  readonly readSite: ReadSite
  /** The name of the header for unrendered parts; null where the owner switched it off. */
  readonly unrendered: string | null
}

export function createItems(options: ItemsOptions): Items {
  return {
    during: async (read) => {
      const flights = { items: options.kept.begin(), targets: options.keptTargets.begin() }
      try {
        return await read((asked) =>
          isApart() || !isForAll(asked) ? itemsForOne(options, asked) : itemsForAll(options, asked, flights),
        )
      } finally {
        flights.items.end()
        flights.targets.end()
      }
    },
  }
}

/** True where every anonymous viewer gets the same items. */
function isForAll({ representing: { viewer, context, fieldArgs }, raw, excerptWords }: AskedItems): boolean {
  return (
    viewer.kind === 'anonymous' &&
    viewer.preview === undefined &&
    context !== 'edit' &&
    excerptWords === undefined &&
    fieldArgs === undefined &&
    !raw.has('password')
  )
}

/** Makes items for this request alone, without caching them. */
function itemsForOne({ unrendered }: ItemsOptions, asked: AskedItems): ItemsOfPage {
  const { representing, projection, reading, raw, excerptWords } = asked
  const password = raw.get('password')
  return {
    columns: columnsFor(representing),
    of: async (rows, visible) => {
      const represented = await represent(rows, representing, reading, {
        password: typeof password === 'string' ? password : undefined,
        excerptWords,
        rule: visible?.rule,
      })
      if (isFailure(represented)) return represented
      const embedded = await embed(represented, representing, projection.embedded, reading)
      if (isFailure(embedded)) return embedded
      const body = represented.map((each, at) => complete(each, representing, embedded[at] ?? null))
      const [first] = represented
      return {
        body,
        first: first ? { body: body[0], page: first.page } : null,
        headers: saidOf(unrendered, represented),
      }
    },
  }
}

/** Flights of both caches, begun before anything is read. */
interface Flights {
  readonly items: Flight<KeptItem>
  readonly targets: Flight<KeptRows>
}

/** The estimated memory of a cached link. */
const linkBytes = 100

function itemsForAll(
  { kept, keptTargets, kinds, newReading, readSite, unrendered }: ItemsOptions,
  { representing, projection, isAlone = false, reading: ofPage }: AskedItems,
  flights: Flights,
): ItemsOfPage {
  const { resource } = representing
  const kind = kindOf(representing, projection)
  const isBare = projection.embedded !== 'all' && projection.embedded.size === 0
  const bareKind = isBare ? null : kindOf(representing, { ...projection, embedded: noneEmbedded })
  const columns = isAlone || kinds.get(kind) === 1 ? null : columnsFor(representing)

  const targets: KeptTargets = {
    find: keptTargets.find,
    keep: (key, found) => void flights.targets.keep(key, found, found.tags, bytesOf(found.rows)),
    begin: async () => {
      const reading = newReading('items')
      const site = await readSite(reading, ofPage)
      return isFailure(site) ? site : { reading, site }
    },
  }
  /** Makes the items of the missing rows, by id. */
  const make = async (
    page: Page,
    missing: readonly Row[],
    { known, bare }: Known,
  ): Promise<KnownItems | Failure> => {
    const reading = newReading('items')
    const site = await readSite(reading, ofPage)
    if (isFailure(site)) return site
    const own = { ...representing, site }
    const others = missing.filter((row) => !bare.has(textOf(row, 'id')))
    const whole = others.length === 0 ? [] : await wholeRows(others, own, page.visible, reading, isAlone)
    if (isFailure(whole)) return whole
    const numbers = counter()
    const begins = advancing(page.rows, new Map([...known, ...bare]), numbers)
    const cut: GivenUp[] = []
    const represented =
      whole.length === 0 ? [] : await represent(whole, own, reading, { counter: numbers, begins, cut })
    if (isFailure(represented)) return represented
    const items = [
      ...represented.map((each) => bareOf(each, own)),
      ...missing.flatMap((row) => {
        const item = bare.get(textOf(row, 'id'))
        return item ? [bareOfKept(row, item)] : []
      }),
    ]
    const outcome = cut[0] ?? (await untilGivenUp(embed(items, own, projection.embedded, reading, targets)))
    if (isFailure(outcome)) return outcome
    const [givenUp, embedded] = outcome instanceof GivenUp ? [outcome, []] : [null, outcome]
    // Items made before the work was given up are cached in their form without embedded items
    const madeKind = givenUp === null ? kind : (bareKind ?? kind)
    ofPage.trackRan(reading.ran)
    const shared = sharedTags(reading, items)
    const made = new Map(
      items.map(({ bytes, used, input, page: address, counted, links }, at) => {
        const json = new WrittenJson(ownBytes(withEmbedded(bytes, embedded[at] ?? null)))
        const parts = { json, page: address, tags: shared.union(used), counted }
        const item = isBare || madeKind === bareKind ? new BareItem(parts, links, resource) : parts
        const id = textOf(input.row, 'id')
        keepItem(flights, keyOf(madeKind, page.visible, id), item)
        return [id, item]
      }),
    )
    if (givenUp !== null) throw givenUp
    return made
  }
  const itemsOf = async (page: Page): Promise<KnownItems | Failure> => {
    const found = knownItems(page, { kind, bareKind }, kept, resource)
    const missing = page.rows.filter((row) => !found.known.has(textOf(row, 'id')))
    // A page without rows does not predict other pages
    if (!isAlone && page.rows.length > 0) kinds.set(kind, 2 * missing.length <= page.rows.length ? 1 : 0)
    if (missing.length === 0) return found.known
    const made = await make(page, missing, found)
    if (isFailure(made)) return made
    const items = new Map([...found.known, ...made])
    // New items may have advanced counters on which later items depend
    return arePlaced(page.rows, items) ? items : make(page, page.rows, nothingKnown)
  }

  return {
    columns,
    of: async (rows, visible) => {
      const byId = await itemsOf({ rows, visible })
      if (isFailure(byId)) return byId
      const items = inOrder(rows, byId)
      for (const { tags } of items) ofPage.track(tags)
      const [first] = items
      return {
        body: writtenList(items.map(({ json }) => json)),
        first: first ? { body: first.json, page: first.page } : null,
        headers: saidOf(unrendered, items),
      }
    },
  }
}

function keepItem({ items }: Flights, key: string, item: KeptItem): void {
  const bytesOfLinks = item instanceof BareItem ? linkBytes * item.links.length : 0
  const bytes = item.json.bytes.byteLength + 2 * (item.page?.length ?? 0) + bytesOfLinks
  items.keep(key, item, item.tags, bytes)
  if (item.counted.found.size > 0) items.keep(foundKey(key, item.counted), item, item.tags, bytes)
}

/** An item before its embedded items are read. */
interface Bare extends EmbeddingItem, Pick<KeptItem, 'page' | 'counted'> {
  readonly bytes: Buffer
}

function bareOf(represented: Representation, representing: Representing): Bare {
  const { input, links, used, page, counted } = represented
  const bytes = Buffer.from(JSON.stringify(complete(represented, representing, null)))
  return { input, links, used, page, counted, bytes }
}

function bareOfKept(row: Row, { json, page, tags, counted, links }: BareItem): Bare {
  return { input: { row }, links, used: new Set(tags), page, counted, bytes: json.bytes }
}

/** The JSON of an item with its embedded items as the last member; the item has at least one other member. */
function withEmbedded(item: Buffer, embedded: Readonly<Record<string, unknown>> | null): Buffer {
  if (embedded === null) return item
  return Buffer.concat([item.subarray(0, -1), Buffer.from(`,"_embedded":${JSON.stringify(embedded)}}`)])
}

const noneEmbedded: ReadonlySet<string> = new Set()

type WithNumbers = Pick<KeptItem, 'counted'>

function saidOf(unrendered: string | null, items: readonly WithNumbers[]): readonly Header[] {
  return unrendered === null
    ? []
    : unrenderedHeader(
        unrendered,
        items.map(({ counted }) => counted),
      )
}
