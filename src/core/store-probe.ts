// The result of a probe of the store that gateways share.

export type StoreProbe =
  | { readonly kind: 'none'; readonly reason: string }
  | {
      readonly kind: 'answers'
      /** The median answer time, in ms. */
      readonly ms: number
      /** The eviction policy for a full memory; null where the account may not read it. */
      readonly policy: string | null
      readonly bytes: number | null
      /** Zero: no limit but the machine's. Null where the account may not read it. */
      readonly bytesMax: number | null
    }
