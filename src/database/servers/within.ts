// A promise with a deadline, and a sentence about why it failed.
import { setTimeout } from 'node:timers/promises'

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

/** One sentence of a driver's error; `localhost` gives an error per address, with no text of its own. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n', 1)[0] ?? ''
}
