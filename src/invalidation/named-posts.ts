// Knows posts that no other row references (no post has them as its parent, no comment is on them), so that the visibility of no other
// row depends on them. One read finds the greatest referenced id; greater ids are unreferenced until a change references them. Revisions
// do not count as references, since their visibility does not follow from their parents.
import { dataOf, type Change, type DataChange } from '../core/change.ts'
import { isFailure } from '../core/failure.ts'
import { textOf } from '../database/tables.ts'
import { hasLog, type Feed } from '../feed/feed.ts'
import type { Reading } from '../read/execute.ts'
import type { KnownPosts } from '../tags/change-tags.ts'

export interface NamedPosts extends Pick<KnownPosts, 'isAbove' | 'isDiscussed'> {
  /** Receives the changes in the order in which feeds publish them, each before its tags are made. */
  readonly note: (change: Change) => void
  /** Called before a database is followed, with how to read it. */
  readonly use: (newReading: () => Reading) => void
  /** Begins to read the greatest referenced ids, if the feed that was found publishes rows. */
  readonly found: (feed: Pick<Feed, 'name'>) => void
}

/** The most new, unreferenced posts that are remembered; beyond it the oldest count as referenced. */
const unnamedMax = 10_000
/** The least time between two reads under one feed, however often it publishes gaps. */
const pauseMs = 60_000

const naming = { posts: 'parent_id', comments: 'post_id' } as const

export function createNamedPosts(): NamedPosts {
  const [above, discussed] = [createNamedBy('posts'), createNamedBy('comments')]
  const both = [above, discussed]
  return {
    isAbove: above.has,
    isDiscussed: discussed.has,
    note: (change) => {
      if (change.kind !== 'purge') for (const data of dataOf(change)) both.forEach(({ note }) => note(data))
    },
    use: (newReading) => both.forEach(({ use }) => use(newReading)),
    found: (feed) => both.forEach(({ found }) => found(feed)),
  }
}

interface NamedBy extends Pick<NamedPosts, 'use' | 'found'> {
  /** True where a row may reference the post. */
  readonly has: (id: string) => boolean
  readonly note: (change: DataChange) => void
}

function createNamedBy(source: keyof typeof naming): NamedBy {
  const column = naming[source]
  let newReading: (() => Reading) | null = null
  /** The greatest id that rows referenced at the time of the read; null until it is read. */
  let read: bigint | null = null
  /** The greatest id that changes have referenced since. */
  let referenced = 0n
  const unnamed = new Set<bigint>()
  /** The read that is under way. */
  let reading: Reading | null = null
  /** True once a feed with rows is found. It begins with a gap, which forgets anything read before. */
  let isFollowed = false
  /** No read begins before this time. */
  let readFrom = -Infinity

  const isBeyond = (id: bigint) => read !== null && id > read && id > referenced
  const forget = () => {
    read = reading = null
    referenced = 0n
    unnamed.clear()
  }
  const begin = async () => {
    if (read !== null || reading !== null || newReading === null) return
    if (!isFollowed || performance.now() < readFrom) return
    readFrom = performance.now() + pauseMs
    const own = newReading()
    reading = own
    const found = await lastNamed(own, source).catch(() => null)
    // A gap has made this read obsolete
    if (reading !== own) return
    reading = null
    read = found
  }
  const names = (text: string | null | undefined) => {
    if (text === null) return
    const id = toId(text)
    if (id === null) {
      // Ids are texts here, or expressions of the layout, so they have no order that a read could use
      readFrom = Infinity
      return forget()
    }
    unnamed.delete(id)
    if (id > referenced) referenced = id
  }
  const comes = (text: string | null | undefined) => {
    const id = toId(text)
    if (id !== null && isBeyond(id)) unnamed.add(id)
    const [oldest] = unnamed
    if (unnamed.size > unnamedMax && oldest !== undefined) unnamed.delete(oldest)
    void begin()
  }
  const noteData = (change: DataChange) => {
    if (change.kind === 'gap') return forget()
    if (change.kind === 'table') {
      if (change.table === source) forget()
      return
    }
    const { table, before, after } = change
    if (after === null) return
    const isNaming = table === source && (source === 'comments' || after['type'] !== 'revision')
    const isAnew = ['type', column].some((each) => before?.[each] !== after[each])
    if (isNaming && isAnew) names(after[column])
    if (table === 'posts' && before?.['id'] !== after['id']) comes(after['id'])
  }
  return {
    has: (text) => {
      const id = toId(text)
      return id === null || !(isBeyond(id) || unnamed.has(id))
    },
    note: noteData,
    use: (made) => {
      newReading = made
      isFollowed = false
      readFrom = -Infinity
      forget()
    },
    found: ({ name }) => {
      isFollowed = hasLog(name)
      // following.ts lets a feed that is lost repeatedly rest, which bounds these reads
      if (readFrom !== Infinity) readFrom = -Infinity
      void begin()
    },
  }
}

function toId(text: string | null | undefined): bigint | null {
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : null
}

/** Reads the greatest id that rows of the source reference; null where it cannot be read. */
async function lastNamed(reading: Reading, source: keyof typeof naming): Promise<bigint | null> {
  const column = naming[source]
  const rows = await reading.list({
    kind: 'list',
    source,
    columns: [column],
    filters: [],
    visible: null,
    order: [{ kind: 'column', column, descending: true }],
    page: { kind: 'offset', offset: 0, limit: 1 },
  })
  if (isFailure(rows)) return null
  const [row] = rows.rows
  return row === undefined ? 0n : toId(textOf(row, column))
}
