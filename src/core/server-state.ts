// The state of a server that can be read, for its owner.

/** `behind`, `stopped`: it is older than a replica may be. `unfit`: it answers, but cannot be served from. */
export type Condition = 'well' | 'behind' | 'stopped' | 'unfit' | 'away'

export interface ServerState {
  /** `host:port/database` */
  readonly place: string
  readonly condition: Condition
  /** Null where that is not known. */
  readonly isReplica: boolean | null
  /**
   * How far it is behind its source, ms; null where it is no replica, where replication stands still, or where that is not
   * known.
   */
  readonly lagMs: number | null
  readonly isRead: boolean
}
