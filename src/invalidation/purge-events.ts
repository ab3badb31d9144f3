// What is told to who keeps answers elsewhere: of each change what is stale, with the addresses of what went here for it.
import type { DataChange } from '../core/change.ts'
import type { Purge } from '../core/purge.ts'
import type { OnStale, Stale } from '../core/stale.ts'
import { staleWords } from '../core/tag-words.ts'
import type { Tag } from '../core/tag.ts'
import { createStaleOf } from './stale-of.ts'
import { causeClass } from '../observe/cause-class.ts'
import { optionNames } from '../site/options.ts'
import { rolesOption, themeOption } from '../site/site.ts'

export interface PurgeEvents {
  /** Is to be told the tags of every answer that could be kept. */
  readonly noted: (tags: ReadonlySet<Tag>) => void
  /** Options and keys of meta that answers were made of, as tags. */
  readonly tagsOf: (prefix: string) => readonly Tag[]
  readonly changed: (change: DataChange, rest: Changed) => void
  readonly purged: (purge: Purge) => void
}

export interface Changed {
  readonly cause: string
  /** The canonical paths of the replies that were dropped for it. */
  readonly gone: ReadonlySet<string>
  /** From where on in the log it can be read; null where that is not known. */
  readonly at: string | null
}

/** Addresses that are told with one change. */
const pathsMax = 1000

export function createPurgeEvents(tablePrefix: string, onStale: OnStale): PurgeEvents {
  const names = createNamesRead(tablePrefix)
  const staleOf = createStaleOf(names)
  const tell = (tags: ReadonlySet<Tag> | 'all', rest: Omit<Stale, 'tags'>) => {
    if (tags === 'all' || tags.size > 0 || rest.paths.length > 0)
      onStale({ tags: tags === 'all' ? tags : staleWords(tags), ...rest })
  }
  return {
    noted: names.noted,
    tagsOf: names.tagsOf,
    changed: (change, { cause, gone, at }) =>
      tell(staleOf(change), {
        paths: [...gone].slice(0, pathsMax),
        cause: causeClass(cause),
        ...(at === null ? {} : { at }),
      }),
    purged: (purge) => {
      const tags = purge.kind === 'tags' ? new Set(purge.tags) : purge.kind === 'all' ? 'all' : new Set<Tag>()
      tell(tags, { paths: purge.kind === 'path' ? [purge.path] : [], cause: 'purge' })
    },
  }
}

/** Keys of meta that answers were made of; beyond, any key may be one. */
const namesMax = 5000

/** What options and meta answers were made of, whether they are kept any more or not. */
function createNamesRead(tablePrefix: string) {
  const options = new Set<string>([...optionNames, rolesOption(tablePrefix)])
  const tags = new Set<Tag>([...options].map((name): Tag => `option:${name}`))
  return {
    noted: (read: ReadonlySet<Tag>) => {
      for (const tag of read) {
        if (!tag.startsWith('key:') && !tag.startsWith('option:')) continue
        tags.add(tag)
        if (tags.size <= namesMax) continue
        tags.clear()
        tags.add('key:postmeta:*').add('key:usermeta:*')
      }
    },
    tagsOf: (prefix: string) => [...tags].filter((tag) => tag.startsWith(prefix)),
    isKept: (tag: Tag) => tags.has(tag),
    isOptionRead: (name: string) =>
      options.has(name) || name.startsWith(themeOption('')) || tags.has(`option:${name}`),
  }
}
