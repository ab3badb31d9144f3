// The result of a trial of the store that gateways share.

export type StoreProbe =
  | { readonly kind: 'none'; readonly reason: string }
  | {
      readonly kind: 'answers'
      /** The median time of an answer, ms. */
      readonly ms: number
      /** The policy by which keys go when the memory is full; null where the account may not ask. */
      readonly policy: string | null
      readonly bytes: number | null
      /** Zero: no limit but the machine's. Null where the account may not ask. */
      readonly bytesMax: number | null
    }
