// The change feed of a Debezium Server that writes to the Valkey: each change by its row, for databases whose log Lectern cannot read.
// A proof takes two things: the end of the server's log, asked of the server itself, and then a change of the heartbeat table that
// begins at that end or after it. Debezium writes what it reads in the order of the log, and all streams are read at one moment.
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs, type LogPoint } from '../core/change.ts'
import type { Charset } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import type { FollowedTables } from '../database/layout.ts'
import { createBarrier } from './barrier.ts'
import { whyPartial } from './binlog-fit.ts'
import { createToChanges } from './binlog-rows.ts'
import { isTombstone, parseDebezium, type DebeziumEvent } from './debezium-event.ts'
import { createToTransaction, type Shapes } from './debezium-rows.ts'
import { tailOf, type OpenStreams, type StreamRead, type Tail } from './debezium-stream.ts'
import type { TableName } from './table-name.ts'
import type { Feed, Unready } from './feed.ts'
import { createHeartbeatProof } from './heartbeat-proof.ts'
import { askLogOf, endIn, logEndOf, type AskLog } from './log-end.ts'
import { createLogProof } from './log-proof.ts'
import { createPublisher, type Publisher } from './log-publisher.ts'
import { serverEnd, wrote, type LogServer } from './log-server.ts'
import { gapOf, settleMs, type Transaction } from './log-state.ts'
import { createLogTables } from './log-tables.ts'
import { nextRun } from './next-run.ts'
import { readTableShapes } from './table-shapes.ts'
import { createTimers } from './timers.ts'
import { commitsWaitOf, untilNoneWaits } from './waiting-commits.ts'

export interface DebeziumOptions {
  readonly engine: Pick<Engine, 'kysely' | 'meaningOf'>
  readonly schema: string
  readonly layout: FollowedTables
  /** The character set of the connections that read. Default: utf8mb4. */
  readonly charset?: Charset
  readonly open: OpenStreams
  /** `topic.prefix` of the connector, with which the names of its streams begin. */
  readonly prefix: string
}

/** The table that Debezium updates at intervals (`heartbeat.action.query`). */
const heartbeatTable = 'lectern_heartbeat'
const lookEveryMs = 40
const askEveryMs = 300
const elsewhere = 'another server answers at the address'
const shorter = 'the log of the server ends before the last heartbeat'

export function debeziumFeed({ engine, schema, layout, open, prefix, charset }: DebeziumOptions): Feed {
  const tables = createLogTables(engine, schema, layout)
  const barrier = createBarrier(engine, schema, layout, tables.sources)
  const [askLog, commitsWait] = [askLogOf(engine), commitsWaitOf(engine)]
  const [proof, timers, beats] = [createLogProof(), createTimers(), createHeartbeatProof()]
  const learned = createLearned(engine, layout)
  const toChanges = createToChanges(layout, schema, tables.dependents, charset)
  const heartbeat = { schema, table: heartbeatTable }
  let publisher: Publisher | null = null
  let streams: Tail | null = null
  let [isOver, why] = [false, 'no heartbeat was read from beyond the end of its log']

  const learn = nextRun(async () => {
    const [read] = await Promise.all([tables.read(), learned.read(), barrier.learn()])
    if (tables.use(read)) publisher?.add(gapOf('the set of tables that are read has changed', monotonicMs()))
  })
  const take = createTake({
    add: (transaction) => publisher?.add(transaction),
    toTransaction: createToTransaction(layout, learned.shapes, toChanges),
    isBeat: (of, { origin }) => of === heartbeat && wrote(learned.server(), origin),
    schemaChanged: () => void learn().catch(failed),
  })
  async function look(tail: Tail): Promise<void> {
    const { read, hasMore, sinceMs } = await tail.read([...tables.all(), heartbeat])
    if (isOver) return
    const beatAt = read.map(([of, each]) => take(of, each, sinceMs)).find((at) => at !== null)
    // Other streams may still have unread entries from before the heartbeat
    if (beatAt !== undefined && !hasMore) beats.beat(beatAt)
    const atMs = beats.reached()
    if (atMs !== null) void publisher?.flushed().then(() => isOver || proof.advance(atMs, null))
  }
  const askEnd = nextRun(async () => {
    const [askedMs, before] = [monotonicMs(), beats.beatAt()]
    const found = await serverEnd(engine, askLog)
    if (found === null || isOver) return
    const { server, end: at } = found
    // Positions of another server, behind the same address, mean nothing in this log
    const isOther = server.name !== learned.server().name
    if (isOther || (at !== null && !beats.asked(at, askedMs, before))) end(isOther ? elsewhere : shorter)
  })
  const failed = (error: unknown) => end(String(error))
  /** Stops proving, so that the reader's term ends. */
  const end = (reason: string) => {
    ;[isOver, why] = [true, isOver ? why : reason]
    timers.stop()
    proof.end()
    streams?.close()
  }
  async function begin(): Promise<Tail | Unready> {
    const reason = await whyUnfit(engine, askLog)
    if (reason !== null) return { kind: 'unfit', reason }
    await learn()
    const found = await serverEnd(engine, askLog)
    if (found === null) return { kind: 'away', reason: 'the server does not identify itself' }
    learned.follow(found.server)
    const tail = (streams = tailOf(await open(end), prefix))
    if (isOver) tail.close()
    await look(tail)
    const missing = tail.missing(heartbeat)
    if (missing !== null) return { kind: 'away', reason: unwritten(missing) }
    // Commits that Debezium has already streamed may not be visible yet
    await untilNoneWaits(commitsWait, settleMs, () => !isOver)
    return tail
  }
  async function run(tail: Tail): Promise<void> {
    for (;;) {
      await look(tail)
      if (isOver) return
      await sleep(lookEveryMs, undefined, { ref: false })
    }
  }
  return {
    name: 'debezium',
    start: async (publish) => {
      publisher = createPublisher(barrier, commitsWait, publish)
      const begun = await begin().catch((error: unknown): Unready => ({
        kind: 'away',
        reason: String(error),
      }))
      if ('kind' in begun) return begun
      timers.every(askEveryMs, () => void askEnd().catch(failed))
      run(begun).catch(failed)
      return null
    },
    provenAt: proof.at,
    why: () => why,
    blind: () => tables.dependents().blind,
    logEnd: () => logEndOf(askLog),
    caughtUp: async () => {
      const nowMs = monotonicMs()
      await askEnd()
      await proof.reach(nowMs)
    },
    stop: async () => {
      end('it was stopped')
      barrier.leave()
      await publisher?.stop()
    },
  }
}

interface TakeParts {
  readonly add: (transaction: Transaction) => void
  readonly toTransaction: (of: TableName, row: DebeziumEvent['row']) => Transaction
  /** True for heartbeats that the server wrote itself: positions of another server mean nothing in its log. */
  readonly isBeat: (of: TableName, event: DebeziumEvent) => boolean
  readonly schemaChanged: () => void
}

/** Adds the entries read from a stream; returns the position of its last heartbeat in the server's log. */
function createTake({ add, toTransaction, isBeat, schemaChanged }: TakeParts) {
  /** Tables whose last message was a deletion: a tombstone after it repeats the deletion. */
  const deleted = new Set<string>()
  const addRow = (of: TableName, row: DebeziumEvent['row']) => {
    const transaction = toTransaction(of, row)
    if (transaction.changes.length > 0) add(transaction)
  }
  return (of: TableName | null, { entries, isLost }: StreamRead, sinceMs: number): LogPoint | null => {
    if (isLost) add(gapOf('entries of Debezium are missing', sinceMs))
    if (of === null) {
      if (entries.length === 0) return null
      add({ ...gapOf('the schema changed', monotonicMs()), isBlind: true })
      schemaChanged()
      return null
    }
    const name = `${of.schema}.${of.table}`
    if (isLost) deleted.delete(name)
    let beatAt: LogPoint | null = null
    let isUnknown = false
    for (const { text } of entries) {
      const event = parseDebezium(text)
      const isRepeated = isTombstone(text) && deleted.has(name)
      if (event?.row?.after === null) deleted.add(name)
      else deleted.delete(name)
      if (event !== null && isBeat(of, event)) beatAt = event.at ?? beatAt
      if (event?.row) addRow(of, event.row)
      else isUnknown ||= !isRepeated
    }
    // One change of the table stands for all messages without a row: snapshots have one for each row
    if (isUnknown) addRow(of, null)
    return beatAt
  }
}

const unwritten = (stream: string) => `Debezium has written nothing to the stream ${stream}`

/** Settles with why the streams cannot be followed now, for `lectern check`; null where they can. Throws where a server is down. */
export async function whyNoDebezium({
  engine,
  schema,
  open,
  prefix,
}: Omit<DebeziumOptions, 'layout'>): Promise<string | null> {
  const reason = await whyUnfit(engine)
  if (reason !== null) return reason
  const tail = tailOf(await open(() => {}), prefix)
  const heartbeat = { schema, table: heartbeatTable }
  try {
    await tail.read([heartbeat])
    const missing = tail.missing(heartbeat)
    return missing && unwritten(missing)
  } finally {
    tail.close()
  }
}

/** Settles with why the server cannot be followed: it shows no end of its log, or logs no whole rows. Null where it does both. */
async function whyUnfit(
  engine: Pick<Engine, 'kysely' | 'meaningOf'>,
  askLog: AskLog = askLogOf(engine),
): Promise<string | null> {
  const status = await askLog()
  if (status === null)
    return 'the account may not ask where the log ends (REPLICATION CLIENT, or BINLOG MONITOR)'
  return endIn(status) === null ? 'the server writes no binary log (log_bin)' : whyPartial(engine)
}

/** Keeps the last known identity of the server, and how rows of its tables are identified. */
function createLearned(engine: Pick<Engine, 'kysely'>, layout: FollowedTables) {
  let shapes: Shapes = new Map()
  let server: LogServer = { name: '', id: '', uuids: [] }
  return {
    shapes: () => shapes,
    server: () => server,
    follow: (found: LogServer) => {
      server = found
    },
    read: async () => {
      const names = [...layout.values()].map(({ table }) => table)
      shapes = await readTableShapes(engine, names)
    },
  }
}
