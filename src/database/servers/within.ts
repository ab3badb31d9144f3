// A promise with a deadline, and a sentence about why it failed.
import { setTimeout } from 'node:timers/promises'
import { errorCode } from '../../core/error-code.ts'

export async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  const timeout = new AbortController()
  const late = setTimeout(timeoutMs, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(`it did not answer within ${timeoutMs} ms`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    timeout.abort()
    late.catch(() => {})
  }
}

/** The first line of a driver's error with a hint; for a host with several addresses the first error, since AggregateError has no text. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  const sentence = text.split('\n', 1)[0] ?? ''
  const remedy = remedies.get(errorCode(error))
  return remedy === undefined ? sentence : `${sentence} (${remedy})`
}

const noAnswer = 'are host and port right, and does no firewall stand between?'
const noSchema = 'is its name right, and may the account read it? See sql/grant.sql'

/** Hints for owners, by error codes of failed connections. */
const remedies: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'no server listens there: does it run, and are host and port right?'],
  ['ENOTFOUND', 'no host of this name is known here'],
  ['EAI_AGAIN', 'the name of the host could not be looked up'],
  ['ETIMEDOUT', noAnswer],
  ['EHOSTUNREACH', noAnswer],
  ['ENETUNREACH', noAnswer],
  ['ENOENT', 'there is no such socket: does the server run, and is the path right?'],
  ['ER_ACCESS_DENIED_ERROR', 'are user and password right, and may the account come from this host?'],
  ['ER_DBACCESS_DENIED_ERROR', noSchema],
  ['ER_BAD_DB_ERROR', noSchema],
  ['SQLITE_14', 'is there such a file, and may the account that Lectern runs as read it?'],
])
