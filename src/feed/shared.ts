// The change feed of gateways that share a log: one of them, the reader, follows the database and writes the log, and all of them read
// it, the reader too, so that all have the same changes in the same order. tail-step.ts says what an entry proves.
import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { monotonicMs } from '../core/change.ts'
import type { Observe } from '../core/observation.ts'
import type { Charset } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import type { FollowedTables } from '../database/layout.ts'
import { identity } from '../database/server-identity.ts'
import { createCandidacy } from './candidacy.ts'
import { lagMsOf, type Feed, type Publish, type Unready } from './feed.ts'
import { parseEntry } from './log-entry.ts'
import { askLogOf, logEndOf } from './log-end.ts'
import { createLogHistory } from './log-history.ts'
import { createLogProof } from './log-proof.ts'
import type { Resume } from './log-state.ts'
import { nextRun } from './next-run.ts'
import { createPurgeRequests } from './purge-requests.ts'
import type { OpenSharedLog, SharedLog } from './shared-log.ts'
import { needed } from './slim-change.ts'
import { tailBegun, tailStep, type TailInput, type TailState } from './tail-step.ts'
import { createTimers } from './timers.ts'

export interface SharedFeedOptions {
  readonly engine: Pick<Engine, 'kysely' | 'meaningOf'>
  readonly schema: string
  readonly layout: FollowedTables
  /** The character set of the connections that read. Default: utf8mb4. */
  readonly charset?: Charset
  readonly open: OpenSharedLog
  /** Makes the feed by which this gateway follows the database when it is the reader. */
  readonly source: (resume: Resume | null) => Feed
  readonly observe: Observe
}

const tickMs = 100
const askEveryMs = 300
/** Long enough that no client can guess a request, and prepare a proof for it. */
const requestBytes = 12
const newRequest = () => randomBytes(requestBytes).toString('base64url')
/** A gateway stands for reader after this time without an entry; a live reader appends more often. */
const silentMs = 700
const startMsMax = 4000
/** After this time without proof the gateway follows the database by itself. */
const lagMsMax = 2500

export function sharedFeed(options: SharedFeedOptions): Feed {
  const { open, source, observe } = options
  const [proof, timers, askLog] = [createLogProof(), createTimers(), askLogOf(options.engine)]
  let [publish, termBegan, state]: [Publish, () => void, TailState] = [() => {}, () => {}, tailBegun]
  const [purges, history] = [createPurgeRequests(), createLogHistory()]
  let log: SharedLog | null = null
  let [receivedAt, askedAt, isStopped] = [-Infinity, -Infinity, false]
  let server: string | null = null
  /** Why the gateway no longer follows the shared log; `start` returns it where nothing was proven yet. */
  let problem: Unready | null = null

  const take = (input: TailInput) => {
    if (input.kind === 'entry') history.read(input.entry)
    const next = tailStep(state, input)
    state = next.state
    for (const { changes, since } of next.publish) publish(changes, since)
    purges.read(next.publish.flatMap(({ changes }) => changes))
    if (state.provenAt > proof.at()) proof.advance(state.provenAt, state.provenTo, state.resume)
  }
  const fail = (kind: Unready['kind'], reason: string) => {
    if (problem !== null || isStopped) return
    problem = { kind, reason }
    if (proof.at() > -Infinity) observe({ kind: 'feed-lost', name: 'shared', reason })
    proof.end()
    log?.close()
  }
  const failed = (error: unknown) => fail('away', String(error))
  const isOver = () => isStopped || problem !== null
  const candidacy = createCandidacy({ makeSource: source, isOver, fail, began: () => termBegan() })
  const receive = (text: string) => {
    receivedAt = monotonicMs()
    take({ kind: 'entry', entry: parseEntry(text), nowMs: receivedAt })
  }
  async function ask(isUrgent: boolean): Promise<void> {
    if (log === null || isOver()) return
    const atMs = (askedAt = monotonicMs())
    const request = newRequest()
    take({ kind: 'asked', request, atMs })
    await log.ask({ request, text: '' }, isUrgent)
    // Purges that a reader took and did not append are requested again
    for (const asked of purges.waiting()) await log.ask(asked, true)
  }
  const askNow = nextRun(() => ask(true))
  const tick = (of: SharedLog) => {
    const nowMs = monotonicMs()
    if (nowMs - askedAt >= askEveryMs) ask(false).catch(failed)
    if (nowMs - receivedAt >= silentMs) candidacy.stand(of)
  }
  async function begin(): Promise<void> {
    server = await nameOfServer(options.engine)
    const opened = await open(keyOf(options, server), (reason) => fail('away', reason))
    log = opened
    if (isOver()) return opened.close()
    const { id, entry } = await history.readBack(opened)
    take({ kind: 'begin', entry })
    readOn(opened, id, isOver, receive).catch(failed)
    timers.every(tickMs, () => tick(opened))
    tick(opened)
    timers.after(startMsMax, () => proof.at() === -Infinity && fail('away', candidacy.why()))
    // The first proof is of a moment after 1970
    await proof.reach(0)
  }
  return {
    name: 'shared',
    start: async (to, began = () => {}) => {
      ;[publish, termBegan] = [to, began]
      await begin().catch(failed)
      return problem
    },
    provenAt: proof.at,
    provenTo: proof.to,
    resume: proof.resume,
    server: () => server,
    blind: () => new Set(state.blind),
    role: () => (candidacy.isReader() ? 'reader' : 'follower'),
    why: () => (problem === null ? candidacy.why() : null),
    isLost: () => problem !== null || lagMsOf({ provenAt: proof.at }) > lagMsMax,
    logEnd: () => logEndOf(askLog),
    recall: () => history.recall(state.isPlaced),
    purge: (purge) => {
      purges.add(purge, newRequest())
      void askNow().catch(failed)
    },
    caughtUp: async () => {
      const nowMs = monotonicMs()
      await askNow().catch(failed)
      await proof.reach(nowMs)
    },
    stop: async () => {
      isStopped = true
      timers.stop()
      proof.end()
      await candidacy.stop()
      log?.close()
    },
  }
}

async function readOn(
  log: SharedLog,
  after: string,
  isOver: () => boolean,
  receive: (text: string) => void,
): Promise<void> {
  for (let id = after; !isOver();) {
    const entries = await log.after(id)
    if (isOver()) return
    for (const entry of entries) {
      receive(entry.text)
      id = entry.id
    }
  }
}

/** The key of the log: gateways share one where they read the same tables of the same server alike, and need the same values of a row. */
function keyOf({ schema, layout, charset = 'utf8mb4' }: SharedFeedOptions, server: string): string {
  const shared = [formatVersion, server, schema, layout, charset, needed]
  const text = JSON.stringify(shared, (_, value: unknown) => (value instanceof Map ? [...value] : value))
  return hash('sha256', text).slice(0, 24)
}

async function nameOfServer({ kysely }: Pick<Engine, 'kysely'>): Promise<string> {
  const { rows } = await sql.raw<Readonly<Record<string, unknown>>>(identity).execute(kysely)
  return JSON.stringify(rows)
}

/** The version of the format of entries; gateways with another one have a log of their own. */
const formatVersion = 4
