// What was read, in words that a change of the database can be put into too: rows, lists, options, tables.

export type Tag =
  | `row:${string}:${string}`
  | `list:${string}`
  | `list:${string}/${string}`
  | `option:${string}`
  | `table:${string}`
