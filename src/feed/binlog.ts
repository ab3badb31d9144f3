// The change feed of MySQL's and MariaDB's binary log: each change by its row, moments after its commit. The log can have an event before
// readers can see its commit, so the feed publishes a transaction only once one of its rows shows it (measured: otherwise one first read
// in a hundred was stale). log-step.ts decides; this file executes.
import { monotonicMs } from '../core/change.ts'
import type { Observe } from '../core/observation.ts'
import type { Charset } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import type { FollowedTables } from '../database/layout.ts'
import type { connectionOptions } from '../database/mysql/engine.ts'
import type { Feed, Publish, Unready } from './feed.ts'
import { nextRun } from './next-run.ts'
import { createServerClock } from './server-clock.ts'
import { createBarrier, type Barrier } from './barrier.ts'
import { createFitness, whyUnfit, whyUnready, type Fitness } from './binlog-fit.ts'
import { createLogConnection, type LogConnection } from './log-connection.ts'
import { askLogOf, logEndOf } from './log-end.ts'
import { toLogEvent, unreadRows, type LogEvent } from './log-event.ts'
import { begun, gapOf, madeMsOf, type Effect, type Input, type LogState, type Resume } from './log-state.ts'
import { step } from './log-step.ts'
import { isLost } from './open-transaction.ts'
import { createLogProof, type LogProof } from './log-proof.ts'
import { createPublisher, type Publisher } from './log-publisher.ts'
import { createLogTables } from './log-tables.ts'
import { createToChanges } from './binlog-rows.ts'
import { statementKind } from './statements.ts'
import { createTimers, type Timers } from './timers.ts'
import { commitsWaitOf, untilNoneWaits, type CommitsWait } from './waiting-commits.ts'

export interface BinlogOptions {
  readonly engine: Pick<Engine, 'kysely' | 'meaningOf' | 'reached'>
  readonly connection: ReturnType<typeof connectionOptions>
  readonly schema: string
  readonly layout: FollowedTables
  /** The character set of the connections that read. Default: utf8mb4. */
  readonly charset?: Charset
  /** Unique among all clients that read the server's log. */
  readonly serverId: number
  /** The position that another feed has read up to; null, as by default, to begin at the end of the log. */
  readonly resume?: Resume | null
  readonly observe: Observe
}

/** The interval of asking for the end of the log: with the round trip, proofs are less than a second old, the resolution of `Age`. */
const askEveryMs = 750
const tickMs = 250
const learnAgainMs = 1000

export function binlogFeed(options: BinlogOptions): Feed {
  const { engine, connection: target, schema, layout, serverId, resume = null, observe } = options
  const tables = createLogTables(engine, schema, layout)
  const toChanges = createToChanges(layout, schema, tables.dependents, options.charset)
  const barrier = createBarrier(engine, schema, layout, tables.sources)
  const clock = createServerClock(engine)
  const [askLog, commitsWait] = [askLogOf(engine), commitsWaitOf(engine)]
  const [proof, timers] = [createLogProof(), createTimers()]
  const begin = Promise.withResolvers<Unready | null>()
  const fitness = createFitness(engine, () => whyUnfit(engine, askLog))
  let publisher: Publisher | null = null
  let state: LogState = { ...begun, from: resume, resume }
  /** Null until the feed follows; then true where it resumed at the given position without a gap. */
  let hasResumed: boolean | null = null

  const take = (input: Input) => {
    const next = step(state, input, (statement, of) => statementKind(statement, of, tables.ours()))
    state = next.state
    for (const effect of next.effects) act(effect)
  }
  const receive = (event: LogEvent, nowMs = monotonicMs()) =>
    take({ kind: 'event', event, since: clock.sinceOf(event.secondMs, nowMs), nowMs })
  const connection = createLogConnection(() => ({ connection: target, serverId, tables: tables.all() }), {
    server: (server) => take({ kind: 'server', server, nowMs: monotonicMs() }),
    event: (event) => receive(toLogEvent(event, isLost(state.open) ? null : toChanges)),
    hidden: (table) => receive(unreadRows(table, toChanges)),
    failed: (failure, reason) => take({ kind: 'failed', failure, reason, nowMs: monotonicMs() }),
  })
  const learn = nextRun(async () => {
    const learning = barrier.learn()
    const read = await tables.read()
    await learning
    if (!tables.use(read)) return
    await barrier.learn()
    connection.include(tables.all())
    // The log reader has left out changes of the added tables until now
    publisher?.add(gapOf('the set of tables that are read has changed', monotonicMs()))
  })
  const askEnd = nextRun(async () => {
    const [askedMs, readTo] = [monotonicMs(), state.readTo]
    const end = await connection.end()
    if (end !== null) take({ kind: 'end', end, askedMs, readTo, nowMs: monotonicMs() })
  })
  const act = createAct({
    connection,
    barrier,
    timers,
    proof,
    commitsWait,
    fitness,
    take,
    learn,
    askEnd,
    begin: begin.resolve,
    follows: (isGap) => {
      hasResumed ??= resume !== null && !isGap
      begin.resolve(null)
    },
    isToSettle: () => state.resume === null || (resume !== null && !state.hasFollowed),
    publisher: () => publisher,
    state: () => state,
    observe,
  })

  return {
    name: 'binlog',
    start: async (to: Publish) => {
      const unready = await whyUnready(fitness, learn)
      if (unready !== null) return unready
      await clock.measure()
      publisher = createPublisher(barrier, commitsWait, to)
      timers.every(tickMs, () => take({ kind: 'tick', nowMs: monotonicMs() }))
      timers.every(askEveryMs, () => void askEnd())
      take({ kind: 'start', nowMs: monotonicMs() })
      return begin.promise
    },
    provenAt: proof.at,
    provenTo: proof.to,
    resume: proof.resume,
    resumedFrom: () => (hasResumed === true ? resume : null),
    isLost: () => (fitness.unfit() === null ? null : true),
    why: () => fitness.unfit() ?? state.why ?? undefined,
    blind: () => tables.dependents().blind,
    logEnd: () => logEndOf(askLog),
    caughtUp: () => {
      const nowMs = monotonicMs()
      // Where the server does not answer now, the timer asks again
      void askEnd()
      return proof.reach(nowMs)
    },
    stop: async () => {
      timers.stop()
      take({ kind: 'stop', nowMs: monotonicMs() })
      begin.resolve({ kind: 'away', reason: 'it was stopped' })
      proof.end()
      await publisher?.stop()
    },
  }
}

interface ActParts {
  readonly connection: LogConnection
  readonly barrier: Pick<Barrier, 'leave'>
  readonly timers: Timers
  readonly proof: LogProof
  readonly commitsWait: CommitsWait
  readonly fitness: Fitness
  readonly take: (input: Input) => void
  readonly learn: () => Promise<void>
  readonly askEnd: () => Promise<void>
  /** Settles the start of the feed with why it does not follow. */
  readonly begin: (problem: Unready) => void
  readonly follows: (isGap: boolean) => void
  /** True while the start of the feed may still fail. */
  readonly isToSettle: () => boolean
  /** Null before the feed starts. */
  readonly publisher: () => Publisher | null
  readonly state: () => LogState
  readonly observe: Observe
}

/** Returns a function that executes the reducer's effects. */
function createAct(parts: ActParts): (effect: Effect) => void {
  const { connection, barrier, timers, proof, commitsWait, fitness, take, learn, askEnd, begin } = parts
  const { follows, isToSettle, publisher, state, observe } = parts
  /** Repeats `learn` until the server answers. */
  const learnNow = () => {
    if (state().phase !== 'stopped') learn().catch(() => timers.after(learnAgainMs, learnNow))
  }
  const proven = (atMs: number) => {
    const { server, readTo, resume } = state()
    const to = readTo && { server, ...readTo, madeMs: madeMsOf(resume) }
    void Promise.all([fitness.why(), publisher()?.flushed()]).then(
      ([unfit]) => unfit === null && proof.advance(atMs, to, resume),
      () => {},
    )
  }
  const settle = async (afterMs: number, { openedAt } = state()) => {
    const isThis = () => state().phase === 'settling' && state().openedAt === openedAt
    await untilNoneWaits(commitsWait, afterMs, isThis)
    if (isThis()) take({ kind: 'settled', nowMs: monotonicMs() })
  }
  return (effect) => {
    switch (effect.kind) {
      case 'open':
        // Another server, or one that has restarted, may have other log settings
        if (state().hasFollowed) fitness.forget()
        return connection.open(effect.from)
      case 'close':
        connection.close()
        return barrier.leave()
      case 'retry':
        return timers.after(effect.afterMs, () => take({ kind: 'retry', nowMs: monotonicMs() }))
      case 'settle':
        return void settle(effect.afterMs)
      case 'publish':
        return publisher()?.add(effect.transaction)
      case 'learn':
        learnNow()
        // The log has the statement before the catalogue may show its effect
        return timers.after(learnAgainMs, learnNow)
      case 'lost':
        if (isToSettle())
          return begin({ kind: effect.failure === 'away' ? 'away' : 'unfit', reason: effect.reason })
        return observe({ kind: 'feed-lost', name: 'binlog', reason: effect.reason })
      case 'follows':
        follows(effect.isGap)
        void askEnd()
        if (effect.awayMs !== null)
          observe({ kind: 'feed-back', name: 'binlog', awayMs: effect.awayMs, isGap: effect.isGap })
        return
      case 'proven':
        return proven(effect.atMs)
    }
  }
}
