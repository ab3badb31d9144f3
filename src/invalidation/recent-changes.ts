// The tags that changed lately, each with its place in the log that gateways share. By it a gateway judges an answer that another
// one has stored with the place that this one had reached before it read anything: nothing that the answer depends on may have
// changed after that place. Who stores late, and messages that are late or lost, can thus do no harm: of an answer whose place
// is not in the same line, or is older than what is remembered here, nothing is known, and it is not used.
import { dataOf, type Change, type DataChange, type SharedPlace } from '../core/change.ts'
import { keyedTables, type Tag } from '../core/tag.ts'
import { spelled, valuesOf } from '../tags/changed-row.ts'
import { tagsOfChange } from '../tags/change-tags.ts'

export interface RecentChanges {
  /** Changes that the caches have dropped; null for a place that is not known. */
  readonly note: (changes: readonly Change[], place: SharedPlace | null) => void
  /** Answers of the places up to now may not be used, whatever they depend on. */
  readonly refuseEarlier: () => void
  /** All that stands in the log up to here is dropped from the caches; null where that is not known. */
  readonly place: () => SharedPlace | null
  /** Why an answer that was read from this place on may not be used; null where it may. */
  readonly against: (place: SharedPlace, tags: Iterable<Tag>) => Against | null
}

/** `elsewhere`: of another line, or none is known; `forgotten`: what changed since then is not remembered. */
export type Against = 'elsewhere' | 'forgotten' | 'changed'

/** So many changes of tags are remembered in each of two generations. */
const tagsMax = 50_000

interface Generation {
  readonly changed: Map<Tag, number>
  /** Changes of values under a key, which only concern what has read the key. */
  readonly underKey: Map<Tag, Map<Tag, number>>
  size: number
}

export function createRecentChanges(remembered = tagsMax): RecentChanges {
  let at: SharedPlace | null = null
  /** Changes after this number are remembered. */
  let horizon = 0
  let recent = emptyGeneration()
  let before = emptyGeneration()
  /** The last number in the generation before. */
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
      // Changes that were pending when a gateway began to follow are reported once more
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

/** The keys under which values changed; null stands for a change that concerns all that has its tags. */
function keysOf(change: DataChange): readonly (Tag | null)[] {
  const table = change.kind === 'row' ? keyedTables.find((each) => each === change.table) : undefined
  if (change.kind !== 'row' || table === undefined) return [null]
  return [...spelled(valuesOf(change, 'key')), '*'].map((key): Tag => `key:${table}:${key}`)
}
