// The result of a probe whether WordPress answers.

export type ProbeResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      /** The header Location, as WordPress sent it. */
      readonly location: string | null
      /** True where the answer came from another Lectern. */
      readonly isLectern: boolean
    }
  /** Why there was no answer: an error code of the system (`ECONNREFUSED`), or a few words. */
  | { readonly kind: 'none'; readonly reason: string }
