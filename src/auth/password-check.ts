// Passwords are checked off the main thread: a thread starts with the first question, answers in turn, and is restarted after
// it failed. The number of questions that wait is bounded.
import { Worker } from 'node:worker_threads'
import { fail, type Failure } from '../core/failure.ts'
import { networkOf } from '../core/network.ts'
import type { Observe } from '../core/observation.ts'
import { createShares } from '../core/shares.ts'
import type { PasswordAnswer, PasswordQuestion } from './password-worker.ts'

export interface PasswordCheckOptions {
  /** How many questions may wait, the running ones among them. */
  readonly waitingMax: number
  /** How long one question may take from when it was asked. */
  readonly timeoutMs: number
  /** True where the time of a check must not tell what kind of hash there is, or whether there is any. */
  readonly isEven: boolean
  readonly observe: Observe
}

export interface PasswordCheck {
  /** For a client at this address, whose network has half of the places. */
  readonly check: (password: string, storedHash: string, address: string) => Promise<boolean | Failure>
  readonly stop: () => Promise<void>
}

// The extension differs between source and build
const file = import.meta.url.endsWith('.ts') ? './password-worker.ts' : './password-worker.js'

export function createPasswordCheck(options: PasswordCheckOptions): PasswordCheck {
  const { waitingMax, timeoutMs, isEven, observe } = options
  const places = createShares(waitingMax)
  const waiting = new Map<number, (answer: boolean | Failure) => void>()
  let worker: Worker | null = null
  let lastId = 0

  const begin = (): Worker => {
    const begun = new Worker(new URL(file, import.meta.url), { execArgv: [], env: {} })
    // A waiting thread must not keep the process from ending
    begun.unref()
    begun.on('message', ({ id, isMatch }: PasswordAnswer) => settle(id, isMatch))
    begun.on('error', ({ name }) => {
      // The error's own words might quote the password
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
    check: (password, storedHash, address) => {
      const network = networkOf(address)
      if (!places.take(network)) return Promise.resolve(overloaded)
      const id = (lastId += 1)
      const question: PasswordQuestion = { id, password, storedHash, isEven }
      const asked = (worker ??= begin())
      return new Promise((resolve) => {
        // A thread that does not answer is given up, with all questions that wait for it
        const late = setTimeout(() => {
          end(asked)
          void asked.terminate()
        }, timeoutMs)
        waiting.set(id, (answer) => {
          clearTimeout(late)
          places.leave(network)
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
