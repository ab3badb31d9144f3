// The row events of MySQL's and MariaDB's binary log: each change by its row, moments after its commit. An event can be
// here before its commit can be read, so that a transaction is published only once a row of it was waited for (measured:
// without that, one first read in a hundred was stale).
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyBinlogEvent, ZongJiOptions } from '@vlasky/zongji'
import { isBehind, steadyMs, type Change, type LogPoint, type RowChange, type Since } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import type { connectionOptions } from '../database/mysql.ts'
import { createBarrier, type Ended } from './barrier.ts'
import { whyUnfit } from './binlog-fit.ts'
import { createToChange, rowsIn } from './binlog-rows.ts'
import type { Feed, Publish } from './feed.ts'
import { askLogOf, logEndOf } from './log-end.ts'
import { nextRun } from './next-run.ts'
import { createServerClock } from './server-clock.ts'
import { statementKind } from './statements.ts'

export interface BinlogOptions {
  readonly engine: Pick<Engine, 'kysely'>
  readonly connection: ReturnType<typeof connectionOptions>
  readonly schema: string
  readonly layout: Layout
  /** Its own among all that read the server's log. */
  readonly serverId: number
}

interface Transaction {
  readonly changes: readonly Change[]
  readonly ended: Ended
  readonly since: Since
  /** Where it ends in the log. */
  readonly at: LogPoint | null
}

/** The part of the reader that is used. */
interface Reader {
  on(event: 'binlog', listener: (event: AnyBinlogEvent) => void): unknown
  on(event: 'ready' | 'stopped', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  start(options: ZongJiOptions): void
  stop(): void
}

interface Position {
  readonly filename: string
  readonly position: number
}

const connectLimitMs = 5000
const retryMinMs = 50
const retryMaxMs = 1000
/** When a transaction is published again whose row others held. */
const publishedAgainMs = 1000
/** More changes than these in one transaction are as good as all. */
const changesMax = 5000
/** Transactions that are waited for at once. */
const batchMax = 100

export function binlogFeed(options: BinlogOptions): Feed {
  const { engine, connection, schema, layout, serverId } = options
  const toChange = createToChange(layout)
  const physical = [...layout.values()].map(({ table }) => table)
  const ours = new Set([schema, ...physical].map((name) => name.toLowerCase()))
  const barrier = createBarrier(engine, layout)
  const askLog = askLogOf(engine)
  const clock = createServerClock(engine)
  let publish: Publish = () => {}
  let reader: Reader | null = null
  let position: Position | null = null
  const stopping = new AbortController()
  let lostAt: number | null = null
  let changes: Change[] = []
  const committed: Transaction[] = []
  let publishing: Promise<void> | null = null
  /** How far the log was read. */
  let readTo: LogPoint | null = null
  const nextEvent = new Set<() => void>()

  const take = (change: RowChange) => {
    if (changes.length < changesMax) changes.push(change)
    else if (changes.length === changesMax) changes = [{ kind: 'gap', reason: 'a very large transaction' }]
  }
  const commit = (since: Since, at: LogPoint | null, isWhole = true) => {
    const ended = barrier.end(isWhole)
    if (changes.length > 0) committed.push({ changes, ended, since, at })
    changes = []
    publishing ??= publishCommitted().finally(() => {
      publishing = null
    })
  }
  async function publishCommitted(): Promise<void> {
    while (committed.length > 0) {
      const batch = committed.splice(0, batchMax)
      const readable = await barrier.areReadable(batch.map(({ ended }) => ended))
      for (const [nth, transaction] of batch.entries())
        publish(readable[nth] === true ? placed(transaction) : transaction.changes, transaction.since)
      const doubtful = batch.filter((_, nth) => readable[nth] === false)
      const again = () => {
        for (const transaction of doubtful) publish(transaction.changes, transaction.since)
      }
      if (doubtful.length > 0) setTimeout(again, publishedAgainMs).unref()
    }
  }
  const gap = (reason: string, since: Since) => {
    changes = [{ kind: 'gap', reason }]
    commit(since, null, false)
    // It may be of how the tables are made
    void barrier.learn()
  }

  const sinceOf = ({ timestamp }: AnyBinlogEvent): Since => clock.sinceOf(timestamp, steadyMs())

  const hear = (event: AnyBinlogEvent) => {
    understand(event)
    readTo = endOf(event) ?? readTo
    wake()
  }
  const wake = () => {
    for (const heard of nextEvent) heard()
    nextEvent.clear()
  }
  const understand = (event: AnyBinlogEvent) => {
    switch (event.getTypeName()) {
      case 'Rotate':
        if ('binlogName' in event && 'position' in event)
          moveTo({ filename: event.binlogName, position: Number(event.position) })
        return
      case 'WriteRows':
      case 'UpdateRows':
      case 'DeleteRows':
        for (const { table, before, after } of rowsIn(event)) {
          const change = toChange(table, before, after)
          if (change === null) continue
          take(change)
          barrier.changed(table, before, after)
        }
        return
      case 'Xid':
        commit(sinceOf(event), endOf(event))
        return advance(event)
      case 'Query': {
        const kind =
          'query' in event ? statementKind(event.query, event.schema, { schema, names: ours }) : 'gap'
        if (kind === 'gap') gap('a statement that is no row', sinceOf(event))
        else if (kind === 'commit') commit(sinceOf(event), endOf(event))
        // Whoever goes on from the middle of a transaction (a savepoint) has not read its beginning
        else if (changes.length > 0) return
        return advance(event)
      }
      case 'Unknown':
      case 'TransactionPayload':
      case 'PartialUpdateRows':
        return gap(`an event that cannot be read: ${event.getTypeName()}`, sinceOf(event))
      case 'XaPrepare':
        // It is committed by this, or later by a statement, or never
        gap('a transaction of several servers', sinceOf(event))
        return advance(event)
      case 'AnnotateRows':
      case 'AnonymousGtid':
      case 'BinlogCheckpoint':
      case 'Format':
      case 'Gtid':
      case 'Heartbeat':
      case 'IntVar':
      case 'MariadbGtid':
      case 'MariadbGtidList':
      case 'PreviousGtids':
      case 'RowsQuery':
      case 'StartEncryption':
      case 'TableMap':
        return
    }
  }
  const endOf = ({ nextPosition }: AnyBinlogEvent): LogPoint | null =>
    position && nextPosition > 0 ? { file: position.filename, offset: nextPosition } : null
  const moveTo = (to: Position) => {
    position = to
    readTo = { file: to.filename, offset: to.position }
  }
  const advance = ({ nextPosition }: AnyBinlogEvent) => {
    if (position && nextPosition > 0) position = { ...position, position: nextPosition }
  }

  /** Null once it follows; else why it does not. */
  async function connect(from: Position | null): Promise<string | null> {
    const { default: ZongJi } = await import('@vlasky/zongji')
    // Times as the server writes them: not all of them are times of this process's zone
    const next: Reader = new ZongJi({ ...connection, dateStrings: true })
    changes = []
    barrier.leave()
    const problem = await new Promise<string | null>((resolve) => {
      const late = setTimeout(() => resolve('it did not answer'), connectLimitMs)
      next.on('ready', () => {
        clearTimeout(late)
        resolve(null)
      })
      next.on('error', (error) => {
        clearTimeout(late)
        resolve(error.message)
        if (reader === next) void lose()
      })
      next.on('binlog', hear)
      next.start({
        serverId,
        ...(from === null ? { startAtEnd: true } : from),
        includeSchema: { [schema]: physical },
      })
    })
    if (problem === null && !stopping.signal.aborted) reader = next
    else stopReader(next)
    return problem
  }

  /** Goes on where it was; what the server has no more, or refuses, is a gap. */
  async function lose(): Promise<void> {
    if (reader) stopReader(reader)
    reader = null
    wake()
    lostAt ??= performance.now()
    for (let waitMs = retryMinMs; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, retryMaxMs)) {
      await sleep(waitMs, undefined, { ref: false })
      if (stopping.signal.aborted) return
      const refused = await connect(position).catch(String)
      if (refused === null) break
      if (isAway(refused)) continue
      if ((await connect(null).catch(String)) !== null) continue
      gap(`the log cannot be followed: ${refused}`, {
        atMs: steadyMs() - (performance.now() - lostAt),
        from: 'look',
      })
      break
    }
    lostAt = null
  }

  const askEnd = nextRun(() => logEndOf(askLog))
  const caughtUp = async () => {
    const end = await askEnd()
    const isRead = () => end === null || reader === null || (readTo !== null && !isBehind(end, readTo))
    while (!isRead()) await new Promise<void>((resolve) => nextEvent.add(resolve))
    await publishing
  }

  return {
    name: 'binlog',
    start: async (to) => {
      publish = to
      const unfit = await whyUnfit(engine, schema, askLog).catch(String)
      if (unfit !== null) return unfit
      await clock.measure()
      const problem = await connect(null).catch(() => 'the package @vlasky/zongji is not installed')
      if (problem === null) await barrier.learn()
      return problem
    },
    lagMs: () => (lostAt === null ? 0 : performance.now() - lostAt),
    logEnd: () => logEndOf(askLog),
    caughtUp,
    stop: async () => {
      stopping.abort()
      if (reader) stopReader(reader)
      reader = null
      wake()
      await publishing
    },
  }
}

/** What can be read, with its place. */
function placed({ changes, at }: Transaction): readonly Change[] {
  return at === null ? changes : changes.map((change) => (change.kind === 'row' ? { ...change, at } : change))
}

function stopReader(reader: Reader): void {
  try {
    reader.stop()
  } catch {
    // It was never there
  }
}

function isAway(problem: string): boolean {
  return /ECONN|EPIPE|ETIMEDOUT|PROTOCOL_|closed|did not answer|shutdown|Lost connection|Too many connections/i.test(
    problem,
  )
}
