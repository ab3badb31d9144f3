// The log of changes that the gateways of a site share, as a store holds it: one of them, the reader, follows the database and
// appends, and all of them read. The store may lose everything at any moment; what is written here holds all the same.

export interface SharedLog {
  /** The last entries, or the last before an id, the last one first. */
  readonly latest: (max: number, before?: string) => Promise<readonly SharedEntry[]>
  /** The entries after an id, in order; waits for a second where there are none. */
  readonly after: (id: string) => Promise<readonly SharedEntry[]>
  /** Takes the lease under which a term appends, for `leaseMs`; false while another term has it. */
  readonly elect: (term: string, leaseMs: number) => Promise<boolean>
  /** Prolongs the lease of a term; false where the term has it no longer. */
  readonly renew: (term: string, leaseMs: number) => Promise<boolean>
  readonly release: (term: string) => Promise<void>
  /** Appends an entry in order of the calls; false, and nothing is appended, where the term has the lease no longer. */
  readonly append: (term: string, text: string) => Promise<boolean>
  /** Asks the reader for a proof that names this request; an urgent one is answered at once. */
  readonly ask: (asked: Asked, isUrgent: boolean) => Promise<void>
  /**
   * Takes the requests that wait, for the term that has the lease: where one of them is urgent or a proof is due, else none. A
   * request that is taken and not answered is lost, and its gateway asks again.
   */
  readonly takeAsked: (term: string, isDue: boolean) => Promise<readonly Asked[]>
  readonly close: () => void
}

/** A request of a gateway, under a random name. */
export interface Asked {
  readonly request: string
  /** Something that the reader is to append as well; empty for nothing. */
  readonly text: string
}

export interface SharedEntry {
  readonly id: string
  readonly text: string
}

/** A call of `failed` ends the session: no connection is made again under it. */
export type OpenSharedLog = (key: string, failed: (reason: string) => void) => Promise<SharedLog>
