// The log of changes that the gateways of a site share, as a store holds it: one of them, the reader, follows the database and
// appends, and all of them read. The store may lose everything at any moment; what is written here holds all the same.

export interface SharedLog {
  /** The id of the last entry, and its text; null where there is none. */
  readonly last: () => Promise<SharedEntry | null>
  /** The entries after an id, in order; waits for a second where there are none. */
  readonly after: (id: string) => Promise<readonly SharedEntry[]>
  /** Takes the lease under which a term appends, for `leaseMs`; false while another term has it. */
  readonly elect: (term: string, leaseMs: number) => Promise<boolean>
  /** Prolongs the lease of a term; false where the term has it no longer. */
  readonly renew: (term: string, leaseMs: number) => Promise<boolean>
  readonly release: (term: string) => Promise<void>
  /** Appends an entry in order of the calls; false, and nothing is appended, where the term has the lease no longer. */
  readonly append: (term: string, text: string) => Promise<boolean>
  /** Counts a request for a proof; an urgent one is answered at once. */
  readonly ask: (isUrgent: boolean) => Promise<Asked>
  readonly asked: () => Promise<Asked & { readonly urgent: number }>
  readonly close: () => void
}

export interface SharedEntry {
  readonly id: string
  readonly text: string
}

/** A count of requests. Counts of two epochs have nothing to do with each other. */
export interface Asked {
  readonly epoch: string
  readonly count: number
}

/** A call of `failed` ends the session: no connection is made again under it. */
export type OpenSharedLog = (key: string, failed: (reason: string) => void) => Promise<SharedLog>
