// Finds which tags changed while a read was under way. Changes are numbered: a read that began at one number is stale if one of its tags
// changed at a later one.
import type { Tag } from '../core/tag.ts'

export interface ChangesSince {
  /** The number of the last change. */
  readonly now: () => number
  /** Starts a new number, so that later reads do not join those under way. */
  readonly turn: () => void
  readonly changed: (tags: readonly Tag[]) => void
  readonly allChanged: () => void
  readonly begin: () => Reading
}

export interface Reading {
  readonly isStale: (tags: Iterable<Tag>) => boolean
  /** True until the read has ended. */
  readonly isOn: () => boolean
  readonly end: () => void
}

/** The most changed tags that are remembered for reads under way; beyond it every tag counts as changed. */
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
          if (changedAt.size === 0) return false
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
