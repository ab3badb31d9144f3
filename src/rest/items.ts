// Items as they go out to who is not logged in, each kept as JSON until something that it was made of changes: a page is
// then the ids of its rows, and items. Those that are not kept are read and made together.
import type { BoundedMap } from '../cache/bounded-map.ts'
import type { KeptItem } from '../cache/kept-item.ts'
import type { Flight, TaggedCache } from '../cache/tagged-cache.ts'
import { counter, type Counted, type Counter } from '../core/counter.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Query } from '../core/query-string.ts'
import type { Tag } from '../core/tag.ts'
import { WrittenJson, writtenList } from '../core/written-json.ts'
import { toIdValue, type Visibility } from '../database/filter.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import { planItem, planLinked } from '../plan/planner.ts'
import type { NewReading, Reading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { Projection } from '../registry/projection.ts'
import { embed } from './embed.ts'
import { columnsFor, complete, represent, type Representation, type Representing } from './representation.ts'
import { projectionText } from './selection.ts'

export interface AskedItems {
  readonly representing: Representing
  readonly projection: Projection
  readonly given: Query
  readonly excerptWords?: number | undefined
  /** Whether one item is asked for, by its id. */
  readonly isAlone?: boolean
  /** Whether the request brought the password of the item. */
  readonly unlocked?: boolean
  readonly reading: Reading
}

export interface Items {
  /** What `read` answers with the items of its page: what is read and made meanwhile is kept, unless it changed. */
  readonly during: <T>(asked: AskedItems, read: (items: ItemsOfPage) => Promise<T>) => Promise<T>
}

export interface ItemsOfPage {
  /**
   * The columns to read rows with; null where ids are enough, because what is not kept is read by them: of a single item, and
   * where most items of such pages were kept of late.
   */
  readonly columns: readonly string[] | null
  /** The items of rows, in their order, as `visible` shows them; a row that is gone meanwhile has none. */
  readonly of: (rows: readonly Row[], visible: Visibility | null) => Promise<MadeItems | Failure>
}

export interface MadeItems {
  /** A list: of values, or written already. */
  readonly body: unknown
  /** Null where there is none. */
  readonly first: { readonly body: unknown; readonly page: string | null } | null
}

export interface ItemsOptions {
  readonly kept: TaggedCache<KeptItem>
  /** Which kinds of pages were of kept items for the most part: 1 for those that were. */
  readonly kinds: BoundedMap<string, number>
  readonly newReading: NewReading
  readonly readSite: ReadSite
}

export function createItems(options: ItemsOptions): Items {
  return {
    during: async (asked, read) => {
      if (!isForAll(asked)) return read(itemsForOne(asked))
      const flight = options.kept.begin()
      try {
        return await read(itemsForAll(options, asked, flight))
      } finally {
        flight.end()
      }
    },
  }
}

/** Whether anybody who is not logged in gets the same. */
function isForAll({ representing: { viewer, context }, given, excerptWords }: AskedItems): boolean {
  return (
    viewer.kind === 'anonymous' && context !== 'edit' && excerptWords === undefined && !given.has('password')
  )
}

/** Made for whoever asks, and not kept. */
function itemsForOne(asked: AskedItems): ItemsOfPage {
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
      return { body, first: first ? { body: body[0], page: first.page } : null }
    },
  }
}

function itemsForAll(
  { kept, kinds, newReading, readSite }: ItemsOptions,
  { representing, projection, isAlone = false, reading: ofPage }: AskedItems,
  flight: Flight<KeptItem>,
): ItemsOfPage {
  const kind = kindOf(representing, projection)
  const columns = isAlone || kinds.get(kind) === 1 ? null : columnsFor(representing)

  const keep = (key: string, item: KeptItem) => {
    const bytes = item.json.byteLength + 2 * (item.page?.length ?? 0)
    flight.keep(key, item, item.tags, bytes)
    if (item.counted.found.size > 0) flight.keep(foundKey(key, item.counted), item, item.tags, bytes)
  }
  /** Items of these rows, by their ids; `known` are those of other rows of the page. */
  const make = async (
    page: Page,
    missing: readonly Row[],
    known: KnownItems,
  ): Promise<KnownItems | Failure> => {
    const reading = newReading('items')
    const site = await readSite(reading, ofPage)
    if (isFailure(site)) return site
    const own = { ...representing, site }
    const whole = await wholeRows(missing, own, page.visible, reading)
    if (isFailure(whole)) return whole
    const numbers = counter()
    const begins = passing(page.rows, known, numbers)
    const represented = await represent(whole, own, reading, { counter: numbers, begins })
    if (isFailure(represented)) return represented
    const embedded = await embed(represented, own, projection.embedded, reading)
    if (isFailure(embedded)) return embedded
    ofPage.noteRan(reading.ran)
    const shared = sharedTags(reading, represented)
    return new Map(
      represented.map((each, at) => {
        const json = Buffer.from(JSON.stringify(complete(each, own, embedded[at] ?? null)))
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
    // Those that were made may have moved on what those behind them find
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
        first: first ? { body: new WrittenJson(first.json), page: first.page } : null,
      }
    },
  }
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

/** The items that are kept and find what they found, if those that are not kept move nothing on. */
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

/** Moves the numbers on by the items that stand before the one that is made next. */
function passing(rows: readonly Row[], known: KnownItems, numbers: Counter): (row: Row) => void {
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

/** Whether each item finds what it found when it was made. */
function arePlaced(rows: readonly Row[], items: KnownItems): boolean {
  const numbers = counter()
  return inOrder(rows, items).every(({ counted }) => {
    const isPlaced = numbers.isFound(counted)
    numbers.pass(counted)
    return isPlaced
  })
}

/** What is selected of an item is not the same in a list as of it alone. */
function kindOf({ resource, context, selection }: Representing, { embedded }: Projection): string {
  return `${resource.name} ${context} ${projectionText({ fields: selection, embedded })}`
}

function keyOf(kind: string, visible: Visibility | null, id: string): string {
  return `${kind} ${visible?.rule} ${id}`
}

function foundKey(key: string, { found }: Counted): string {
  return `${key} ${JSON.stringify([...found])}`
}

function foundNowKey(key: string, numbers: Counter, { counted }: KeptItem): string {
  return `${key} ${numbers.foundNow(counted)}`
}

/** Rows with all columns, as `visible` shows them; of those that have them already, what they depend on is noted. */
async function wholeRows(
  rows: readonly Row[],
  representing: Representing,
  visible: Visibility | null,
  reading: Reading,
): Promise<readonly Row[] | Failure> {
  const { resource } = representing
  const columns = columnsFor(representing)
  const plan = planLinked(resource, {
    source: resource.source,
    columns,
    match: 'id',
    ids: rows.map((row) => toIdValue(integerOf(row, 'id'))),
    where: {},
    visible: visible && { ...visible, unseen: 'exclude' },
    order: { column: 'id', descending: false },
    limit: rows.length,
  })
  if (rows.every((row) => columns.every((column) => column in row))) {
    reading.noteOwned(plan)
    return rows
  }
  const [first, ...others] = rows
  if (first && others.length === 0) {
    const row = await reading.item(planItem(resource, integerOf(first, 'id'), columns, plan.visible), 'owned')
    return row === null ? [] : isFailure(row) ? row : [row]
  }
  const read = await reading.listOwned(plan)
  if (isFailure(read)) return read
  const byId = new Map(read.rows.map((row) => [textOf(row, 'id'), row]))
  return rows.map((row) => byId.get(textOf(row, 'id'))).filter((row) => row !== undefined)
}

/** What all items depend on: whatever was read that is not known to be used by some of them alone. */
function sharedTags(reading: Reading, represented: readonly Representation[]): Set<Tag> {
  const used = new Set<Tag>()
  for (const each of represented) for (const tag of each.used) used.add(tag)
  const shared = new Set(reading.tags)
  for (const tag of reading.ownedTags) if (!tag.startsWith('row:') || !used.has(tag)) shared.add(tag)
  for (const tags of reading.tagsApart) if (!tags.isSubsetOf(used)) for (const tag of tags) shared.add(tag)
  return shared
}
