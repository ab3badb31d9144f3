// Content that changed after a position in the database's log, for clients that mirror public content.
import type { LogPosition, ParsedPosition } from './log-position.ts'

export interface ContentChanges {
  /** False where the change feed knows no positions, and never will. */
  readonly isPossible: () => boolean
  /** The position up to which all changes are known; null where no log is followed. */
  readonly now: () => LogPosition | null
  /**
   * Content that changed after a position, each item once, the oldest change first, about `max` items at most. Null where the
   * changes since then are unknown: the position is too old, or in another log. A position is in another log if it lies beyond
   * everything committed by `askedMs` (monotonic ms), when a client named it.
   */
  readonly after: (since: ParsedPosition, max: number, askedMs: number) => ChangedContent | null
  /** Content that changed after the change with this number; null also while no position is known. */
  readonly next: (seen: number, max: number) => ChangedContent | null
  /** The position from which on no gateway misses a change; changes that arrive later may have positions before `now`. */
  readonly proven: () => LogPosition | null
  /** An empty result up to now; null while no position is known. */
  readonly here: () => ChangedContent | null
  /** Calls the listener after each later change. */
  readonly onChange: (listener: () => void) => void
}

export interface ChangedContent {
  /** Equal for results with the same items up to the same change. */
  readonly key: string
  /** Changed items by their ids, whether they are public now or not. */
  readonly items: ReadonlyMap<string, ChangedItem>
  /** All changes up to this position are included; null where it is not beyond the position that the client named. */
  readonly upTo: LogPosition | null
  /** The number of the last change included, as this process counts. */
  readonly seen: number
  /** True where more changes follow. */
  readonly hasMore: boolean
}

export interface ChangedItem {
  /** The types under which it was public before its changes, the first one first; empty where it was not, or that is unknown. */
  readonly wasPublicAs: readonly string[]
}
