// A worker's channel to the primary. When the primary ends, Node ends the worker.
import { hash } from 'node:crypto'
import type { OnStale } from '../core/stale.ts'
import type { Stopping } from '../core/stopping.ts'
import type { Relay } from '../feed/relayed.ts'
import type { Reports } from '../observe/now.ts'
import {
  isToWorker,
  type Answer,
  type Beginning,
  type Listening,
  type Question,
  type ToPrimary,
} from './messages.ts'
import { createRelay } from './relay.ts'

export interface Primary {
  readonly beginning: Promise<Beginning>
  /** Settles, with how to stop, when the worker has to stop. */
  readonly stopped: Promise<Stopping | undefined>
  readonly relay: Relay
  readonly onStale: OnStale
  /** Reports that the rows which the worker was composed from have changed. */
  readonly outdated: (mark: string) => void
  /** Answers questions of the primary from these reports; earlier questions wait for them. */
  readonly report: (reports: Reports) => void
  readonly listening: (where: Listening) => void
  readonly ready: () => void
  /** Settles once the primary has the reason. */
  readonly refuse: (reason: string) => Promise<void>
  /**
   * Settles once the primary sends this worker no more connections, and has taken back those that came after it stopped
   * listening. A connection that is on its way to a worker when that exits is lost.
   */
  readonly released: () => Promise<void>
}

export function connectPrimary(): Primary {
  const beginning = Promise.withResolvers<Beginning>()
  const stopped = Promise.withResolvers<Stopping | undefined>()
  const reported = Promise.withResolvers<Reports>()
  const send = (message: ToPrimary) =>
    new Promise<void>((resolve) => {
      if (process.send && process.connected) process.send(message, undefined, undefined, () => resolve())
      else resolve()
    })
  let echoed: (() => void) | null = null
  const echo = () =>
    new Promise<void>((resolve) => {
      if (!process.connected) return resolve()
      echoed = resolve
      void send({ kind: 'echo' })
    })
  const relay = createRelay(
    (asked) => void send(asked),
    (purge) => void send({ kind: 'purge', purge }),
    (reached) => void send({ kind: 'reaches', ...reached }),
  )
  process.on('message', (message: unknown) => {
    if (!isToWorker(message)) return
    switch (message.kind) {
      case 'begin':
        return beginning.resolve(message.beginning)
      case 'changes':
      case 'followed':
      case 'caught-up':
        return relay.receive(message)
      case 'ask':
        return void answerOf(message.question, reported.promise).then((answer) =>
          send({ kind: 'answer', id: message.id, answer }),
        )
      case 'stop':
        return stopped.resolve(message.stopping)
      case 'echo':
        return echoed?.()
    }
  })
  void send({ kind: 'hello' })
  return {
    beginning: beginning.promise,
    stopped: stopped.promise,
    relay,
    onStale: (stale) => void send({ kind: 'stale', stale }),
    outdated: (mark) => void send({ kind: 'outdated', mark: hash('sha256', mark) }),
    report: reported.resolve,
    listening: (where) => void send({ kind: 'listening', ...where }),
    ready: () => void send({ kind: 'ready' }),
    refuse: (reason) => send({ kind: 'refused', reason }),
    released: async () => {
      // The first echo follows all that the primary sent to this worker, the second all that the worker sent back
      await echo()
      await echo()
    },
  }
}

async function answerOf(question: Question, reported: Promise<Reports>): Promise<Answer> {
  if (question.kind === 'ping') return { kind: 'ping' }
  const reports = await reported
  switch (question.kind) {
    case 'state':
      return { kind: 'state', state: reports.state() }
    case 'metrics':
      return { kind: 'metrics', metrics: await reports.metrics() }
    case 'now':
      return { kind: 'now', now: reports.now() }
    case 'purge':
      return { kind: 'purge', ...reports.purgeHere(question.purge) }
    case 'explain':
      return { kind: 'explain', explanation: await reports.explain(question.address) }
  }
}
