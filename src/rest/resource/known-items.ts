// Finds the cached items of a page. An item that contains counters of the page (core/counter.ts) fits only where it would
// find the same values as when it was made.
import type { KeptItem } from '../../cache/kept-item.ts'
import type { TaggedCache } from '../../cache/tagged-cache.ts'
import { counter, type Counted, type Counter } from '../../core/counter.ts'
import type { Visibility } from '../../database/filter.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { Projection } from '../../registry/projection.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import type { ItemLink } from '../representation/links.ts'
import type { Representing } from '../representation/representation.ts'
import { projectionText } from '../request/selection.ts'

export interface Page {
  readonly rows: readonly Row[]
  readonly visible: Visibility | null
}

export type KnownItems = ReadonlyMap<string, KeptItem>

export function inOrder(rows: readonly Row[], items: KnownItems): readonly KeptItem[] {
  return rows.flatMap((row) => items.get(textOf(row, 'id')) ?? [])
}

/** An item cached without its embedded items; `resource` is the one whose links it has. */
export class BareItem implements KeptItem {
  readonly json: KeptItem['json']
  readonly page: KeptItem['page']
  readonly tags: KeptItem['tags']
  readonly counted: Counted
  readonly links: readonly ItemLink[]
  readonly resource: ResourceDefinition
  constructor(
    { json, page, tags, counted }: KeptItem,
    links: readonly ItemLink[],
    resource: ResourceDefinition,
  ) {
    this.json = json
    this.page = page
    this.tags = tags
    this.counted = counted
    this.links = links
    this.resource = resource
  }
}

export interface Known {
  readonly known: KnownItems
  /** Items cached without their embedded items, from which missing ones are composed. */
  readonly bare: ReadonlyMap<string, BareItem>
}

export const nothingKnown: Known = { known: new Map(), bare: new Map() }

export interface Kinds {
  readonly kind: string
  /** The kind of the same items without embedded items; null where they embed none. */
  readonly bareKind: string | null
}

/** Identifies items by their form; a selection keeps other members in a list than in a single item. */
export function kindOf(
  { resource, context, selection, keptLinks }: Representing,
  { embedded }: Projection,
): string {
  return `${resource.name} ${context}${keptLinks ? ' alone' : ''} ${projectionText({ fields: selection, embedded })}`
}

/** The page's cached items whose counters fit, on the assumption that missing items advance none. */
export function knownItems(
  { rows, visible }: Page,
  { kind, bareKind }: Kinds,
  kept: Pick<TaggedCache<KeptItem>, 'find'>,
  resource: ResourceDefinition,
): Known {
  const numbers = counter()
  const known = new Map<string, KeptItem>()
  const bare = new Map<string, BareItem>()
  const find = (of: string, id: string) => {
    const key = keyOf(of, visible, id)
    const last = kept.find(key)
    return last && !numbers.isFound(last.counted) ? kept.find(foundNowKey(key, numbers, last)) : last
  }
  for (const row of rows) {
    const id = textOf(row, 'id')
    const whole = find(kind, id)
    const other = whole || bareKind === null ? undefined : find(bareKind, id)
    if (whole) known.set(id, whole)
    else if (other instanceof BareItem && other.resource === resource) bare.set(id, other)
    const item = known.get(id) ?? bare.get(id)
    if (item) numbers.pass(item.counted)
  }
  return { known, bare }
}

/** Advances the page's counters by the items before the one that is made next. */
export function advancing(rows: readonly Row[], known: KnownItems, numbers: Counter): (row: Row) => void {
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

/** True where each item finds the counters as they were when it was made. */
export function arePlaced(rows: readonly Row[], items: KnownItems): boolean {
  const numbers = counter()
  return inOrder(rows, items).every(({ counted }) => {
    const isPlaced = numbers.isFound(counted)
    numbers.pass(counted)
    return isPlaced
  })
}

export function keyOf(kind: string, visible: Visibility | null, id: string): string {
  return `${kind} ${visible?.rule} ${id}`
}

/** A further key of an item with counters, by the values that it found, so that several versions are cached. */
export function foundKey(key: string, { found }: Counted): string {
  return `${key} ${JSON.stringify([...found])}`
}

function foundNowKey(key: string, numbers: Counter, { counted }: KeptItem): string {
  return `${key} ${numbers.foundNow(counted)}`
}
