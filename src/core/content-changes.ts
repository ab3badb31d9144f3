// Content that changed after a position in the database's log, for clients that copy what is public.
import type { LogPosition, ParsedPosition } from './log-position.ts'

export interface ContentChanges {
  /** The position up to which all changes are known; null where no log is followed. */
  readonly now: () => LogPosition | null
  /**
   * Content that changed after a position, each once, the oldest change first: at most about `max` of it. Null where what
   * changed since then is not known: the position is too old, or of another log.
   */
  readonly after: (since: ParsedPosition, max: number) => ChangedContent | null
}

export interface ChangedContent {
  /** By ids; whether it is public now is not said. */
  readonly items: ReadonlyMap<string, ChangedItem>
  /** All changes up to here are among them; null where that is no further than the position that was asked for. */
  readonly upTo: LogPosition | null
  /** True where more follows. */
  readonly hasMore: boolean
}

export interface ChangedItem {
  /** The type under which it was public before it changed; null where it was not, or that is not known. */
  readonly wasPublicAs: string | null
}
