// Finds where a new reader of the database's log continues without a gap: at the last proof of the previous reader, if nothing was
// pending then. Changes after that proof are reported twice, which does no harm.
import type { EntryName, LogEntry } from './log-entry.ts'
import type { Resume } from './log-state.ts'

export interface ResumedFrom {
  readonly resume: Resume
  /** The last entry of the shared log: a gateway that has read it has missed nothing. */
  readonly after: EntryName
}

/** `latest`: the last entries, newest first. Null where they give no position to continue from. */
export function resumedFrom(latest: readonly (LogEntry | null)[]): ResumedFrom | null {
  const [last] = latest
  if (!last) return null
  for (const [back, entry] of latest.entries()) {
    // Where entries of the term are missing, the new reader begins at the log's end
    if (entry === null || entry.term !== last.term || entry.nth !== last.nth - back) return null
    if (entry.kind !== 'proof' || entry.resume === null || entry.pending.length > 0) continue
    return { resume: entry.resume, after: { term: last.term, nth: last.nth } }
  }
  return null
}
