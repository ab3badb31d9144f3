// How one of the servers that can be read is, for its owner.

/** `behind`, `stopped`: it is older than its source than it may be. `unfit`: it answers, but cannot be served. */
export type Condition = 'well' | 'behind' | 'stopped' | 'unfit' | 'away'

export interface ServerState {
  /** `host:port/database` */
  readonly place: string
  readonly condition: Condition
  /** Whether it repeats what another commits; null where that is not known. */
  readonly isReplica: boolean | null
  /** How far it is behind with that, ms; null where it is no replica, where it stands still, and where that is not known. */
  readonly lagMs: number | null
  readonly isRead: boolean
}
