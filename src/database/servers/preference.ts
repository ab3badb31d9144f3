// Chooses which server is read, by their states. The order in which the owner lists them is the order of preference. Pure.
import type { Condition } from '../../core/server-state.ts'
import type { Replication } from '../replication.ts'

export interface Health {
  /** Why the server cannot be reached; null where it can. */
  readonly problem: string | null
  readonly replication: Replication
  /** Why the server cannot be served from, though it can be reached; null where it can, as far as is known. */
  readonly unfit: string | null
  /** Since when the server has been well, by `performance.now()`; null where it is not. */
  readonly wellSince: number | null
}

/** A preferred server that is further behind than the one that is read has to be well for this many times as long. */
const patience = 10

export interface Wanted {
  readonly lagMaxMs: number
  /** How long a preferred server has to have been well. */
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
 * The indexes of the servers in the order in which they are tried, without those that are away. The server that is read
 * (`current`) stays while no other is better, or no preferred one has been well for long enough.
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
    // Responses must not go back in time without need
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
