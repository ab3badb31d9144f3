// The thread that checks passwords, one at a time, since each takes about a tenth of a second.
import { parentPort } from 'node:worker_threads'
import { matchesPassword } from './password-hash.ts'

export interface PasswordQuestion {
  readonly id: number
  readonly password: string
  readonly storedHash: string
}

export interface PasswordAnswer {
  readonly id: number
  readonly isMatch: boolean
}

parentPort?.on('message', ({ id, password, storedHash }: PasswordQuestion) => {
  const answer: PasswordAnswer = { id, isMatch: matchesPassword(password, storedHash) }
  parentPort?.postMessage(answer)
})
