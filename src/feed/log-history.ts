// The shared log also covers the time before a gateway follows it, so that a gateway that has just started knows the changes since other
// gateways made their answers. It trusts only an unbroken run of entries up to a proof that answers a request of its own: those are the
// log's own, in order, whichever other clients can write to the store.
import type { Change, SharedPlace } from '../core/change.ts'
import { parseEntry, type LogEntry } from './log-entry.ts'
import type { SharedLog } from './shared-log.ts'

/** The changes of an entry, and its place in the shared log. */
export interface Recalled {
  readonly changes: readonly Change[]
  readonly place: SharedPlace
}

export interface LogHistory {
  /** Reads the stored entries of the last one's term; settles with the last entry (null where it cannot be parsed) and its id. */
  readonly readBack: (
    log: Pick<SharedLog, 'latest'>,
  ) => Promise<{ readonly id: string; readonly entry: LogEntry | null }>
  /** Takes the next entry; null for one that cannot be parsed. */
  readonly read: (entry: LogEntry | null) => void
  /** Returns the unbroken run of entries up to the last one, in order, if it is proven; the history keeps nothing afterwards. */
  readonly recall: (isProven: boolean) => readonly Recalled[]
}

const pageEntries = 256
const entriesMax = 4096
const lettersMax = 4_000_000

export function createLogHistory(): LogHistory {
  let kept: Recalled[] | null = []
  const read = (entry: LogEntry | null) => {
    if (kept === null) return
    if (entry === null || !follows(kept.at(-1)?.place, entry)) kept = []
    if (entry !== null)
      kept.push({
        changes: entry.kind === 'changes' ? entry.changes : [],
        place: { line: entry.term, nth: entry.nth },
      })
  }
  return {
    readBack: async (log) => {
      const { last = '0-0', entries } = await lastTerm(log)
      for (const entry of entries.toReversed()) read(entry)
      return { id: last, entry: entries[0] ?? null }
    },
    read,
    recall: (isProven) => {
      const all = kept ?? []
      kept = null
      return isProven ? all : []
    },
  }
}

function follows(last: SharedPlace | undefined, { term, nth }: LogEntry): boolean {
  return last === undefined || (term === last.line && nth === last.nth + 1)
}

/** Reads the entries of the last one's term, newest first, as far as the store has them; and the last one's id. */
async function lastTerm(log: Pick<SharedLog, 'latest'>) {
  const entries: LogEntry[] = []
  let last: string | undefined
  let letters = 0
  for (let before: string | undefined; entries.length < entriesMax;) {
    const page = await log.latest(pageEntries, before)
    for (const { id, text } of page) {
      last ??= id
      const entry = parseEntry(text)
      letters += text.length
      if (entry === null || !isBefore(entries.at(-1), entry) || letters > lettersMax) return { last, entries }
      entries.push(entry)
      before = id
    }
    if (page.length < pageEntries) break
  }
  return { last, entries }
}

function isBefore(next: LogEntry | undefined, { term, nth }: LogEntry): boolean {
  return next === undefined || (term === next.term && nth === next.nth - 1)
}
