// Checks passwords off the main thread: a thread starts with the first check, runs them in turn, and is restarted after a
// failure. The number of waiting checks is bounded.
import { Worker } from 'node:worker_threads'
import { fail, type Failure } from '../core/failure.ts'
import { networkOf } from '../core/network.ts'
import type { Observe } from '../core/observation.ts'
import { createShares } from '../core/shares.ts'
import type { PasswordAnswer, PasswordQuestion } from './password-worker.ts'

export interface PasswordCheckOptions {
  /** The number of checks that may wait, including running ones. */
  readonly waitingMax: number
  /** How long a check may take, including its wait. */
  readonly timeoutMs: number
  /** True where the duration must not reveal the kind of hash, or whether there is any. */
  readonly isEven: boolean
  readonly observe: Observe
}

export interface PasswordCheck {
  /** Checks for a client at this address, whose network gets at most half of the slots. */
  readonly check: (password: string, storedHash: string, address: string) => Promise<boolean | Failure>
  readonly stop: () => Promise<void>
}

// The extension differs between source and build
const file = import.meta.url.endsWith('.ts') ? './password-worker.ts' : './password-worker.js'

export function createPasswordCheck(options: PasswordCheckOptions): PasswordCheck {
  const { waitingMax, timeoutMs, isEven, observe } = options
  const slots = createShares(waitingMax)
  const waiting = new Map<number, (answer: boolean | Failure) => void>()
  let worker: Worker | null = null
  let lastId = 0

  const begin = (): Worker => {
    const begun = new Worker(new URL(file, import.meta.url), { execArgv: [], env: {} })
    // A waiting thread must not keep the process from ending
    begun.unref()
    begun.on('message', ({ id, isMatch }: PasswordAnswer) => settle(id, isMatch))
    begun.on('error', ({ name }) => {
      // The error's own message might quote the password
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
      if (!slots.take(network)) return Promise.resolve(overloaded)
      const id = (lastId += 1)
      const question: PasswordQuestion = { id, password, storedHash, isEven }
      const asked = (worker ??= begin())
      return new Promise((resolve) => {
        // A thread that does not answer is ended, with all checks that wait for it
        const late = setTimeout(() => {
          end(asked)
          void asked.terminate()
        }, timeoutMs)
        waiting.set(id, (answer) => {
          clearTimeout(late)
          slots.leave(network)
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
