// What the owning system says to whoever asks it once whether it is there.

export type OriginSays =
  | {
      readonly kind: 'answer'
      readonly status: number
      /** Where it sends whoever asks, as it says it. */
      readonly location: string | null
      /** It is a Lectern that answers. */
      readonly isLectern: boolean
    }
  /** Why there was no answer: a code of the system, or a few words. */
  | { readonly kind: 'none'; readonly reason: string }
