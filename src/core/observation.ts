// What the rooms have to tell. They emit values; observe/ decides what is shown, and where.

export type Observation =
  | {
      readonly kind: 'request'
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
      readonly cache: 'hit' | 'miss' | 'stale' | 'none'
    }
  | { readonly kind: 'query'; readonly plan: string; readonly ms: number; readonly rows: number }
  | { readonly kind: 'query-failed'; readonly plan: string; readonly ms: number; readonly meaning: string }
  | { readonly kind: 'database-found'; readonly server: string }
  | { readonly kind: 'database-lost'; readonly reason: string; readonly retryMs: number }
  | { readonly kind: 'feed'; readonly name: string }
  | { readonly kind: 'feed-unfit'; readonly name: string; readonly reason: string }
  /** What of the cache went, and why. */
  | { readonly kind: 'dropped'; readonly entries: number; readonly cause: string }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'error'; readonly error: unknown; readonly during: string }
  | { readonly kind: 'stopping'; readonly inFlight: number }

export type Observe = (observation: Observation) => void
