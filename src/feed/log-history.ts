// The shared log also tells of the time before a gateway follows it, so that one that has just started knows what changed since
// others made their answers. Only entries count from which none is missing up to a proof that answers this gateway: those are
// the log's own, in their order, whoever else can write to the store.
import type { Change, SharedPlace } from '../core/change.ts'
import { parseEntry, type LogEntry } from './log-entry.ts'
import type { SharedLog } from './shared-log.ts'

/** The changes of an entry, and its place. */
export interface Recalled {
  readonly changes: readonly Change[]
  readonly place: SharedPlace
}

export interface LogHistory {
  /** Reads what the store has of the last entry's term; gives the last entry, null for one that is none, and its id. */
  readonly readBack: (
    log: Pick<SharedLog, 'latest'>,
  ) => Promise<{ readonly id: string; readonly entry: LogEntry | null }>
  /** The next entry; null for one that cannot be read. */
  readonly read: (entry: LogEntry | null) => void
  /** All entries from which none is missing up to the last one, in order, where that is proven; nothing is kept from then on. */
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

/** The entries of the last one's term up to it, the last one first, as far as the store has them; and the last one's id. */
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
