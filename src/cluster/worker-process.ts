// A worker as the primary sees it: messages to it, its answers, and how it ends.
import cluster, { type Worker } from 'node:cluster'
import type { Change, Since } from '../core/change.ts'
import type { Purge } from '../core/purge.ts'
import type { OnStale } from '../core/stale.ts'
import { atOnce, type Stopping } from '../core/stopping.ts'
import type { CaughtUp } from '../feed/feed.ts'
import { hungExitCode } from '../observe/heartbeat.ts'
import { createBacklog, type Backlog } from './backlog.ts'
import { closeUntaken } from './handed.ts'
import {
  isToPrimary,
  type Answer,
  type Beginning,
  type Listening,
  type Question,
  type Reached,
  type ToWorker,
} from './messages.ts'
import { createHeartbeat } from './heartbeat.ts'

export interface WorkerProcess {
  readonly id: number
  /** Settles with the worker's addresses; with a sentence where it ended before it listened. */
  readonly listening: Promise<Listening | string>
  /** Settles with null after the worker's first look at the database; with a sentence where it ended before. */
  readonly ready: Promise<string | null>
  /** Settles with a sentence on how the worker ended. */
  readonly ended: Promise<string>
  readonly isListening: () => boolean
  /** True where the worker has not answered for some seconds. */
  readonly isSilent: () => boolean
  readonly publish: (changes: readonly Change[], since: Since) => void
  readonly send: (message: ToWorker) => void
  /** Sends the state of the feed, unless changes are left out: the message would prove that they were published. */
  readonly tell: (message: Extract<ToWorker, { readonly kind: 'followed' }>) => void
  /** Settles with the worker's answer; null where it has ended, or has not said hello yet. */
  readonly ask: (question: Question) => Promise<Answer | null>
  /** Lets the worker finish requests in flight, and kills it where that takes longer. */
  readonly stop: (timeoutMs: number, stopping?: Stopping) => Promise<void>
}

export interface WorkerProcessOptions {
  readonly beginning: Beginning
  /** Called when the worker needs the database to be followed as it is now. */
  readonly follow: (worker: WorkerProcess, request: number) => void
  /** Called when the worker waits until these workers have received all changes committed so far. */
  readonly catchUp: (worker: WorkerProcess, request: number, of: CaughtUp) => void
  /** Called when the worker's queries reach other servers than before. */
  readonly onReached: (worker: WorkerProcess, reached: Reached) => void
  /** Called when the worker has purged its caches by itself. */
  readonly onPurge: (purge: Purge) => void
  readonly onStale: OnStale
  readonly onOutdated: (mark: string) => void
  /** Called when the worker has ended because its main thread hung. */
  readonly onHung: (worker: WorkerProcess) => void
}

const answerLimitMs = 5000

/** Starts a worker; `cluster.setupPrimary` has set its script. */
export function startWorkerProcess(options: WorkerProcessOptions): WorkerProcess {
  const { beginning, follow, catchUp, onReached, onPurge, onStale, onOutdated, onHung } = options
  const worker: Worker = cluster.fork()
  closeUntaken(worker)
  const listening = Promise.withResolvers<Listening | string>()
  const ready = Promise.withResolvers<string | null>()
  const ended = Promise.withResolvers<string>()
  let hears = false
  let isListening = false
  let refusal: string | null = null

  const send = (message: ToWorker, sent: () => void = () => {}) => {
    // A worker that is not connected has ended, or is about to
    if (worker.isConnected()) worker.send(message, sent)
    else setImmediate(sent)
  }
  const backlog = createBacklog((changes, since, sent) => send({ kind: 'changes', changes, since }, sent))
  const questions = createQuestions((id, question) => send({ kind: 'ask', id, question }), backlog)
  const heartbeat = createHeartbeat(() => send({ kind: 'ask', id: 0, question: { kind: 'ping' } }))
  const process: WorkerProcess = {
    id: worker.id,
    listening: listening.promise,
    ready: ready.promise,
    ended: ended.promise,
    isListening: () => isListening,
    isSilent: heartbeat.isSilent,
    publish: (changes, since) => {
      // A worker caches nothing before its hello
      if (hears) backlog.add(changes, since)
    },
    send: (message) => {
      if (hears) send(message)
    },
    tell: (message) => {
      if (hears && !backlog.leavesOut()) send(message)
    },
    ask: async (question) => (hears ? questions.ask(question) : null),
    stop: async (timeoutMs, stopping) => {
      heartbeat.stop()
      if (hears) send({ kind: 'stop', stopping })
      else worker.process.kill('SIGKILL')
      const { delayMs, drainMs } = stopping ?? atOnce
      await killedLate(worker, ended.promise, timeoutMs + delayMs + drainMs)
    },
  }

  worker.on('message', (message: unknown) => {
    if (!isToPrimary(message)) return
    heartbeat.received()
    switch (message.kind) {
      case 'hello':
        hears = true
        heartbeat.start()
        return send({ kind: 'begin', beginning })
      case 'listening':
        isListening = true
        return listening.resolve(message)
      case 'ready':
        return ready.resolve(null)
      case 'refused':
        refusal = message.reason
        return
      case 'follow':
        return follow(process, message.request)
      case 'catch-up':
        return catchUp(process, message.request, message.of)
      case 'reaches':
        return onReached(process, message)
      case 'purge':
        return onPurge(message.purge)
      case 'echo':
        return send({ kind: 'echo' })
      case 'stale':
        return onStale(message.stale)
      case 'outdated':
        return onOutdated(message.mark)
      case 'answer':
        return questions.answered(message.id, message.answer)
    }
  })
  // Messages that were being sent when the worker ended fail here
  worker.on('error', () => {})
  worker.on('exit', (code, signal) => {
    hears = false
    isListening = false
    heartbeat.stop()
    // The worker's watchdog kills a process that it cannot interrupt
    const isHung = code === hungExitCode || (signal === 'SIGKILL' && heartbeat.isSilent())
    const end = signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`
    if (isHung) onHung(process)
    const how = refusal ?? (isHung ? `it hung, and ${end}` : end)
    questions.end()
    listening.resolve(how)
    ready.resolve(how)
    ended.resolve(how)
  })
  return process
}

/** Waits until the worker has ended; kills it where that takes longer. */
async function killedLate(worker: Worker, ended: Promise<unknown>, limitMs: number): Promise<void> {
  const late = setTimeout(() => worker.process.kill('SIGKILL'), limitMs)
  await ended
  clearTimeout(late)
}

/** Keeps questions to a worker until they are answered, each for a limited time. */
function createQuestions(
  send: (id: number, question: Question) => void,
  { leavesOut }: Pick<Backlog, 'leavesOut'>,
) {
  const waiting = new Map<number, (answer: Answer | null) => void>()
  let lastId = 0
  return {
    ask: (question: Question) =>
      new Promise<Answer | null>((resolve) => {
        // The gap for changes that are left out comes after the question
        if (question.kind === 'ping' && leavesOut()) return resolve({ kind: 'late' })
        const id = (lastId += 1)
        const late = setTimeout(() => waiting.get(id)?.({ kind: 'late' }), answerLimitMs)
        waiting.set(id, (answer) => {
          clearTimeout(late)
          waiting.delete(id)
          resolve(answer)
        })
        send(id, question)
      }),
    answered: (id: number, answer: Answer) => waiting.get(id)?.(answer),
    /** Answers all with null, because the worker has ended. */
    end: () => {
      for (const answered of waiting.values()) answered(null)
    },
  }
}
