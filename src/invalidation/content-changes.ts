// Remembers which content changed, by positions in the database's log, which are the same for all processes and gateways that
// follow one server. Of what is hidden, and stays so, nothing is remembered.
import { dataOf, isAfter, steadyMs, type Change, type DataChange, type LogPoint } from '../core/change.ts'
import type { ChangedContent, ChangedItem, ContentChanges } from '../core/content-changes.ts'
import { hasReached, type LogPosition, type ParsedPosition } from '../core/log-position.ts'
import type { Feed } from '../feed/feed.ts'
import { isUnseen, valuesOf } from '../tags/changed-row.ts'

export interface NotedContentChanges extends ContentChanges {
  readonly note: (changes: readonly Change[]) => void
}

interface Entry extends ChangedItem {
  readonly id: string
  readonly at: LogPoint
  /** True where it became visible some time after its commit, at a position that is not known exactly. */
  readonly isLate: boolean
}

/** So many changes are remembered, and a quarter more before the oldest are forgotten together. */
const changesMax = 20_000
/** Tables of which content is made; without rows it is not known which. */
const ofContent: ReadonlySet<string> = new Set(['posts', 'postmeta', 'term_relationships'])

export function createContentChanges(
  feed: () => Pick<Feed, 'provenAt' | 'provenTo'> | null,
  remembered = changesMax,
): NotedContentChanges {
  const entries: Entry[] = []
  /** All changes after this position are remembered; null until the feed has proven one since the last gap. */
  let horizon: LogPoint | null = null
  let begunMs = steadyMs()

  const forgetAll = () => {
    entries.length = 0
    horizon = null
    begunMs = steadyMs()
  }
  const proven = (): LogPosition | null => {
    const followed = feed()
    const to = followed?.provenTo?.() ?? null
    if (to !== null && horizon === null && (followed?.provenAt() ?? -Infinity) > begunMs) horizon = to
    return horizon === null ? null : to
  }
  const now = (): LogPosition | null => {
    const to = proven()
    const last = entries.at(-1)?.at
    return to && last && isAfter(last, to) ? { ...last, server: to.server } : to
  }
  const noteData = (change: DataChange) => {
    if (change.kind === 'gap' || (change.kind === 'table' && ofContent.has(change.table))) return forgetAll()
    if (change.kind !== 'row') return
    // Before the first proof it is not known from where on changes are remembered
    const known = now()
    const at = change.at ?? known
    if (known === null || at === null) return
    for (const [id, wasPublicAs] of contentIn(change))
      entries.push({ id, wasPublicAs, at, isLate: change.at === undefined })
    if (entries.length <= remembered * 1.25) return
    const forgotten = entries.splice(0, entries.length - remembered).at(-1)
    horizon = forgotten?.at ?? horizon
  }
  return {
    now,
    note: (changes) => {
      for (const change of changes)
        if (change.kind !== 'pending') for (const data of dataOf(change)) noteData(data)
    },
    after: (since, max) => {
      const at = now()
      if (at === null || horizon === null) return null
      if (!isWithin(since, { ...horizon, server: at.server })) return null
      // Another gateway may be further
      if (hasReached(at, since) === false) return { items: new Map(), upTo: null, hasMore: false }
      return collected(entries, since, at, max)
    },
  }
}

/** True where all changes after the position are remembered. */
function isWithin(since: ParsedPosition, horizon: LogPosition): boolean {
  const isPast = hasReached(horizon, since)
  if (isPast === null) return false
  return !isPast || isSame(horizon, since)
}

function isSame(one: LogPoint, other: LogPoint): boolean {
  return one.file === other.file && one.offset === other.offset
}

/** Changes of one commit are not parted. */
function collected(
  entries: readonly Entry[],
  since: ParsedPosition,
  { server, ...end }: LogPosition,
  max: number,
): ChangedContent | null {
  const items = new Map<string, ChangedItem>()
  let last: LogPoint | null = null
  for (const { id, at, isLate, wasPublicAs } of entries) {
    if (!isAfter(at, since) && !(isLate && isSame(at, since))) continue
    if (items.size >= max && last !== null && !isSame(last, at))
      return { items, upTo: { ...last, server }, hasMore: true }
    // A commit of this size is copied sooner from the start
    if (items.size >= 10 * max) return null
    items.set(id, { wasPublicAs: wasPublicAs ?? items.get(id)?.wasPublicAs ?? null })
    last = at
  }
  return { items, upTo: { ...end, server }, hasMore: false }
}

type RowChange = Extract<DataChange, { readonly kind: 'row' }>

/** The ids of content that a row is, or belongs to, each with the type under which it was public before. */
function contentIn(change: RowChange): readonly (readonly [id: string, wasPublicAs: string | null])[] {
  const { table, before, after } = change
  if (table === 'posts') {
    const id = (after ?? before)?.['id']
    if (typeof id !== 'string' || isUnseen(change)) return []
    const wasPublic = before?.['status'] === 'publish'
    return [[id, wasPublic ? (before['type'] ?? null) : null]]
  }
  return ofContent.has(table) ? valuesOf(change, 'post_id').map((id) => [id, null]) : []
}
