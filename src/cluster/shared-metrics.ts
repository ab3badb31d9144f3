// Combines the reports of several processes into one, for the admin port of the primary.
import { memoryInUse, type Shown } from '../admin/administration.ts'
import type { Observe } from '../core/observation.ts'
import type { PurgeRequest } from '../core/purge.ts'
import { lagOf } from '../feed/relayed.ts'
import { leaseOfAll, nowOfAll, passedOfAll } from '../observe/now.ts'
import type { Question } from './messages.ts'
import type { ClusterFeed } from './shared-feed.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface ClusterReports {
  readonly observe: Observe
  readonly shown: Shown
  /** Forgets a worker that has ended. */
  readonly forget: (worker: WorkerProcess) => void
}

export interface ClusterReportsOptions {
  /** The configured number of workers. */
  readonly of: number
  readonly workers: () => readonly WorkerProcess[]
  readonly feed: () => Pick<ClusterFeed, 'followed' | 'wanted' | 'servers' | 'purge'>
  readonly webhooksWaiting: () => readonly number[]
}

/** The primary's number among the processes; workers count from 1. */
const primaryId = 0

export async function createClusterReports({
  of,
  workers,
  feed,
  webhooksWaiting,
}: ClusterReportsOptions): Promise<ClusterReports> {
  const { createMetrics } = await import('../observe/metrics.ts')
  const { createMetricsOfAll } = await import('../observe/metrics-of-all.ts')
  const lag = () => lagOf(feed().followed(), feed().wanted())
  const serving = () => workers().filter((worker) => worker.isListening())
  const own = createMetrics({
    cache: () => ({ entries: 0, bytes: 0, tags: 0 }),
    feed: lag,
    lease: () => null,
    servers: () => feed().servers(),
    isDatabaseThere: () => false,
    connections: () => null,
    scans: () => ({ running: 0, waiting: 0 }),
    webhooksWaiting,
    maps: () => [],
    workers: () => serving().length,
  })
  const all = createMetricsOfAll()

  /** The workers to ask: without those that hang. */
  const answering = () => serving().filter((worker) => !worker.isSilent())
  const ask = async (asked: readonly WorkerProcess[], question: Question) =>
    await Promise.all(asked.map(async (worker) => ({ worker, answer: await worker.ask(question) })))
  const state = async () => {
    const answers = await ask(answering(), { kind: 'state' })
    const states = answers.flatMap(({ answer }) => (answer?.kind === 'state' ? [answer.state] : []))
    const databases = states.flatMap(({ database }) => (database === null ? [] : [database]))
    return {
      database: databases[0] ?? null,
      hasBegun: states.some(({ hasBegun }) => hasBegun),
      servers: feed().servers(),
      feed: lag(),
      lease: leaseOfAll(states.map(({ lease }) => lease)),
      origin: passedOfAll(states.map(({ origin }) => origin)),
      workers: { ready: databases.length, of },
    }
  }
  return {
    observe: own.observe,
    forget: ({ id }) => all.note(id, null),
    shown: {
      state,
      metrics: {
        contentType: own.contentType,
        text: async () => {
          // Each answer is counted when it comes, since a worker that ends while others answer must not be counted again
          const counted = async (worker: WorkerProcess) => {
            const answer = await worker.ask({ kind: 'metrics' })
            if (answer?.kind === 'metrics') all.note(worker.id, answer.metrics)
          }
          await Promise.all(answering().map(counted))
          all.note(primaryId, await own.json())
          return all.text()
        },
      },
      now: async () => {
        const [{ database, feed: followed }, answers] = await Promise.all([
          state(),
          ask(answering(), { kind: 'now' }),
        ])
        return nowOfAll(
          answers.flatMap(({ answer }) => (answer?.kind === 'now' ? [answer.now] : [])),
          {
            ready: database !== null,
            database,
            servers: feed().servers(),
            feed: followed,
            uptimeS: Math.floor(process.uptime()),
            memory: memoryInUse(),
          },
        )
      },
      // Each worker has a cache of its own; the first one answers for all
      explain: async (address) => {
        const [first] = await ask(answering().slice(0, 1), { kind: 'explain', address })
        if (first?.answer?.kind !== 'explain') throw new Error('no worker explained the address in time')
        return first.answer.explanation
      },
      // Workers that do not serve yet are purged, too
      purge: (purge) => purged(workers(), purge, feed()),
    },
  }
}

/** Purges workers, and other gateways once, as soon as a worker has found out what the purge names. */
async function purged(
  workers: readonly WorkerProcess[],
  purge: PurgeRequest,
  others: Pick<ClusterFeed, 'purge'>,
): Promise<number> {
  let isShared = false
  const purgeAt = async (worker: WorkerProcess) => {
    const answer = await worker.ask({ kind: 'purge', purge })
    if (answer?.kind === 'late') throw new Error(`worker ${worker.id} did not answer`)
    if (answer?.kind !== 'purge') return 0
    if (!isShared) others.purge(answer.purge)
    isShared = true
    return answer.dropped
  }
  const dropped = await Promise.all(workers.map(purgeAt))
  if (!isShared) throw new Error('no worker has executed the purge')
  return dropped.reduce((sum, each) => sum + each, 0)
}
