// Knows of posts that no row names: no post has them as its parent, no comment is on them. Whether there is such a post, and who sees
// it, decides of no other row whether that is seen. A new id is greater than all that rows name, as the first read finds them;
// from then on changes say what is named. Revisions do not count: who sees them does not follow from their parents.
import { dataOf, type Change, type DataChange } from '../core/change.ts'
import { isFailure } from '../core/failure.ts'
import { textOf } from '../database/tables.ts'
import { hasLog, type Feed } from '../feed/feed.ts'
import type { Reading } from '../read/execute.ts'
import type { KnownPosts } from '../tags/change-tags.ts'

export interface NamedPosts extends Pick<KnownPosts, 'isAbove' | 'isDiscussed'> {
  /** Receives the changes in the order in which feeds publish them, each before its tags are made. */
  readonly note: (change: Change) => void
  /** The database that is going to be followed. */
  readonly use: (newReading: () => Reading) => void
  /** Begins to read what rows name, where changes of the feed that was found are rows. */
  readonly found: (feed: Pick<Feed, 'name'>) => void
}

/** Posts that came and were never named; of more the oldest count as named. */
const unnamedMax = 10_000
/** The least time between two reads of one feed, however often changes are missed. */
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
  /** True where a row may name the post. */
  readonly has: (id: string) => boolean
  readonly note: (change: DataChange) => void
}

function createNamedBy(source: keyof typeof naming): NamedBy {
  const column = naming[source]
  let newReading: (() => Reading) | null = null
  /** The greatest id that rows named by the time of the read; null until it is read. */
  let read: bigint | null = null
  /** The greatest id that changes have named since. */
  let noted = 0n
  const unnamed = new Set<bigint>()
  /** The read that is under way. */
  let reading: Reading | null = null
  /** A feed begins with a gap: what is read before it is found is forgotten. */
  let isFollowed = false
  /** No read begins before this time. */
  let readFrom = -Infinity

  const isBeyond = (id: bigint) => read !== null && id > read && id > noted
  const forget = () => {
    read = reading = null
    noted = 0n
    unnamed.clear()
  }
  const begin = async () => {
    if (read !== null || reading !== null || newReading === null) return
    if (!isFollowed || performance.now() < readFrom) return
    readFrom = performance.now() + pauseMs
    const own = newReading()
    reading = own
    const found = await lastNamed(own, source).catch(() => null)
    // Something was missed meanwhile
    if (reading !== own) return
    reading = null
    read = found
  }
  const names = (text: string | null | undefined) => {
    if (text === null) return
    const id = toId(text)
    if (id === null) {
      // Ids are texts here, or expressions of the layout: no read would tell which is greater
      readFrom = Infinity
      return forget()
    }
    unnamed.delete(id)
    if (id > noted) noted = id
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
      // Feeds that are lost again and again rest before they are found
      if (readFrom !== Infinity) readFrom = -Infinity
      void begin()
    },
  }
}

function toId(text: string | null | undefined): bigint | null {
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : null
}

/** The greatest id that rows of the source name; null where it cannot be read. */
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
