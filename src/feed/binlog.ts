// The row events of MySQL's and MariaDB's binary log: each change by its row, moments after its commit. An event can be
// here before its commit can be read, so that a transaction is published only once a row of it was waited for (measured:
// without that, one first read in a hundred was stale). log-step.ts decides; this file does what it decides.
import type { AnyBinlogEvent } from '@vlasky/zongji'
import { steadyMs, type LogPoint } from '../core/change.ts'
import type { LogPosition } from '../core/log-position.ts'
import type { Observe } from '../core/observation.ts'
import type { Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import type { connectionOptions } from '../database/mysql.ts'
import { noDependents, readDependents, type Dependents } from './dependents.ts'
import type { Feed, Publish, Unready } from './feed.ts'
import { nextRun } from './next-run.ts'
import { createServerClock } from './server-clock.ts'
import { createBarrier } from './barrier.ts'
import { openDump, type Dump } from './dump.ts'
import { whyUnfit } from './binlog-fit.ts'
import { askLogOf, logEndOf, orRefused } from './log-end.ts'
import { toLogEvent } from './log-event.ts'
import { begun, gapOf, type Effect, type Input, type LogState } from './log-state.ts'
import { step } from './log-step.ts'
import { createPublisher, type Publisher } from './log-publisher.ts'
import { createToChanges } from './binlog-rows.ts'
import { statementKind } from './statements.ts'

export interface BinlogOptions {
  readonly engine: Pick<Engine, 'kysely' | 'meaningOf'>
  readonly connection: ReturnType<typeof connectionOptions>
  readonly schema: string
  readonly layout: Layout
  /** Its own among all that read the server's log. */
  readonly serverId: number
  readonly observe: Observe
}

/** How often the end of the server's log is asked for: with the answer's travel within a second, in which `Age` counts. */
const askEveryMs = 750
const tickMs = 250
const learnAgainMs = 1000

export function binlogFeed(options: BinlogOptions): Feed {
  const { engine, connection, schema, layout, serverId, observe } = options
  const physical = [...layout.values()].map(({ table }) => table)
  let dependents: Dependents = noDependents
  const toChanges = createToChanges(layout, schema, () => dependents)
  const namesOf = () =>
    new Set(
      [schema, ...physical, ...dependents.sources.map(({ table }) => table)].map((name) =>
        name.toLowerCase(),
      ),
    )
  let ours = { schema, names: namesOf() }
  const barrier = createBarrier(engine, schema, layout, () =>
    dependents.sources.filter((source) => source.schema === schema).map(({ table }) => table),
  )
  const clock = createServerClock(engine)
  const askLog = askLogOf(engine)
  let publisher: Publisher | null = null
  let state: LogState = begun
  let dump: Dump | null = null
  /** Numbers connections: what an earlier one says is not heard. */
  let opened = 0
  let provenAt = -Infinity
  let provenTo: LogPosition | null = null
  const proving = new Set<() => void>()
  const begin = Promise.withResolvers<Unready | null>()
  const timers = new Set<NodeJS.Timeout>()

  const take = (input: Input) => {
    const next = step(state, input, (statement, of) => statementKind(statement, of, ours))
    state = next.state
    for (const effect of next.effects) act(effect)
  }
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer.unref())
  }
  const act = (effect: Effect): void => {
    switch (effect.kind) {
      case 'open':
        return open(effect.from)
      case 'close':
        opened += 1
        dump?.close()
        dump = null
        return barrier.leave()
      case 'retry':
        return after(effect.afterMs, () => take({ kind: 'retry', nowMs: steadyMs() }))
      case 'settle':
        return after(effect.afterMs, () => take({ kind: 'settled', nowMs: steadyMs() }))
      case 'publish':
        return publisher?.add(effect.transaction)
      case 'learn':
        learnNow()
        // The log says it before the catalogue may
        return after(learnAgainMs, learnNow)
      case 'lost':
        if (state.resume === null)
          return begin.resolve({ kind: effect.failure === 'away' ? 'away' : 'unfit', reason: effect.reason })
        return observe({ kind: 'feed-lost', name: 'binlog', reason: effect.reason })
      case 'follows':
        begin.resolve(null)
        void askEnd()
        if (effect.awayMs !== null)
          observe({ kind: 'feed-back', name: 'binlog', awayMs: effect.awayMs, isGap: effect.isGap })
        return
      case 'proven':
        return void publisher?.flushed().then(provenUpTo(effect.atMs, state))
    }
  }
  const provenUpTo =
    (atMs: number, { server, readTo }: LogState) =>
    () => {
      provenTo = readTo && { server, ...readTo }
      prove(atMs)
    }
  const prove = (atMs: number) => {
    provenAt = Math.max(provenAt, atMs)
    for (const wake of proving) wake()
    proving.clear()
  }
  const open = (from: LogPoint | null) => {
    const own = (opened += 1)
    const isCurrent = () => own === opened
    const opening = openDump({ connection, serverId, tables: tablesRead() }, from, {
      server: (server) => isCurrent() && take({ kind: 'server', server, nowMs: steadyMs() }),
      event: (event) => isCurrent() && hear(event),
      failed: (failure, reason) =>
        isCurrent() && take({ kind: 'failed', failure, reason, nowMs: steadyMs() }),
    })
    opening.then(
      (is) => {
        if (isCurrent()) dump = is
        else is.close()
      },
      (error: unknown) =>
        isCurrent() && take({ kind: 'failed', failure: 'away', reason: String(error), nowMs: steadyMs() }),
    )
  }
  const tablesRead = () => [...physical.map((table) => ({ schema, table })), ...dependents.sources]
  const hear = (event: AnyBinlogEvent) => {
    const nowMs = steadyMs()
    const since = clock.sinceOf(event.timestamp, nowMs)
    take({ kind: 'event', event: toLogEvent(event, toChanges), since, nowMs })
  }
  const learn = nextRun(async () => {
    const learning = barrier.learn()
    const read = (await readDependents(engine, schema, layout).catch(orRefused(engine))) ?? dependents
    await learning
    const isSame = JSON.stringify(read.sources) === JSON.stringify(dependents.sources)
    dependents = read
    ours = { schema, names: namesOf() }
    if (isSame) return
    await barrier.learn()
    dump?.include(tablesRead())
    // Their changes were left out until now
    publisher?.add(gapOf('other tables are read', steadyMs()))
  })
  /** Until the server answers. */
  const learnNow = () => {
    if (state.phase !== 'stopped') learn().catch(() => after(learnAgainMs, learnNow))
  }
  const askEnd = nextRun(async () => {
    const [askedMs, readTo] = [steadyMs(), state.readTo]
    const end = (await dump?.end()) ?? null
    if (end !== null) take({ kind: 'end', end, askedMs, readTo, nowMs: steadyMs() })
  })
  const intervals: NodeJS.Timeout[] = []

  return {
    name: 'binlog',
    start: async (to: Publish) => {
      try {
        const unfit = await whyUnfit(engine, schema, askLog)
        if (unfit !== null) return { kind: 'unfit', reason: unfit }
        await learn()
      } catch (error) {
        return { kind: 'away', reason: String(error) }
      }
      await clock.measure()
      publisher = createPublisher(barrier, to)
      intervals.push(setInterval(() => take({ kind: 'tick', nowMs: steadyMs() }), tickMs).unref())
      intervals.push(setInterval(() => void askEnd(), askEveryMs).unref())
      take({ kind: 'start', nowMs: steadyMs() })
      return begin.promise
    },
    provenAt: () => provenAt,
    provenTo: () => provenTo,
    blind: () => dependents.blind,
    logEnd: () => logEndOf(askLog),
    caughtUp: async () => {
      const nowMs = steadyMs()
      const isProven = () => provenAt >= nowMs || state.phase === 'stopped'
      void askEnd()
      // Where the log cannot be asked for its end now, it is asked again
      while (!isProven()) await new Promise<void>((resolve) => proving.add(resolve))
    },
    stop: async () => {
      for (const interval of intervals) clearInterval(interval)
      for (const timer of timers) clearTimeout(timer)
      take({ kind: 'stop', nowMs: steadyMs() })
      begin.resolve({ kind: 'away', reason: 'it was stopped' })
      for (const wake of proving) wake()
      await publisher?.stop()
    },
  }
}
