// The interface of a store for the log of changes that the gateways of a site share: one of them, the reader, follows the database and
// appends, and all of them read. The store may lose everything at any moment; the guarantees below hold all the same.

export interface SharedLog {
  /** Reads the last entries, or the last before an id, newest first. */
  readonly latest: (max: number, before?: string) => Promise<readonly SharedEntry[]>
  /** Reads the entries after an id, in order; waits up to a second for one where there are none. */
  readonly after: (id: string) => Promise<readonly SharedEntry[]>
  /** Takes the lease under which a term appends, for `leaseMs`; false while another term has it. */
  readonly elect: (term: string, leaseMs: number) => Promise<boolean>
  /** Prolongs the lease of a term; false where the term has lost it. */
  readonly renew: (term: string, leaseMs: number) => Promise<boolean>
  readonly release: (term: string) => Promise<void>
  /** Appends an entry, in the order of calls; false, and nothing is appended, where the term has lost the lease. */
  readonly append: (term: string, text: string) => Promise<boolean>
  /** Asks the reader for a proof that names this request; an urgent one is answered at once. */
  readonly ask: (asked: Asked, isUrgent: boolean) => Promise<void>
  /**
   * Takes the waiting requests for the term that has the lease; none unless one is urgent or a proof is due. A request that was taken and
   * not answered is lost, and its gateway asks again.
   */
  readonly takeAsked: (term: string, isDue: boolean) => Promise<readonly Asked[]>
  readonly close: () => void
}

/** A request of a gateway, under a random name. */
export interface Asked {
  readonly request: string
  /** A purge that the reader appends as well; empty for none. */
  readonly text: string
}

export interface SharedEntry {
  readonly id: string
  readonly text: string
}

/** Opens a session; `failed` is called when it ends by itself, and no connection is made again in it. */
export type OpenSharedLog = (key: string, failed: (reason: string) => void) => Promise<SharedLog>
