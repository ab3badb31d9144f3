// Rows that many lists ask for (totals, terms, authors): read once for all who ask meanwhile, and kept until something
// that they were made of changes.
import { singleFlight } from '../cache/single-flight.ts'
import type { TaggedCache } from '../cache/tagged-cache.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import type { Row } from '../database/tables.ts'
import type { Adjustable } from './cached-total.ts'

export interface KeptRows {
  readonly rows: readonly Row[]
  readonly tags: ReadonlySet<Tag>
  /** Of a total that changes of rows adjust. */
  readonly adjustable?: Adjustable
}

/** What is kept under the key; else what `read` reads, anew, under tags of its own. */
export type Keep = (key: string, read: () => Promise<KeptRows | Failure>) => Promise<KeptRows | Failure>

/** What is kept under each of the keys; what is not kept is read together, by the places of its keys. */
export type KeepEach = (
  keys: readonly string[],
  read: (places: readonly number[]) => Promise<readonly KeptRows[] | Failure>,
) => Promise<readonly KeptRows[] | Failure>

export interface KeptReads {
  readonly keep: Keep
  readonly keepEach: KeepEach
}

export function createKeptReads(kept: TaggedCache<KeptRows>): KeptReads {
  const join = singleFlight<KeptRows | Failure>()
  const make = async (key: string, read: () => Promise<KeptRows | Failure>) => {
    const flight = kept.begin()
    try {
      const found = await read()
      if (!isFailure(found)) flight.keep(key, found, found.tags, bytesOf(found.rows))
      return found
    } finally {
      flight.end()
    }
  }
  // What was begun before the last change is not waited for
  const keep: Keep = async (key, read) =>
    kept.find(key) ?? join(`${kept.now()} ${key}`, () => make(key, read))
  const keepEach: KeepEach = async (keys, read) => {
    const known = keys.map(kept.find)
    const places = [...known.keys()].filter((place) => known[place] === undefined)
    if (places.length === 0) return known.flatMap((each) => each ?? [])
    const flight = kept.begin()
    try {
      const found = await read(places)
      if (isFailure(found)) return found
      for (const [nth, each] of found.entries())
        flight.keep(keys[places[nth] ?? 0] ?? '', each, each.tags, bytesOf(each.rows))
      const placed = new Map(places.map((place, nth) => [place, found[nth]]))
      return known.flatMap((each, place) => each ?? placed.get(place) ?? [])
    } finally {
      flight.end()
    }
  }
  return { keep, keepEach }
}

function bytesOf(rows: readonly Row[]): number {
  return 2 * JSON.stringify(rows).length
}
