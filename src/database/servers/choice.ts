// Chooses which server is read: one at a time, so that all cache entries come from the server that the change feed follows. It checks all
// servers at intervals, and reports each change of their state once.
import type { Observe } from '../../core/observation.ts'
import type { Condition, ServerState } from '../../core/server-state.ts'
import type { Server } from '../engine.ts'
import type { Candidate } from '../open.ts'
import { conditionOf, preferred, type Health } from './preference.ts'
import { sentenceOf, within } from './within.ts'

export interface ChoiceLimits {
  readonly replicaLagMaxMs: number
  readonly replicaCheckMs: number
  readonly replicaTimeoutMs: number
  readonly replicaReturnMs: number
}

export interface ChoiceOptions extends ChoiceLimits {
  readonly candidates: readonly Candidate[]
  /** The reason why content cannot be served from a server; null where it can. */
  readonly whyUnfit: (server: Server) => string | null
  readonly observe: Observe
}

export interface Choosing {
  /** The longest time of `inspect`. */
  readonly lookTimeoutMs: number
  /** The only server; undefined where there are several. */
  readonly place: string | undefined
  readonly states: () => readonly ServerState[]
  /** Finds the server to read, and its tables; rejects with the reasons where there is none. */
  readonly inspect: () => Promise<Server>
  /** Reads this server from now on. */
  readonly take: (server: Server) => Candidate
  /** Checks all servers from now on; calls `another` whenever the server in use is no longer the preferred one, or its role changed. */
  readonly watch: (another: () => void) => void
  readonly stop: () => void
}

/** The part of a choice that Availability uses. */
export function inspecting(choosing: Choosing): Pick<Choosing, 'inspect' | 'lookTimeoutMs' | 'place'> {
  return { inspect: () => choosing.inspect(), lookTimeoutMs: choosing.lookTimeoutMs, place: choosing.place }
}

export function onlyPlace([first, ...others]: readonly Candidate[]): string | undefined {
  return others.length === 0 ? first?.place : undefined
}

interface Watched {
  readonly candidate: Candidate
  health: Health
  /** The time when it was found unfit, by `performance.now()`. */
  unfitAt: number
}

export const inspectTimeoutMs = 10_000
/** The time that the connections of queries have for an answer when the connection of the checks gets none. */
export const lastChanceMs = 500
/** The time that the result of a check stays valid. */
const checkedForMs = 250
/** The time after which an unfit server is tried again. */
const unfitMs = 60_000

export class Choice implements Choosing {
  readonly #options: ChoiceOptions
  readonly #watched: readonly Watched[]
  #read: Watched | null = null
  #looking: Promise<void> | null = null
  #lookedAt = -Infinity
  #timer: NodeJS.Timeout | null = null
  #stopped = false

  constructor(options: ChoiceOptions) {
    this.#options = options
    this.#watched = options.candidates.map((candidate) => ({
      candidate,
      health: { problem: null, unfit: null, replication: { kind: 'unknown' }, wellSince: null },
      unfitAt: -Infinity,
    }))
  }

  get lookTimeoutMs(): number {
    return this.#options.replicaTimeoutMs + inspectTimeoutMs * this.#watched.length
  }

  get place(): string | undefined {
    return onlyPlace(this.#options.candidates)
  }

  states(): readonly ServerState[] {
    return this.#watched.map((watched) => {
      const { candidate, health } = watched
      const { replication } = health
      return {
        place: candidate.place,
        condition: this.#condition(watched),
        isReplica: replication.kind === 'unknown' ? null : replication.kind === 'replica',
        lagMs: replication.kind === 'replica' ? replication.lagMs : null,
        isRead: watched === this.#read,
      }
    })
  }

  async inspect(): Promise<Server> {
    const [only, ...others] = this.#watched
    if (only && others.length === 0) {
      if (performance.now() - this.#lookedAt > checkedForMs) await this.#look()
      // A server at its connection limit refuses the connection of the checks, but answers over open ones
      const limitMs = only.health.problem === null ? inspectTimeoutMs : lastChanceMs
      return await this.#inspected(only, limitMs)
    }
    await this.#look()
    let unfit: Server | null = null
    for (const watched of this.#tried()) {
      try {
        const server = await this.#inspected(watched)
        const reason = this.#options.whyUnfit(server)
        if (reason === null) return server
        unfit ??= server
        watched.unfitAt = performance.now()
        this.#note(watched, { unfit: reason })
      } catch (error) {
        this.#note(watched, { problem: sentenceOf(error) })
      }
    }
    // The caller reports what this server lacks
    if (unfit !== null) return unfit
    throw new Error(
      this.#watched.map(({ candidate, health }) => `${candidate.place}: ${health.problem}`).join('; '),
    )
  }

  take(server: Server): Candidate {
    const found = this.#watched.find(({ candidate }) => candidate.place === server.place) ?? this.#watched[0]
    if (!found) throw new Error('there is no server to read')
    this.#read = found
    return found.candidate
  }

  watch(another: () => void): void {
    if (this.#stopped || this.#watched.every(({ candidate }) => candidate.address.kind === 'sqlite')) return
    this.#timer = setTimeout(() => {
      const known = this.#read?.health.replication.kind
      void this.#look().then(() => {
        if (this.#stopped) return
        const stays = this.#tried()[0] === this.#read
        if (!stays || this.#read?.health.replication.kind !== known) another()
        this.watch(another)
      })
    }, this.#options.replicaCheckMs).unref()
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #condition({ health }: Watched): Condition {
    return conditionOf(health, this.#options.replicaLagMaxMs)
  }

  #tried(): readonly Watched[] {
    const { replicaLagMaxMs: lagMaxMs, replicaReturnMs: returnMs } = this.#options
    const healths = this.#watched.map(({ health }) => health)
    const current = this.#read === null ? null : this.#watched.indexOf(this.#read)
    const order = preferred(healths, current, performance.now(), { lagMaxMs, returnMs })
    return order.map((at) => this.#watched[at]).filter((watched) => watched !== undefined)
  }

  async #inspected({ candidate, health }: Watched, limitMs = inspectTimeoutMs): Promise<Server> {
    const server = await within(limitMs, candidate.engine.inspect())
    return { ...server, place: candidate.place, replication: health.replication.kind }
  }

  /** Checks all servers, once for all concurrent callers. */
  #look(): Promise<void> {
    this.#looking ??= Promise.all(this.#watched.map((watched) => this.#lookAt(watched))).then(() => {
      this.#looking = null
      this.#lookedAt = performance.now()
    })
    return this.#looking
  }

  async #lookAt(watched: Watched): Promise<void> {
    try {
      const replication = await within(this.#options.replicaTimeoutMs, watched.candidate.replication())
      const isUnfit = performance.now() - watched.unfitAt < unfitMs
      this.#note(watched, { problem: null, replication, ...(isUnfit ? {} : { unfit: null }) })
    } catch (error) {
      this.#note(watched, { problem: sentenceOf(error) })
    }
  }

  #note(watched: Watched, news: Partial<Health>): void {
    const before = this.#condition(watched)
    watched.health = { ...watched.health, ...news }
    const condition = this.#condition(watched)
    const wellSince = condition === 'well' ? (watched.health.wellSince ?? performance.now()) : null
    watched.health = { ...watched.health, wellSince }
    const { problem, unfit } = watched.health
    // With one server, Availability reports that it is away
    const isSaid = this.#watched.length > 1 || ![before, condition].includes('away')
    if (condition !== before && isSaid && !this.#stopped)
      this.#options.observe({
        kind: 'server',
        place: watched.candidate.place,
        condition,
        reason: problem ?? unfit,
      })
  }
}
