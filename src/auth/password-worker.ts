// The thread that checks passwords, one at a time, because each takes about a tenth of a second.
import { parentPort } from 'node:worker_threads'
import { matchesEvenly, matchesPassword } from './password-hash.ts'

export interface PasswordQuestion {
  readonly id: number
  readonly password: string
  readonly storedHash: string
  readonly isEven: boolean
}

export interface PasswordAnswer {
  readonly id: number
  readonly isMatch: boolean
}

parentPort?.on('message', ({ id, password, storedHash, isEven }: PasswordQuestion) => {
  const matches = isEven ? matchesEvenly : matchesPassword
  const answer: PasswordAnswer = { id, isMatch: matches(password, storedHash) }
  parentPort?.postMessage(answer)
})
