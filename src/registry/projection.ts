// The part of an answer that a client selects by `_fields` and `_embed`.

export interface Projection {
  readonly fields: Selection
  readonly embedded: Embedding
}

/** Names to keep, each in whole or in part; null keeps everything. */
export type Selection = ReadonlyMap<string, Selection | null> | null

/** Relations to embed: all that can be embedded, or those named. */
export type Embedding = 'all' | ReadonlySet<string>
