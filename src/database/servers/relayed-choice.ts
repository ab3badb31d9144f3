// Chooses the server that a worker reads: the primary names it, since all workers read the server that the shared feed follows.
import { inspectTimeoutMs, lastChanceMs, onlyPlace, type Choosing } from './choice.ts'
import type { Server } from '../engine.ts'
import type { Candidate } from '../open.ts'
import { within } from './within.ts'

export interface ChoiceRelay {
  /** The index of the server that the primary last named; null before. */
  readonly server: () => number | null
  /** Settles once the index is known. */
  readonly said: () => Promise<void>
  /** True where the primary has lost the server. */
  readonly isAway: () => boolean
}

const checkMs = 250

export interface RelayedChoice extends Choosing {
  /** The index of the server in use; null before there is one. */
  readonly read: () => number | null
}

export function relayedChoice(candidates: readonly Candidate[], relay: ChoiceRelay): RelayedChoice {
  const isOne = candidates.length === 1
  const wanted = () => (isOne ? 0 : relay.server())
  let read: number | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  return {
    lookTimeoutMs: inspectTimeoutMs,
    place: onlyPlace(candidates),
    read: () => read,
    // The primary reports the states
    states: () => [],
    inspect: async (): Promise<Server> => {
      if (!isOne) await relay.said()
      const candidate = candidates[wanted() ?? 0]
      if (!candidate) throw new Error('there is no such server')
      const limitMs = relay.isAway() ? lastChanceMs : inspectTimeoutMs
      return { ...(await within(limitMs, candidate.engine.inspect())), place: candidate.place }
    },
    take: (server) => {
      const at = candidates.findIndex(({ place }) => place === server.place)
      const candidate = candidates[at]
      if (!candidate) throw new Error('there is no such server')
      read = at
      return candidate
    },
    watch: (another) => {
      if (isStopped) return
      let wasAway = relay.isAway()
      timer = setInterval(() => {
        const isAway = relay.isAway()
        if ((!isOne && wanted() !== read) || isAway !== wasAway) another()
        wasAway = isAway
      }, checkMs).unref()
    },
    stop: () => {
      isStopped = true
      if (timer) clearInterval(timer)
    },
  }
}
