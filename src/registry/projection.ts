// What of an answer a client wants, as `_fields` and `_embed` say it.

export interface Projection {
  readonly fields: Selection
  readonly embedded: Embedding
}

/** Names to keep, each whole or in part; null keeps everything. */
export type Selection = ReadonlyMap<string, Selection | null> | null

/** Relations to embed: all that can be, those named, or none. */
export type Embedding = 'all' | ReadonlySet<string>
