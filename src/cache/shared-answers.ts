// The second level of the cache: answers that another gateway made. Each is stored with the place in the shared log that its gateway had
// reached before it read anything, and is used, under the lease, only if nothing that it depends on has changed after that place, as far
// as this gateway has read the log. So an answer shows at least the changes that this gateway has read, no entry has to be deleted from
// the store, and it does not matter which gateway stores an answer, or when.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerStore } from '../core/answer-store.ts'
import type { SharedPlace } from '../core/change.ts'
import type { Observe, SharedOutcome } from '../core/observation.ts'
import { once } from '../core/once.ts'
import { endOf, type Tag } from '../core/tag.ts'
import type { Encoded } from './encode.ts'
import { packAnswer, unpackAnswer, type StoredAnswer } from './stored-answer.ts'

export interface SharedAnswers {
  readonly begin: (key: string) => SharedLoad
}

/** One load of an answer; it releases a claim only if it took one. */
export interface SharedLoad {
  /** The place in the shared log that this gateway has reached; null where no answer can be shared. */
  readonly place: () => SharedPlace | null
  /**
   * Finds an answer that may be used now. All gateways want an answer that a change dropped (`dropped`) at once: this one waits for the
   * gateway that makes it; null then means that the caller has to make it, and to call `keep` or `leave`.
   */
  readonly find: (dropped: Dropped | null) => Promise<UsableAnswer | null>
  /** Releases the claim without storing an answer. */
  readonly leave: () => void
  /** Stores an answer whose reading began once `place` was reached. */
  readonly keep: (made: Omit<StoredAnswer, 'ageMs'>) => void
}

/** The answer that a gateway had until a change dropped it. */
export interface Dropped {
  /** True where this gateway had made it, and so has most of the data for the next one cached. */
  readonly isOwn: boolean
}

export interface UsableAnswer extends Pick<StoredAnswer, 'answer' | 'path'> {
  readonly tags: ReadonlySet<Tag>
  /** The remaining time of use, ms. */
  readonly lifeMs: number
}

export interface SharedAnswersOptions {
  readonly store: AnswerStore
  /** The name under which an answer is stored, the same for all gateways that would make the same answer for the key. */
  readonly nameOf: (key: string) => string
  readonly lifeMs: number
  readonly place: () => SharedPlace | null
  /** The reason why an answer whose reading began at a place must not be used; null where it may be. */
  readonly against: (place: SharedPlace, tags: readonly Tag[]) => SharedOutcome | null
  /** True where the lease is held. */
  readonly isProven: () => boolean
  readonly observe: Observe
}

/** The time that a gateway has to make an answer before another one makes it too. */
const claimMs = 2000
/** The longest wait for another gateway. */
const waitMs = 500
const pauseMinMs = 5

export function createSharedAnswers(options: SharedAnswersOptions): SharedAnswers {
  const { store, nameOf, lifeMs, place, against, isProven, observe } = options
  const refused = ({ place: from, tags, ageMs }: StoredAnswer): SharedOutcome | null => {
    if (ageMs >= lifeMs || endOf(tags) <= Date.now()) return 'expired'
    return isProven() ? against(from, tags) : 'unproven'
  }
  const look = async (name: string, isPatient: boolean): Promise<StoredAnswer | SharedOutcome> => {
    const bytes = await store.find(name, isPatient)
    if (bytes === 'late') return bytes
    const stored = bytes && (await unpackAnswer(bytes))
    return stored === null ? 'missing' : (refused(stored) ?? stored)
  }
  const used = ({ answer, path, tags, ageMs }: StoredAnswer, outcome: SharedOutcome): UsableAnswer => {
    observe({ kind: 'shared-answer', outcome })
    return { answer, path, tags: new Set(tags), lifeMs: lifeMs - ageMs }
  }
  const unused = (outcome: SharedOutcome) => {
    observe({ kind: 'shared-answer', outcome })
    return null
  }
  const lookLater = async (name: string, pauseMs: number): Promise<UsableAnswer | null> => {
    await sleep(pauseMs)
    const found = await look(name, true)
    return typeof found === 'string' ? null : used(found, 'awaited')
  }
  const begin = (key: string): SharedLoad => {
    const nameOnce = once(() => nameOf(key))
    /** The time of performance.now() from which another gateway may hold the claim. */
    let claimEndsAt = 0
    const leave = () => {
      if (performance.now() < claimEndsAt) store.release(nameOnce())
      claimEndsAt = 0
    }
    /** Waits for the gateway that makes the answer; null where this one has to. The gateway that made the last one claims first. */
    const madeElsewhere = async (name: string, { isOwn }: Dropped): Promise<UsableAnswer | null> => {
      const untilMs = performance.now() + waitMs
      const claims = async () => {
        const beganAt = performance.now()
        if (!(await store.claim(name, claimMs))) return false
        claimEndsAt = beganAt + claimMs
        return true
      }
      let found = isOwn ? null : await lookLater(name, pauseMinMs)
      for (let pauseMs = pauseMinMs; !found && !(await claims()); pauseMs *= 2) {
        const leftMs = untilMs - performance.now()
        if (leftMs <= 0) return null
        found = await lookLater(name, Math.min(pauseMs, leftMs))
      }
      if (found) return found
      // Another gateway may have stored it between the last look and the claim
      found = await lookLater(name, 0)
      if (found) leave()
      return found
    }
    return {
      place,
      find: async (dropped) => {
        if (place() === null) return null
        if (!isProven()) return unused('unproven')
        const found = await look(nameOnce(), dropped !== null)
        if (typeof found !== 'string') return used(found, 'used')
        return (dropped && (await madeElsewhere(nameOnce(), dropped))) ?? unused(found)
      },
      leave,
      keep: (answer) => {
        const keep = async () => {
          const bytes = await packAnswer(answer)
          if (bytes !== null) await store.keep(nameOnce(), bytes, lifeMs)
        }
        keep()
          .catch((error: unknown) => observe({ kind: 'error', error, during: 'storing an answer' }))
          .finally(leave)
      },
    }
  }
  return { begin }
}

/** True for an answer worth storing: clients could request missing resources without end. */
export function isWorthSharing({ status, store }: Encoded): boolean {
  return status === 200 && store === 'shared'
}
