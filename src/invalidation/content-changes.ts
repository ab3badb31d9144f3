// Remembers which content changed, by positions in the database's log, which are the same for all processes and gateways that follow one
// server. Changes of content that is hidden before and after them are not remembered.
import {
  dataOf,
  isAfter,
  isOfAnotherLog,
  isUpTo,
  monotonicMs,
  type Change,
  type DataChange,
  type LogPoint,
} from '../core/change.ts'
import type { ChangedContent, ChangedItem, ContentChanges } from '../core/content-changes.ts'
import { hasReached, type LogPosition, type ParsedPosition } from '../core/log-position.ts'
import type { Feed } from '../feed/feed.ts'
import { builtInStatuses } from '../core/status.ts'
import { isUnseen, valuesOf } from '../tags/changed-row.ts'

export interface RecordedContentChanges extends ContentChanges {
  readonly note: (changes: readonly Change[]) => void
}

interface Entry {
  /** The number of the change, counted by this process. */
  readonly nth: number
  readonly id: string
  /** The type of content that was public before the change; null where it was not public, or that is not known. */
  readonly wasPublicAs: string | null
  readonly at: LogPoint
  /** The greatest position of all entries up to this one: a change that settles late has a position before those of earlier entries. */
  readonly reach: LogPoint
  /** True where the change became visible some time after its commit, at a position that is not known exactly. */
  readonly isLate: boolean
}

/** The last result of `next`, valid until another change is remembered. */
interface LastFound {
  readonly since: number
  readonly max: number
  readonly lastNth: number
  readonly found: ChangedContent | null
}

/** The most changes that are remembered; the oldest are forgotten together once there are a quarter more. */
const changesMax = 20_000
/** Tables that content is made of; a change of one without its row leaves unknown which content changed. */
const ofContent: ReadonlySet<string> = new Set(['posts', 'postmeta', 'term_relationships'])

/** `shown`: the statuses of content that anonymous viewers see. */
export function createContentChanges(
  feed: () => Pick<Feed, 'provenAt' | 'provenTo'> | null,
  shown = builtInStatuses.public,
  remembered = changesMax,
): RecordedContentChanges {
  const entries: Entry[] = []
  /** All changes after this position are remembered; null until the feed has proven one since the last gap. */
  let horizon: LogPoint | null = null
  let begunMs = monotonicMs()
  let lastNth = 0
  /** Changes up to this number were forgotten at a gap. */
  let forgotten = 0
  let lastFound: LastFound | null = null
  const listeners: (() => void)[] = []

  const forgetAll = () => {
    entries.length = 0
    forgotten = lastNth += 1
    horizon = null
    begunMs = monotonicMs()
  }
  const proven = (): LogPosition | null => {
    const followed = feed()
    const to = followed?.provenTo?.() ?? null
    // After a server's clock was set back, positions in its files look like those of another log
    if (to !== null && horizon !== null && isOfAnotherLog(to, horizon)) forgetAll()
    if (to !== null && horizon === null && (followed?.provenAt() ?? -Infinity) > begunMs) horizon = to
    return horizon === null ? null : to
  }
  const now = (): LogPosition | null => {
    const to = proven()
    const last = entries.at(-1)?.reach
    return to && last && isAfter(last, to) ? { ...last, server: to.server } : to
  }
  const noteData = (change: DataChange) => {
    if (change.kind === 'gap' || (change.kind === 'table' && ofContent.has(change.table))) return forgetAll()
    if (change.kind !== 'row') return
    // Before the first proof it is not known since which position changes are remembered
    const known = now()
    const at = change.at ?? known
    if (known === null || at === null) return
    const before = entries.at(-1)?.reach
    const reach = before && isAfter(before, at) ? before : at
    for (const [id, wasPublicAs] of contentIn(change, shown))
      entries.push({ nth: (lastNth += 1), id, wasPublicAs, at, reach, isLate: change.at === undefined })
    if (entries.length <= remembered * 1.25) return
    const last = entries.splice(0, entries.length - remembered).at(-1)
    horizon = last?.at ?? horizon
  }
  const here = (): ChangedContent | null => {
    const upTo = now()
    return upTo && { key: '', items: new Map(), upTo, seen: lastNth, hasMore: false }
  }
  return {
    now,
    proven,
    here,
    isPossible: () => {
      const followed = feed()
      return (
        followed === null || followed.provenAt() === -Infinity || (followed.provenTo?.() ?? null) !== null
      )
    },
    onChange: (listener) => void listeners.push(listener),
    note: (changes) => {
      for (const change of changes)
        if (change.kind !== 'pending') for (const data of dataOf(change)) noteData(data)
      for (const listener of listeners) listener()
    },
    next: (seen, max) => {
      const whole = here()
      const kept = entries[0]?.nth ?? lastNth + 1
      if (whole === null || seen < forgotten || seen + 1 < kept) return null
      if (seen === lastNth) return whole
      // Most clients ask from the same number
      if (lastFound?.since !== seen || lastFound.max !== max || lastFound.lastNth !== lastNth)
        lastFound = {
          since: seen,
          max,
          lastNth,
          found: collected(entriesFrom(entries, seen + 1 - kept), whole, max),
        }
      return lastFound.found
    },
    after: (since, max, askedMs) => {
      const whole = here()
      if (whole === null || whole.upTo === null || horizon === null) return null
      if (!isWithin(since, { ...horizon, server: whole.upTo.server })) return null
      // Another gateway may have read further, but not past the log's end: then the log was truncated, or its server restored
      if (hasReached(whole.upTo, since) === false)
        return (feed()?.provenAt() ?? -Infinity) > askedMs ? null : { ...whole, upTo: null }
      const later = ({ at, isLate }: Entry) => isAfter(at, since) || (isLate && isSame(at, since))
      const from = firstIndex(entries, ({ reach }) => isUpTo(since, reach))
      return collected(entriesFrom(entries, from).filter(later), whole, max)
    },
  }
}

/** True where all changes after the position are remembered. */
function isWithin(since: ParsedPosition, horizon: LogPosition): boolean {
  const isPast = hasReached(horizon, since)
  if (isPast === null || since.madeMs === null || isOfAnotherLog(since, horizon)) return false
  return !isPast || isSame(horizon, since)
}

function isSame(one: LogPoint, other: LogPoint): boolean {
  return one.file === other.file && one.offset === other.offset
}

/** Finds by bisection the first entry for which `holds` is true; it has to be true for all later ones. */
function firstIndex(entries: readonly Entry[], holds: (entry: Entry) => boolean): number {
  let [from, to] = [0, entries.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const entry = entries[middle]
    if (entry === undefined || holds(entry)) to = middle
    else from = middle + 1
  }
  return from
}

/** Yields entries lazily, since callers take few of many. */
function* entriesFrom(entries: readonly Entry[], from: number): Generator<Entry, void> {
  for (let at = from; at < entries.length; at += 1) {
    const entry = entries[at]
    if (entry !== undefined) yield entry
  }
}

/** Collects up to `max` items without splitting a commit; null for a commit that is too large. `whole`: the result where all entries fit. */
function collected(entries: Iterable<Entry>, whole: ChangedContent, max: number): ChangedContent | null {
  const items = new Map<string, ChangedItem & Pick<Entry, 'at'>>()
  const server = whole.upTo?.server ?? ''
  let last: Entry | null = null
  for (const entry of entries) {
    const { id, at, wasPublicAs, isLate } = entry
    if (items.size >= max && last !== null && !isSame(last.at, at))
      return {
        key: keyOf(items, last.nth),
        items,
        upTo: { ...last.at, server },
        seen: last.nth,
        hasMore: true,
      }
    // Copying all content anew is faster than following a commit of this size
    if (items.size >= 10 * max) return null
    const known = items.get(id)
    // No reader saw an intermediate state of a row within a commit
    const isOfCommit = known !== undefined && !isLate && isSame(known.at, at)
    const types = [
      ...(known?.wasPublicAs ?? []),
      ...(wasPublicAs === null || isOfCommit ? [] : [wasPublicAs]),
    ]
    items.set(id, { wasPublicAs: [...new Set(types)], at })
    last = entry
  }
  return { ...whole, key: keyOf(items, whole.seen), items }
}

function keyOf(items: ChangedContent['items'], seen: number): string {
  return `${seen} ${[...items.keys()].join()}`
}

type RowChange = Extract<DataChange, { readonly kind: 'row' }>

/** The ids of the content that a changed row is, or belongs to, each with the type under which it was public before. */
function contentIn(
  change: RowChange,
  shown: readonly string[],
): readonly (readonly [id: string, wasPublicAs: string | null])[] {
  const { table, before } = change
  if (table === 'posts') {
    if (isUnseen('posts', change)) return []
    const wasPublicAs = before && isPublic(before, shown) ? (before['type'] ?? null) : null
    return valuesOf(change, 'id').map((id) => [id, id === before?.['id'] ? wasPublicAs : null])
  }
  return ofContent.has(table) ? valuesOf(change, 'post_id').map((id) => [id, null]) : []
}

/** True for a public status, and for unattached media; whether attached media is public does not follow from its own row. */
function isPublic(row: NonNullable<RowChange['before']>, shown: readonly string[]): boolean {
  return shown.includes(row['status'] ?? '') || (row['status'] === 'inherit' && row['parent_id'] === '0')
}
