// Finds the keys of entries by their tags.
import type { Tag } from '../core/tag.ts'

export interface TagIndex {
  readonly add: (key: string, tags: Iterable<Tag>) => void
  readonly remove: (key: string, tags: Iterable<Tag>) => void
  readonly clear: () => void
  readonly has: (tag: Tag) => boolean
  /** Each key with any of these tags, once. */
  readonly keysOf: (tags: Iterable<Tag>) => ReadonlySet<string>
  readonly startingWith: (prefix: string) => readonly Tag[]
  readonly size: () => number
}

export function createTagIndex(): TagIndex {
  const index = new Map<Tag, Set<string>>()
  return {
    add: (key, tags) => {
      for (const tag of tags) {
        const keys = index.get(tag)
        if (keys) keys.add(key)
        else index.set(tag, new Set([key]))
      }
    },
    remove: (key, tags) => {
      for (const tag of tags) {
        const keys = index.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) index.delete(tag)
      }
    },
    clear: () => index.clear(),
    has: (tag) => index.has(tag),
    keysOf: (tags) => {
      const keys = new Set<string>()
      for (const tag of tags) for (const key of index.get(tag) ?? []) keys.add(key)
      return keys
    },
    startingWith: (prefix) => [...index.keys()].filter((tag) => tag.startsWith(prefix)),
    size: () => index.size,
  }
}
