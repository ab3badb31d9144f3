// Passwords checked off the main thread: a thread that starts with the first question, answers in turn, and is begun
// again after it failed. How many questions may wait is bounded.
import { Worker } from 'node:worker_threads'
import { fail, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { PasswordAnswer, PasswordQuestion } from './password-worker.ts'

export interface PasswordCheckOptions {
  /** How many may wait, those that are being checked among them. */
  readonly waitingMax: number
  /** How long one may take from when it was asked. */
  readonly timeoutMs: number
  readonly observe: Observe
}

export interface PasswordCheck {
  readonly check: (password: string, storedHash: string) => Promise<boolean | Failure>
  readonly stop: () => Promise<void>
}

// As source and as built
const file = import.meta.url.endsWith('.ts') ? './password-worker.ts' : './password-worker.js'

export function createPasswordCheck({ waitingMax, timeoutMs, observe }: PasswordCheckOptions): PasswordCheck {
  const waiting = new Map<number, (answer: boolean | Failure) => void>()
  let worker: Worker | null = null
  let lastId = 0

  const begin = (): Worker => {
    const begun = new Worker(new URL(file, import.meta.url), { execArgv: [], env: {} })
    // Nobody is kept from ending by a thread that waits
    begun.unref()
    begun.on('message', ({ id, isMatch }: PasswordAnswer) => settle(id, isMatch))
    begun.on('error', ({ name }) => {
      // Its own words might quote what was checked
      observe({ kind: 'error', error: new Error(`a ${name} in the thread`), during: 'checking a password' })
      end(begun)
    })
    begun.on('exit', () => end(begun))
    return begun
  }
  const settle = (id: number, answer: boolean | Failure) => {
    const answered = waiting.get(id)
    waiting.delete(id)
    answered?.(answer)
  }
  const end = (ended: Worker) => {
    if (worker !== ended) return
    worker = null
    for (const id of waiting.keys()) settle(id, overloaded)
  }

  return {
    check: (password, storedHash) => {
      if (waiting.size >= waitingMax) return Promise.resolve(overloaded)
      const id = (lastId += 1)
      const question: PasswordQuestion = { id, password, storedHash }
      const asked = (worker ??= begin())
      return new Promise((resolve) => {
        // A thread that does not answer is given up, with all that waits for it
        const late = setTimeout(() => {
          end(asked)
          void asked.terminate()
        }, timeoutMs)
        waiting.set(id, (answer) => {
          clearTimeout(late)
          resolve(answer)
        })
        asked.postMessage(question)
      })
    },
    stop: async () => {
      await worker?.terminate()
    },
  }
}

const overloaded = fail('overloaded', 'Too many passwords are waiting to be checked.', { retryAfterS: 1 })
