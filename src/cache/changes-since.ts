// Which tags changed while something is being read. Changes are numbered: what began to be read at one number is stale if a
// tag of it changed at a later one.
import type { Tag } from '../core/tag.ts'

export interface ChangesSince {
  /** The number of the last change. */
  readonly now: () => number
  /** Counts reads that begin from now on as newer than those that are on their way. */
  readonly turn: () => void
  readonly changed: (tags: readonly Tag[]) => void
  readonly allChanged: () => void
  readonly begin: () => Reading
}

export interface Reading {
  readonly isStale: (tags: Iterable<Tag>) => boolean
  /** Whether it has not ended. */
  readonly isOn: () => boolean
  readonly end: () => void
}

/** How many changed tags are remembered for what is being read; beyond, all counts as changed. */
const rememberedMax = 20_000

export function createChangesSince(): ChangesSince {
  let now = 0
  let allChangedAt = 0
  const changedAt = new Map<Tag, number>()
  const reading = new Set<object>()
  return {
    now: () => now,
    turn: () => {
      now += 1
    },
    changed: (tags) => {
      if (tags.length === 0) return
      now += 1
      if (reading.size === 0) return
      for (const tag of tags) changedAt.set(tag, now)
      if (changedAt.size > rememberedMax) {
        allChangedAt = now
        changedAt.clear()
      }
    },
    allChanged: () => {
      now += 1
      allChangedAt = now
    },
    begin: () => {
      const own = {}
      const since = now
      reading.add(own)
      return {
        isStale: (tags) => {
          if (allChangedAt > since) return true
          for (const tag of tags) if ((changedAt.get(tag) ?? 0) > since) return true
          return false
        },
        isOn: () => reading.has(own),
        end: () => {
          reading.delete(own)
          if (reading.size === 0) changedAt.clear()
        },
      }
    },
  }
}
