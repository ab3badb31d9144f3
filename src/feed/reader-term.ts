// The term of the one gateway that follows the database for all: it appends to the shared log what its own feed publishes, and
// proofs for those who ask. It ends where the lease is lost, or where its own feed proves nothing any more.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyMs, type Change, type Since } from '../core/change.ts'
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
  /** Makes the feed that follows the database, from where another reader has come to; null for the end of its log. */
  readonly makeSource: (resume: Resume | null) => Feed
  /** Is called once, where the term ends by itself; null where the lease was lost. `left` settles once nothing is left of it. */
  readonly ended: (problem: Unready | null, left: Promise<void>) => void
}

/** A reader that died has its place taken after so long. */
const leaseMs = 1000
const renewEveryMs = 200
/** A reader begins where the last of so many entries end, if these say where. */
const lookBack = 256
/** The interval of looks for requests, and of proofs that are not urgent. */
const lookEveryMs = 25
const proveEveryMs = 400
/** A reader whose own feed proves nothing for so long leaves the lease to another. */
const lagMsMax = 1500
const startMsMax = 5000
/** Beyond so many requests the oldest are not answered; their gateways ask again. */
const waitingMax = 2000
/** Beyond so many pending changes nothing is proven. */
const pendingMax = 2000

/** Begins a term; null while another gateway has the lease. */
export async function standForReader({ log, makeSource, ended }: TermOptions): Promise<ReaderTerm | null> {
  const term = randomUUID()
  if (!(await log.elect(term, leaseMs))) return null
  const resumed = resumedFrom((await log.latest(lookBack)).map(({ text }) => parseEntry(text)))
  const source = makeSource(resumed?.resume ?? null)
  const startedAt = steadyMs()
  let nth = 0
  let isFollowing = false
  let followsAt = startedAt
  let isOver = false
  /** Published before the source follows: it counts after the gap with which the term begins. */
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
    append({ kind: 'changes', changes, agoMs: Math.max(0, steadyMs() - atMs), from })
  }
  const renew = async () => {
    // A feed that has just begun to follow has yet to prove anything
    const waitedMs = isFollowing ? Math.min(lagMsOf(source), steadyMs() - followsAt) : steadyMs() - startedAt
    if (waitedMs > (isFollowing ? lagMsMax : startMsMax)) return give(silence(source))
    const isHeld = await log.renew(term, leaseMs).catch(() => false)
    if (!isHeld) give(null)
  }
  const renewing = setInterval(() => void renew(), renewEveryMs).unref()
  const proofs = async () => {
    let provenAt = -Infinity
    let waiting: readonly string[] = []
    for (;;) {
      const taken = await log.takeAsked(term, steadyMs() - provenAt >= proveEveryMs)
      if (isOver) return
      // The proof has to be asked for after the requests were taken
      const takenMs = steadyMs()
      for (const { request, text } of taken) {
        const purge = text === '' ? null : parsePurge(text)
        if (purge !== null) publish([{ kind: 'purge', purge, request }], { atMs: takenMs, from: 'arrival' })
      }
      waiting = [...waiting, ...taken.map(({ request }) => request)].slice(-waitingMax)
      if (waiting.length > 0) {
        await source.caughtUp?.()
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
    followsAt = steadyMs()
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
    reason: `the feed ${name} of the reader proves nothing${reason === null ? '' : `: ${reason}`}`,
  }
}
