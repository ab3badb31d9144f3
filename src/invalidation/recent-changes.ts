// Remembers the tags that changed lately, each with its place in the log that gateways share. Another gateway stores an answer with the
// place that it had reached before it read anything; this one uses the answer only if none of its tags changed after that place. Late or
// lost messages and late writers thus do no harm: an answer whose place is on another line of the log, or older than what is remembered,
// is not used.
import { dataOf, type Change, type DataChange, type SharedPlace } from '../core/change.ts'
import { keyedTables, type Tag } from '../core/tag.ts'
import { spelled, valuesOf } from '../tags/changed-row.ts'
import { tagsOfChange } from '../tags/change-tags.ts'

export interface RecentChanges {
  /** Notes changes that the caches have applied; null for a place that is not known. */
  readonly note: (changes: readonly Change[], place: SharedPlace | null) => void
  /** Refuses answers of all places up to now, whatever they depend on. */
  readonly refuseEarlier: () => void
  /** The place in the log up to which the caches have applied all changes; null where that is not known. */
  readonly place: () => SharedPlace | null
  /** The reason why an answer whose reading began at this place must not be used; null where it may be. */
  readonly against: (place: SharedPlace, tags: Iterable<Tag>) => Against | null
}

/** `elsewhere`: the place is on another line, or no line is known; `forgotten`: changes since then are not all remembered. */
export type Against = 'elsewhere' | 'forgotten' | 'changed'

/** The most changes of tags that each of two generations remembers. */
const tagsMax = 50_000

interface Generation {
  readonly changed: Map<Tag, number>
  /** Changes of meta values by key, which concern only answers that read the key. */
  readonly underKey: Map<Tag, Map<Tag, number>>
  size: number
}

export function createRecentChanges(remembered = tagsMax): RecentChanges {
  let at: SharedPlace | null = null
  /** All changes after this number are remembered. */
  let horizon = 0
  let recent = emptyGeneration()
  let before = emptyGeneration()
  /** The last number in the older generation. */
  let turnedAt = 0

  const beginAt = (place: SharedPlace | null) => {
    at = place
    turnedAt = horizon = place?.nth ?? 0
    recent = emptyGeneration()
    before = emptyGeneration()
  }
  const turn = (nth: number) => {
    if (recent.size < remembered) return
    horizon = Math.max(horizon, turnedAt)
    turnedAt = nth
    before = recent
    recent = emptyGeneration()
  }
  const changed = (tag: Tag, nth: number, key: Tag | null) => {
    const tags = key === null ? recent.changed : (recent.underKey.get(key) ?? new Map<Tag, number>())
    if (key !== null) recent.underKey.set(key, tags)
    if (!tags.has(tag)) recent.size += 1
    tags.set(tag, nth)
  }
  const noteData = (change: DataChange, nth: number) => {
    const tags = tagsOfChange(change, () => true)
    if (tags === 'all') return beginAt(at)
    for (const key of keysOf(change)) for (const tag of tags) changed(tag, nth, key)
    turn(nth)
  }
  return {
    note: (changes, place) => {
      if (place === null || place.line !== at?.line) beginAt(place)
      if (place === null || at === null) return
      // Changes that were pending when a gateway began to follow arrive once more, with an older number
      at = { line: at.line, nth: Math.max(at.nth, place.nth) }
      for (const change of changes) {
        if (change.kind === 'purge') beginAt(at)
        for (const data of dataOf(change)) noteData(data, at.nth)
      }
    },
    refuseEarlier: () => {
      if (at !== null) horizon = at.nth + 1
    },
    place: () => at,
    against: (place, tags) => {
      if (place.line !== at?.line) return 'elsewhere'
      if (place.nth < horizon) return 'forgotten'
      const all = new Set(tags)
      return [recent, before].some((each) => hasChanged(each, all, place.nth)) ? 'changed' : null
    },
  }
}

function emptyGeneration(): Generation {
  return { changed: new Map(), underKey: new Map(), size: 0 }
}

function hasChanged({ changed, underKey }: Generation, tags: ReadonlySet<Tag>, since: number): boolean {
  for (const tag of tags) {
    if ((changed.get(tag) ?? 0) > since) return true
    for (const [under, nth] of underKey.get(tag) ?? []) if (nth > since && tags.has(under)) return true
  }
  return false
}

/** The meta keys whose values changed; null for a change that concerns every answer with its tags. */
function keysOf(change: DataChange): readonly (Tag | null)[] {
  const table = change.kind === 'row' ? keyedTables.find((each) => each === change.table) : undefined
  if (change.kind !== 'row' || table === undefined) return [null]
  return [...spelled(valuesOf(change, 'key')), '*'].map((key): Tag => `key:${table}:${key}`)
}
