// The state of a server that can be read, for the owner.

/** `behind`, `stopped`: its data are older than a replica's may be. `unfit`: it answers, but cannot be served from. */
export type Condition = 'well' | 'behind' | 'stopped' | 'unfit' | 'away'

export interface ServerState {
  /** `host:port/database` */
  readonly place: string
  readonly condition: Condition
  /** Null where the gateway does not know. */
  readonly isReplica: boolean | null
  /**
   * How far the replica is behind its source, in ms; null where it is no replica, where replication stands still, or where the
   * lag is unknown.
   */
  readonly lagMs: number | null
  readonly isRead: boolean
}
