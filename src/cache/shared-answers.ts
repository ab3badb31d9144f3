// The second level of the cache: answers that another gateway made. Every answer is stored with the place in the shared log that
// its gateway had reached before it read anything, and is used only where nothing that it depends on has changed after that
// place, as far as this gateway has read. So nothing has to be deleted there, and it does not matter who stores what, and when: an
// answer that is used shows at least all that this gateway has read of, as one of its own cache does, and like that is served
// only under the lease.
import type { AnswerStore } from '../core/answer-store.ts'
import type { SharedPlace } from '../core/change.ts'
import type { Observe, SharedOutcome } from '../core/observation.ts'
import { endOf, type Tag } from '../core/tag.ts'
import type { Encoded } from './encode.ts'
import { packAnswer, unpackAnswer, type StoredAnswer } from './stored-answer.ts'

export interface SharedAnswers {
  /** The place that this gateway has reached; null where nothing can be shared. */
  readonly place: () => SharedPlace | null
  /** An answer that may be used now. */
  readonly find: (key: string) => Promise<UsableAnswer | null>
  /** Stores an answer whose reading began once `place` was reached. */
  readonly keep: (key: string, made: Omit<StoredAnswer, 'ageMs'>) => void
}

export interface UsableAnswer extends Pick<StoredAnswer, 'answer' | 'path'> {
  readonly tags: ReadonlySet<Tag>
  /** How much longer it may be used, ms. */
  readonly lifeMs: number
}

export interface SharedAnswersOptions {
  readonly store: AnswerStore
  /** The name under which an answer is stored, the same for all gateways that would make the same answer for the key. */
  readonly nameOf: (key: string) => string
  readonly lifeMs: number
  readonly place: () => SharedPlace | null
  /** Why an answer may not be used that was read from a place on; null where it may. */
  readonly against: (place: SharedPlace, tags: readonly Tag[]) => SharedOutcome | null
  /** True where the lease is held. */
  readonly isProven: () => boolean
  readonly observe: Observe
}

export function createSharedAnswers(options: SharedAnswersOptions): SharedAnswers {
  const { store, nameOf, lifeMs, place, against, isProven, observe } = options
  const refused = ({ place: from, tags, ageMs }: StoredAnswer): SharedOutcome | null => {
    if (ageMs >= lifeMs || endOf(tags) <= Date.now()) return 'expired'
    return isProven() ? against(from, tags) : 'unproven'
  }
  return {
    place,
    find: async (key) => {
      if (place() === null || !isProven()) return null
      const bytes = await store.find(nameOf(key))
      const stored = bytes && (await unpackAnswer(bytes))
      const why = stored === null ? 'missing' : refused(stored)
      observe({ kind: 'shared-answer', outcome: why ?? 'used' })
      if (stored === null || why !== null) return null
      const { answer, path, tags, ageMs } = stored
      return { answer, path, tags: new Set(tags), lifeMs: lifeMs - ageMs }
    },
    keep: (key, answer) => {
      if (!isWorthSharing(answer.answer)) return
      packAnswer(answer).then(
        (bytes) => bytes && store.keep(nameOf(key), bytes, lifeMs),
        (error: unknown) => observe({ kind: 'error', error, during: 'storing an answer' }),
      )
    },
  }
}

/** Clients could ask without end for what is not there. */
function isWorthSharing({ status, store }: Encoded): boolean {
  return status === 200 && store === 'shared'
}
