// Tags that are held: while a change of them may be committed and not yet visible, the cache keeps no value with them.
import type { Tag } from '../core/tag.ts'

export interface Holds {
  readonly hold: (id: number, tags: ReadonlySet<Tag> | 'all') => void
  readonly release: (id: number) => void
  readonly releaseAll: () => void
  readonly areHeld: (tags: ReadonlySet<Tag>) => boolean
}

export function createHolds(): Holds {
  const held = new Map<number, ReadonlySet<Tag> | 'all'>()
  return {
    hold: (id, tags) => held.set(id, tags),
    release: (id) => held.delete(id),
    releaseAll: () => held.clear(),
    areHeld: (tags) => [...held.values()].some((those) => those === 'all' || !those.isDisjointFrom(tags)),
  }
}
