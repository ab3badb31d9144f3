// One request to a receiver, bounded in time. Redirects are not followed, and only the status of the response counts.
import { whyUnanswered } from '../core/error-code.ts'

export type Answered =
  | { readonly kind: 'taken' }
  /** The receiver accepts no further messages (410). */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number | null }

export interface PostOptions {
  readonly timeoutMs: number
  /** Aborts the request. */
  readonly signal: AbortSignal
}

/** The number of bytes of the response that are read so that its connection can be reused, and the longest time for that. */
const bytesMax = 16_384
const restMsMax = 200

export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { timeoutMs, signal }: PostOptions,
): Promise<Answered> {
  const leaving = new AbortController()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'lectern', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, leaving.signal, AbortSignal.timeout(timeoutMs)]),
    })
    const { status } = response
    const late = setTimeout(() => leaving.abort(), restMsMax)
    await leave(response)
    clearTimeout(late)
    if (status >= 200 && status < 300) return { kind: 'taken' }
    if (status === 410) return { kind: 'gone' }
    const retryAfterMs = retryAfter(response.headers.get('retry-after'), Date.now())
    return { kind: 'failed', reason: `it answered ${status}`, retryAfterMs }
  } catch (error) {
    return { kind: 'failed', reason: whyUnanswered(error, timeoutMs), retryAfterMs: null }
  }
}

/** The status was read; errors in the rest of the response do not matter. */
async function leave({ body }: Response): Promise<void> {
  let bytes = 0
  try {
    for await (const part of body ?? []) {
      if (!(part instanceof Uint8Array)) return
      bytes += part.byteLength
      // Leaving the loop aborts the request
      if (bytes > bytesMax) return
    }
  } catch {
    // The connection broke, which no longer matters
  }
}

/** Parses Retry-After, seconds or a date, to ms from now. */
export function retryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
