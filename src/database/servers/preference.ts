// Orders servers by preference, given their states. The owner's list is in the order of preference. Everything here is pure.
import type { Condition } from '../../core/server-state.ts'
import type { Replication } from '../replication.ts'

export interface Health {
  /** The reason why the server cannot be reached; null where it can. */
  readonly problem: string | null
  readonly replication: Replication
  /** The reason why content cannot be served from the server although it can be reached; null where it can, as far as is known. */
  readonly unfit: string | null
  /** The time since which the server has been well, by `performance.now()`; null where it is not. */
  readonly wellSince: number | null
}

/** A preferred server that lags more than the one in use has to be well for this many times as long. */
const patience = 10

export interface Wanted {
  readonly lagMaxMs: number
  /** The time for which a preferred server has to be well before it is used again. */
  readonly returnMs: number
}

export function conditionOf(
  { problem, replication, unfit }: Omit<Health, 'wellSince'>,
  lagMaxMs: number,
): Condition {
  if (problem !== null) return 'away'
  if (unfit !== null) return 'unfit'
  if (replication.kind !== 'replica') return 'well'
  if (!replication.isRunning) return 'stopped'
  return (replication.lagMs ?? 0) > lagMaxMs ? 'behind' : 'well'
}

const ranks: Readonly<Record<Condition, number>> = { well: 0, behind: 1, stopped: 1, unfit: 2, away: 3 }

/**
 * The indexes of the servers in the order in which to try them, without those that are away. The server in use (`current`) stays unless
 * another is in a better state, or a preferred one has been well for long enough.
 */
export function preferred(
  healths: readonly Health[],
  current: number | null,
  now: number,
  { lagMaxMs, returnMs }: Wanted,
): readonly number[] {
  const rankOf = (health: Health) => ranks[conditionOf(health, lagMaxMs)]
  const tried = healths
    .map((health, at) => ({ at, rank: rankOf(health), lagMs: lagOf(health), wellSince: health.wellSince }))
    .filter(({ rank }) => rank < ranks.away)
    .toSorted((one, other) => one.rank - other.rank || one.at - other.at)
  const staying = tried.find(({ at }) => at === current)
  if (staying && staying.rank === tried[0]?.rank) {
    // A switch to a server that lags more would take responses back in time
    const isBack = ({ at, rank, lagMs, wellSince }: (typeof tried)[number]) =>
      at < staying.at &&
      rank === ranks.well &&
      wellSince !== null &&
      now - wellSince >= (lagMs > staying.lagMs ? patience * returnMs : returnMs)
    const first = tried.find(isBack) ?? staying
    return [first, ...tried.filter((each) => each !== first)].map(({ at }) => at)
  }
  return tried.map(({ at }) => at)
}

function lagOf({ replication }: Health): number {
  return replication.kind === 'replica' ? (replication.lagMs ?? 0) : 0
}
