// Makes purge events for downstream caches: the tags that a change makes stale, and the addresses of the responses
// that it dropped here.
import type { DataChange } from '../core/change.ts'
import type { Purge } from '../core/purge.ts'
import type { OnStale, Stale } from '../core/stale.ts'
import { staleWords } from '../core/tag-words.ts'
import { keyedTables, type Tag } from '../core/tag.ts'
import type { KnownPosts } from '../tags/change-tags.ts'
import { createStaleOf } from './stale-of.ts'
import { causeClass } from '../observe/cause-class.ts'
import { isSiteOption } from '../core/site-options.ts'
import { themeOption } from '../site/site.ts'

export interface PurgeEvents {
  /** Receives the tags of every response that could be cached. */
  readonly offered: (tags: ReadonlySet<Tag>) => void
  /** The tags of options and meta keys that responses were made of. */
  readonly tagsOf: (prefix: string) => readonly Tag[]
  readonly changed: (change: DataChange, rest: Changed) => void
  readonly purged: (purge: Purge) => void
}

export interface Changed {
  readonly cause: string
  /** The canonical paths of the responses that the change dropped. */
  readonly gone: ReadonlySet<string>
  /** The position in the log from which readers see the change; null where that is not known. */
  readonly at: string | null
}

/** The most addresses in one event. */
const pathsMax = 1000

export function createPurgeEvents(onStale: OnStale, posts: KnownPosts): PurgeEvents {
  const names = createNamesRead()
  const staleOf = createStaleOf({ ...names, ...posts })
  const tell = (tags: ReadonlySet<Tag> | 'all', rest: Omit<Stale, 'tags'>) => {
    if (tags === 'all' || tags.size > 0 || rest.paths.length > 0)
      onStale({ tags: tags === 'all' ? tags : staleWords(tags), ...rest })
  }
  return {
    offered: names.offered,
    tagsOf: names.tagsOf,
    changed: (change, { cause, gone, at }) =>
      tell(staleOf(change), {
        paths: [...gone].slice(0, pathsMax),
        ...(gone.size > pathsMax ? { pathsLeftOut: gone.size - pathsMax } : {}),
        cause: causeClass(cause),
        ...(at === null ? {} : { at }),
      }),
    purged: (purge) => {
      const tags = purge.kind === 'tags' ? new Set(purge.tags) : purge.kind === 'all' ? 'all' : new Set<Tag>()
      tell(tags, { paths: purge.kind === 'path' ? [purge.path] : [], cause: 'purge' })
    },
  }
}

/** The most names that are remembered; beyond it every key and every option counts as read. */
const namesMax = 5000

/** Remembers meta keys, and options besides site options, that responses were made of, whether these are still cached or not. */
function createNamesRead() {
  const tags = new Set<Tag>()
  return {
    offered: (read: ReadonlySet<Tag>) => {
      for (const tag of read) {
        if (!tag.startsWith('key:') && !tag.startsWith('option:')) continue
        tags.add(tag)
        if (tags.size <= namesMax) continue
        tags.clear()
        tags.add('option:*')
        for (const table of keyedTables) tags.add(`key:${table}:*`)
      }
    },
    tagsOf: (prefix: string) => [...tags].filter((tag) => tag.startsWith(prefix)),
    isKept: (tag: Tag) => tags.has(tag),
    isOptionRead: (name: string) =>
      isSiteOption(name) ||
      name.startsWith(themeOption('')) ||
      tags.has('option:*') ||
      tags.has(`option:${name}`),
  }
}
