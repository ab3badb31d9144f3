// Caches items as JSON, as anonymous viewers get them, until something that they depend on changes: a page then needs
// the ids of its rows, and items from the cache. Missing ones are read and made together. Where an item
// contains numbers that run through the page (core/counter.ts), the cached one fits only where it finds the same.
import { isApart } from '../../cache/apart.ts'
import type { BoundedMap } from '../../cache/bounded-map.ts'
import type { KeptItem } from '../../cache/kept-item.ts'
import type { Flight, TaggedCache } from '../../cache/tagged-cache.ts'
import { counter, type Counted, type Counter } from '../../core/counter.ts'
import { isFailure, type Failure } from '../../core/failure.ts'
import type { Header } from '../../core/reply.ts'
import { unrenderedHeader } from '../../core/unrendered.ts'
import { ownBytes } from '../../core/own-bytes.ts'
import type { Query } from '../../core/query-string.ts'
import { WrittenJson, writtenList } from '../../core/written-json.ts'
import type { Visibility } from '../../database/filter.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { NewReading, Reading } from '../../read/execute.ts'
import type { ReadSite } from '../../read/read-site.ts'
import { sharedTags } from '../../read/shared-tags.ts'
import type { Projection } from '../../registry/projection.ts'
import { embed } from '../representation/embed.ts'
import { columnsFor, complete, represent, type Representing } from '../representation/representation.ts'
import { projectionText } from '../request/selection.ts'
import { wholeRows } from './whole-rows.ts'

export interface AskedItems {
  readonly representing: Representing
  readonly projection: Projection
  readonly given: Query
  readonly excerptWords?: number | undefined
  /** True for a request of one item by its id. */
  readonly isAlone?: boolean
  /** True where the request has the password of the item. */
  readonly unlocked?: boolean
  readonly reading: Reading
}

export interface Items {
  /** Runs `read` with the items of its page: what is read and made within is cached, unless it changes meanwhile. */
  readonly during: <T>(asked: AskedItems, read: (items: ItemsOfPage) => Promise<T>) => Promise<T>
}

export interface ItemsOfPage {
  /**
   * The columns to read rows with; null where ids are enough, because missing items are read by id: for a single
   * item, and where most items of such pages came from the cache lately.
   */
  readonly columns: readonly string[] | null
  /** The items of rows, in their order, as `visible` shows them; a row that was deleted meanwhile has none. */
  readonly of: (rows: readonly Row[], visible: Visibility | null) => Promise<MadeItems | Failure>
}

export interface MadeItems {
  /** The list of items: as values, or as JSON already. */
  readonly body: unknown
  /** Null where there is none. */
  readonly first: { readonly body: unknown; readonly page: string | null } | null
  /** The header that names what could not be rendered of their texts; none where the owner does not want it. */
  readonly headers: readonly Header[]
}

export interface ItemsOptions {
  readonly kept: TaggedCache<KeptItem>
  /** By kind of page: 1 where most items of the last such page came from the cache, else 0. */
  readonly kinds: BoundedMap<string, number>
  readonly newReading: NewReading
  readonly readSite: ReadSite
  /** The name of the header that says what could not be rendered; null where none does. */
  readonly unrendered: string | null
}

export function createItems(options: ItemsOptions): Items {
  return {
    during: async (asked, read) => {
      if (isApart() || !isForAll(asked)) return read(itemsForOne(options, asked))
      const flight = options.kept.begin()
      try {
        return await read(itemsForAll(options, asked, flight))
      } finally {
        flight.end()
      }
    },
  }
}

/** True where every anonymous viewer gets the same items. */
function isForAll({
  representing: { viewer, context, fieldArgs },
  given,
  excerptWords,
}: AskedItems): boolean {
  return (
    viewer.kind === 'anonymous' &&
    viewer.preview === undefined &&
    context !== 'edit' &&
    excerptWords === undefined &&
    fieldArgs === undefined &&
    !given.has('password')
  )
}

/** Makes items for this request alone, without caching them. */
function itemsForOne({ unrendered }: ItemsOptions, asked: AskedItems): ItemsOfPage {
  const { representing, projection, reading, given, excerptWords, unlocked = false } = asked
  return {
    columns: columnsFor(representing),
    of: async (rows) => {
      const hasPassword = given.has('password')
      const represented = await represent(rows, representing, reading, {
        unlocked,
        excerptWords,
        hasPassword,
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

function itemsForAll(
  { kept, kinds, newReading, readSite, unrendered }: ItemsOptions,
  { representing, projection, isAlone = false, reading: ofPage }: AskedItems,
  flight: Flight<KeptItem>,
): ItemsOfPage {
  const kind = kindOf(representing, projection)
  const columns = isAlone || kinds.get(kind) === 1 ? null : columnsFor(representing)

  const keep = (key: string, item: KeptItem) => {
    const bytes = item.json.bytes.byteLength + 2 * (item.page?.length ?? 0)
    flight.keep(key, item, item.tags, bytes)
    if (item.counted.found.size > 0) flight.keep(foundKey(key, item.counted), item, item.tags, bytes)
  }
  /** Makes the items of these rows, by id; `known` are those of the page's other rows. */
  const make = async (
    page: Page,
    missing: readonly Row[],
    known: KnownItems,
  ): Promise<KnownItems | Failure> => {
    const reading = newReading('items')
    const site = await readSite(reading, ofPage)
    if (isFailure(site)) return site
    const own = { ...representing, site }
    const whole = await wholeRows(missing, own, page.visible, reading, isAlone)
    if (isFailure(whole)) return whole
    const numbers = counter()
    const begins = advancing(page.rows, known, numbers)
    const represented = await represent(whole, own, reading, { counter: numbers, begins })
    if (isFailure(represented)) return represented
    const embedded = await embed(represented, own, projection.embedded, reading)
    if (isFailure(embedded)) return embedded
    ofPage.noteRan(reading.ran)
    const shared = sharedTags(reading, represented)
    return new Map(
      represented.map((each, at) => {
        const text = JSON.stringify(complete(each, own, embedded[at] ?? null))
        const json = new WrittenJson(ownBytes(Buffer.from(text)))
        const item = { json, page: each.page, tags: shared.union(each.used), counted: each.counted }
        const id = textOf(each.input.row, 'id')
        keep(keyOf(kind, page.visible, id), item)
        return [id, item]
      }),
    )
  }
  const itemsOf = async (page: Page): Promise<KnownItems | Failure> => {
    const known = knownItems(page, (id) => keyOf(kind, page.visible, id), kept)
    const missing = page.rows.filter((row) => !known.has(textOf(row, 'id')))
    if (!isAlone) kinds.set(kind, 2 * missing.length <= page.rows.length ? 1 : 0)
    if (missing.length === 0) return known
    const made = await make(page, missing, known)
    if (isFailure(made)) return made
    const items = new Map([...known, ...made])
    // New items may have advanced the numbers that the items behind them need
    return arePlaced(page.rows, items) ? items : make(page, page.rows, none)
  }

  return {
    columns,
    of: async (rows, visible) => {
      const byId = await itemsOf({ rows, visible })
      if (isFailure(byId)) return byId
      const items = inOrder(rows, byId)
      for (const { tags } of items) ofPage.note(tags)
      const [first] = items
      return {
        body: writtenList(items.map(({ json }) => json)),
        first: first ? { body: first.json, page: first.page } : null,
        headers: saidOf(unrendered, items),
      }
    },
  }
}

type WithNumbers = Pick<KeptItem, 'counted'>

function saidOf(unrendered: string | null, items: readonly WithNumbers[]): readonly Header[] {
  return unrendered === null
    ? []
    : unrenderedHeader(
        unrendered,
        items.map(({ counted }) => counted),
      )
}

interface Page {
  readonly rows: readonly Row[]
  readonly visible: Visibility | null
}

type KnownItems = ReadonlyMap<string, KeptItem>

const none: KnownItems = new Map()

function inOrder(rows: readonly Row[], items: KnownItems): readonly KeptItem[] {
  return rows.flatMap((row) => items.get(textOf(row, 'id')) ?? [])
}

/** The page's cached items whose numbers fit, on the assumption that missing items advance none. */
function knownItems({ rows }: Page, keyFor: (id: string) => string, kept: TaggedCache<KeptItem>): KnownItems {
  const numbers = counter()
  const known = new Map<string, KeptItem>()
  for (const row of rows) {
    const id = textOf(row, 'id')
    const key = keyFor(id)
    const last = kept.find(key)
    const item = last && !numbers.isFound(last.counted) ? kept.find(foundNowKey(key, numbers, last)) : last
    if (!item) continue
    known.set(id, item)
    numbers.pass(item.counted)
  }
  return known
}

/** Advances the page's numbers by the items that stand before the one made next. */
function advancing(rows: readonly Row[], known: KnownItems, numbers: Counter): (row: Row) => void {
  let at = 0
  return (row) => {
    for (const next = textOf(row, 'id'); at < rows.length; at += 1) {
      const id = textOf(rows[at] ?? {}, 'id')
      if (id === next) return
      const item = known.get(id)
      if (item) numbers.pass(item.counted)
    }
  }
}

/** True where each item finds the numbers that it was made with. */
function arePlaced(rows: readonly Row[], items: KnownItems): boolean {
  const numbers = counter()
  return inOrder(rows, items).every(({ counted }) => {
    const isPlaced = numbers.isFound(counted)
    numbers.pass(counted)
    return isPlaced
  })
}

/** A selection means different members in a list and for a single item. */
function kindOf({ resource, context, selection, keptLinks }: Representing, { embedded }: Projection): string {
  return `${resource.name} ${context}${keptLinks ? ' alone' : ''} ${projectionText({ fields: selection, embedded })}`
}

function keyOf(kind: string, visible: Visibility | null, id: string): string {
  return `${kind} ${visible?.rule} ${id}`
}

/** A further key of an item with numbers, by the ones it found, so that several versions of it are cached. */
function foundKey(key: string, { found }: Counted): string {
  return `${key} ${JSON.stringify([...found])}`
}

function foundNowKey(key: string, numbers: Counter, { counted }: KeptItem): string {
  return `${key} ${numbers.foundNow(counted)}`
}
