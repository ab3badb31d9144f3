// What a feed says has changed in the database, in logical names.

/** The columns of a row by their logical names, as texts; null where SQL has null. */
export type ChangedRow = Readonly<Record<string, string | null>>

export type Change =
  /** A row was inserted (no `before`), updated, or deleted (no `after`). */
  | {
      readonly kind: 'row'
      readonly table: string
      readonly before: ChangedRow | null
      readonly after: ChangedRow | null
    }
  /** Something in a table changed; `isQuiet` if it is nothing that what is kept was made of. */
  | { readonly kind: 'table'; readonly table: string; readonly isQuiet?: boolean }
  /** Nobody knows what changed. */
  | { readonly kind: 'gap'; readonly reason: string }
