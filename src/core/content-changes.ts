// Content that changed after a position in the database's log, for clients that copy what is public.
import type { LogPosition, ParsedPosition } from './log-position.ts'

export interface ContentChanges {
  /** False where positions are not known, and will not be. */
  readonly isPossible: () => boolean
  /** The position up to which all changes are known; null where no log is followed. */
  readonly now: () => LogPosition | null
  /**
   * Content that changed after a position, each once, the oldest change first: at most about `max` of it. Null where what
   * changed since then is not known: the position is too old, or of another log, as one is that lies beyond all that was
   * committed by `askedMs` (monotonic), when a client named it.
   */
  readonly after: (since: ParsedPosition, max: number, askedMs: number) => ChangedContent | null
  /** The same after a change of a number; null also while no position is known. */
  readonly next: (seen: number, max: number) => ChangedContent | null
  /** From here on no gateway misses a change: positions of changes that were heard later may lie before those that are known. */
  readonly proven: () => LogPosition | null
  /** Nothing, up to now; null while no position is known. */
  readonly here: () => ChangedContent | null
  /** Calls back whenever something was noted, from now on. */
  readonly onNoted: (listener: () => void) => void
}

export interface ChangedContent {
  /** Equal for the same items up to the same change. */
  readonly key: string
  /** By ids; whether it is public now is not said. */
  readonly items: ReadonlyMap<string, ChangedItem>
  /** All changes up to here are among them; null where that is no further than the position that was asked for. */
  readonly upTo: LogPosition | null
  /** The number of the last change that was looked at, in this process. */
  readonly seen: number
  /** True where more follows. */
  readonly hasMore: boolean
}

export interface ChangedItem {
  /** The types under which it was public before its changes, the first one first; none where it was not, or that is not known. */
  readonly wasPublicAs: readonly string[]
}
