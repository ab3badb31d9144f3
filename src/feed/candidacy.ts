// Decides whether this gateway follows the database for all gateways of a site: it becomes the reader where there is none, and rests
// after a term that failed.
import { monotonicMs } from '../core/change.ts'
import type { Feed, Unready } from './feed.ts'
import type { Resume } from './log-state.ts'
import { standForReader, type ReaderTerm } from './reader-term.ts'
import type { SharedLog } from './shared-log.ts'

export interface Candidacy {
  readonly isReader: () => boolean
  /** The reason why there is no proof, as far as this gateway knows it. */
  readonly why: () => string
  /** Stands for reader, unless the gateway is the reader, stands already, or rests after a term that failed. */
  readonly stand: (log: SharedLog) => void
  /** Ends the term; settles once the term's feed has stopped. */
  readonly stop: () => Promise<void>
}

interface CandidacyOptions {
  /** The feed by which the reader follows the database. */
  readonly makeSource: (resume: Resume | null) => Feed
  /** True once the gateway no longer follows the shared log. */
  readonly isOver: () => boolean
  readonly fail: (kind: Unready['kind'], reason: string) => void
  /** Called once the gateway is the reader. */
  readonly began: () => void
}

/** A gateway whose own feed failed lets other gateways stand first for this long. */
const restMs = 3000

export function createCandidacy({ makeSource, isOver, fail, began }: CandidacyOptions): Candidacy {
  let term: ReaderTerm | null = null
  let standing: Promise<void> | null = null
  let leaving: Promise<void> | null = null
  let restsUntil = -Infinity
  let failure: string | null = null
  async function standAt(log: SharedLog): Promise<void> {
    let hasEnded = false
    const ended = (why: Unready | null, left: Promise<void>) => {
      hasEnded = true
      term = null
      leaving = left
      restsUntil = why === null ? -Infinity : monotonicMs() + restMs
      failure = why?.reason ?? null
      if (why?.kind === 'unfit') fail('unfit', why.reason)
    }
    const own = await standForReader({ log, makeSource, ended })
    if (own === null || hasEnded) return
    if (isOver()) return own.stop()
    term = own
    began()
  }
  return {
    isReader: () => term !== null,
    why: () => failure ?? 'no gateway reads the log',
    stand: (log) => {
      if (term !== null || standing !== null || monotonicMs() < restsUntil) return
      standing = standAt(log)
        .catch((error: unknown) => fail('away', String(error)))
        .finally(() => {
          standing = null
        })
    },
    stop: async () => {
      await standing
      await term?.stop()
      await leaving
    },
  }
}
