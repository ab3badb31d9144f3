// The term of the one gateway that follows the database for all: it appends to the shared log what its own feed publishes, and proofs for
// gateways that request them. The term ends when the lease is lost, or when its own feed stops proving.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs, type Change, type Since } from '../core/change.ts'
import { lagMsOf, type Feed, type Publish, type Unready } from './feed.ts'
import { encodeEntry, parseEntry, parsePurge, type EntryBody } from './log-entry.ts'
import type { Resume } from './log-state.ts'
import { resumedFrom } from './resumed-from.ts'
import type { SharedLog } from './shared-log.ts'
import { pendingAfter } from './tail-step.ts'

export interface ReaderTerm {
  readonly stop: () => Promise<void>
}

interface TermOptions {
  readonly log: SharedLog
  /** Makes the feed that follows the database, from the position that another reader has reached, or, for null, from the log's end. */
  readonly makeSource: (resume: Resume | null) => Feed
  /** Called once when the term ends by itself; null where the lease was lost. `left` settles once the term's feed has stopped. */
  readonly ended: (problem: Unready | null, left: Promise<void>) => void
}

/** The lease of a reader that died lapses after this time. */
const leaseMs = 1000
const renewEveryMs = 200
/** The last entries among which a new reader looks for a position to resume from. */
const lookBack = 256
/** The intervals of taking requests, and of proofs that no urgent request needs. */
const lookEveryMs = 25
const proveEveryMs = 400
/** A reader whose own feed proves nothing for this long leaves the lease to another gateway. */
const lagMsMax = 1500
const startMsMax = 5000
/** The most requests that wait; the oldest beyond that are not answered, and their gateways ask again. */
const waitingMax = 2000
/** The most pending changes that a proof lists; with more of them the reader proves nothing. */
const pendingMax = 2000

/** Begins a term; null while another gateway has the lease. */
export async function standForReader({ log, makeSource, ended }: TermOptions): Promise<ReaderTerm | null> {
  const term = randomUUID()
  if (!(await log.elect(term, leaseMs))) return null
  const resumed = resumedFrom((await log.latest(lookBack)).map(({ text }) => parseEntry(text)))
  const source = makeSource(resumed?.resume ?? null)
  const startedAt = monotonicMs()
  let nth = 0
  let isFollowing = false
  let followsAt = startedAt
  let isOver = false
  /** Changes published before the source follows; they are appended after the entry that begins the term. */
  let early: (readonly [readonly Change[], Since])[] = []
  let pending: ReadonlySet<number> = new Set()

  async function end(): Promise<void> {
    isOver = true
    clearInterval(renewing)
    await log.release(term).catch(() => {})
    await source.stop()
  }
  const give = (problem: Unready | null) => {
    if (isOver) return
    ended(problem, end())
  }
  const append = (body: EntryBody) => {
    nth += 1
    log.append(term, encodeEntry({ ...body, term, nth })).then(
      (isDone) => isDone || give(null),
      () => give(null),
    )
  }
  const publish: Publish = (changes, { atMs, from }) => {
    if (isOver) return
    if (!isFollowing) return void early.push([changes, { atMs, from }])
    pending = pendingAfter(pending, changes)
    append({ kind: 'changes', changes, agoMs: Math.max(0, monotonicMs() - atMs), from })
  }
  const renew = async () => {
    // A feed that has just begun to follow has yet to prove anything
    const waitedMs = isFollowing
      ? Math.min(lagMsOf(source), monotonicMs() - followsAt)
      : monotonicMs() - startedAt
    if (waitedMs > (isFollowing ? lagMsMax : startMsMax)) return give(silence(source))
    const isHeld = await log.renew(term, leaseMs).catch(() => false)
    if (!isHeld) give(null)
  }
  const renewing = setInterval(() => void renew(), renewEveryMs).unref()
  const proofs = async () => {
    let provenAt = -Infinity
    let waiting: readonly string[] = []
    for (;;) {
      const taken = await log.takeAsked(term, monotonicMs() - provenAt >= proveEveryMs)
      if (isOver) return
      // A proof answers the requests only if it is of a moment after they were taken
      const takenMs = monotonicMs()
      for (const { request, text } of taken) {
        const purge = text === '' ? null : parsePurge(text)
        if (purge !== null) publish([{ kind: 'purge', purge, request }], { atMs: takenMs, from: 'arrival' })
      }
      waiting = [...waiting, ...taken.map(({ request }) => request)].slice(-waitingMax)
      if (waiting.length > 0) {
        // Its proof says below whether it caught up
        await source.caughtUp?.().catch(() => {})
        if (isOver) return
        if ((source.provenAt() ?? 0) >= takenMs && pending.size <= pendingMax) {
          provenAt = takenMs
          const to = source.provenTo?.() ?? null
          const blind = [...(source.blind?.() ?? [])]
          const resume = source.resume?.() ?? null
          append({ kind: 'proof', answers: waiting, to, resume, pending: [...pending], blind })
          waiting = []
        }
      }
      await sleep(lookEveryMs, undefined, { ref: false })
    }
  }
  async function begin(): Promise<void> {
    const problem = await source.start(publish)
    if (isOver) return
    if (problem !== null) return give(problem)
    isFollowing = true
    followsAt = monotonicMs()
    append({ kind: 'begin', after: resumed?.after ?? null })
    for (const [changes, since] of early) publish(changes, since)
    early = []
    await proofs()
  }
  const running = begin().catch(() => give(null))
  return {
    stop: async () => {
      await end()
      await running
    },
  }
}

function silence({ name, why }: Pick<Feed, 'name' | 'why'>): Unready {
  const reason = why?.() ?? null
  return {
    kind: 'away',
    reason: `the feed ${name} of the reader cannot prove that it has every change${reason === null ? '' : `: ${reason}`}`,
  }
}
