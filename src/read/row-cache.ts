// Caches rows that many lists need (totals, terms, authors): concurrent requests share one read, and its rows are
// kept until something that they depend on changes.
import { singleFlight } from '../cache/single-flight.ts'
import type { TaggedCache } from '../cache/tagged-cache.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import type { Row } from '../database/tables.ts'
import type { Adjustable } from './cached-total.ts'

export interface KeptRows {
  readonly rows: readonly Row[]
  readonly tags: ReadonlySet<Tag>
  /** Present for totals that changes of rows adjust. */
  readonly adjustable?: Adjustable
}

/** Returns the rows kept under the key; else those that `read` returns, which are kept under the tags it returns. */
export type Keep = (key: string, read: () => Promise<KeptRows | Failure>) => Promise<KeptRows | Failure>

/** Returns the rows kept under each key; `read` gets the indexes of the keys without rows, and reads these together. */
export type KeepEach = (
  keys: readonly string[],
  read: (indexes: readonly number[]) => Promise<readonly KeptRows[] | Failure>,
) => Promise<readonly KeptRows[] | Failure>

export interface KeptReads {
  /** Returns the rows kept under the key. */
  readonly find: (key: string) => KeptRows | undefined
  readonly keep: Keep
  readonly keepEach: KeepEach
}

/** `awaited` resolves once rows on their way to the cache are kept under the key; null where none are on their way. */
export function createKeptReads(
  kept: TaggedCache<KeptRows>,
  awaited: (key: string) => Promise<void> | null = () => null,
): KeptReads {
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
  // The key holds the time of the last change, so that no request joins a read that began before it
  const keep: Keep = async (key, read) => {
    const found = kept.find(key)
    if (found) return found
    const arriving = awaited(key)
    if (arriving === null) return join(`${kept.now()} ${key}`, () => make(key, read))
    await arriving
    return kept.find(key) ?? join(`${kept.now()} ${key}`, () => make(key, read))
  }
  const keepEach: KeepEach = async (keys, read) => {
    const known = keys.map(kept.find)
    const indexes = [...known.keys()].filter((index) => known[index] === undefined)
    if (indexes.length === 0) return known.flatMap((each) => each ?? [])
    const flight = kept.begin()
    try {
      const found = await read(indexes)
      if (isFailure(found)) return found
      for (const [nth, each] of found.entries())
        flight.keep(keys[indexes[nth] ?? 0] ?? '', each, each.tags, bytesOf(each.rows))
      const placed = new Map(indexes.map((index, nth) => [index, found[nth]]))
      return known.flatMap((each, index) => each ?? placed.get(index) ?? [])
    } finally {
      flight.end()
    }
  }
  return { find: kept.find, keep, keepEach }
}

export function bytesOf(rows: readonly Row[]): number {
  return 2 * JSON.stringify(rows).length
}
