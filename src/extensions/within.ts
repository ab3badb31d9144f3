// A deadline for handlers: one that does not settle before it fails, and its later result is dropped.
import { setTimeout } from 'node:timers/promises'

export async function within<T>(timeoutMs: number, handle: () => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const late = setTimeout(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`the handler did not answer within ${timeoutMs} ms`)
  })
  try {
    return await Promise.race([handle(), late])
  } finally {
    ended.abort()
    late.catch(() => {})
  }
}
