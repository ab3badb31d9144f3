// The result of a probe that asks WordPress whether it is there.

export type ProbeResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      /** The header Location, as WordPress sent it. */
      readonly location: string | null
      /** The answer came from a Lectern. */
      readonly isLectern: boolean
    }
  /** The reason why there was no answer: an error code of the system (`ECONNREFUSED`), or a few words. */
  | { readonly kind: 'none'; readonly reason: string }
