// Rows that many lists ask for (totals, terms, authors): read once for all who ask meanwhile, and kept until something
// that they were made of changes.
import { singleFlight } from '../cache/single-flight.ts'
import type { TaggedCache } from '../cache/tagged-cache.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import type { Row } from '../database/tables.ts'

export interface KeptRows {
  readonly rows: readonly Row[]
  readonly tags: ReadonlySet<Tag>
}

/** What is kept under the key; else what `read` reads, anew, under tags of its own. */
export type Keep = (key: string, read: () => Promise<KeptRows | Failure>) => Promise<KeptRows | Failure>

export function createKeep(kept: TaggedCache<KeptRows>): Keep {
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
  return async (key, read) => kept.find(key) ?? join(`${kept.now()} ${key}`, () => make(key, read))
}

function bytesOf(rows: readonly Row[]): number {
  return 2 * JSON.stringify(rows).length
}
