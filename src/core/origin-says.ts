// WordPress's answer to the question whether it is there.

export type OriginSays =
  | {
      readonly kind: 'answer'
      readonly status: number
      /** Its redirect, as it wrote it. */
      readonly location: string | null
      /** The answer came from a Lectern. */
      readonly isLectern: boolean
    }
  /** Why there was no answer: a code of the system, or a few words. */
  | { readonly kind: 'none'; readonly reason: string }
