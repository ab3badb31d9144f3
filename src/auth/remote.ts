// Requests of the gateway to an authorization server. They are limited in time and size, and follow no redirects, since a
// redirect could lead to other keys. The server's answers are never shown to clients.
import { whyUnanswered } from '../core/error-code.ts'

export interface RemoteLimits {
  readonly timeoutMs: number
  readonly bytesMax: number
}

export interface RemoteAnswer {
  readonly status: number
  readonly text: string
}

/** The server's answer is missing or unusable, which is not the token's fault. */
export class RemoteFailure extends Error {}

export async function ask(url: string, init: RequestInit, limits: RemoteLimits): Promise<RemoteAnswer> {
  const { timeoutMs, bytesMax } = limits
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status } = response
    if (status >= 300 && status < 400) throw new RemoteFailure(`it answered ${status}`)
    return { status, text: await textWithin(response, bytesMax) }
  } catch (error) {
    throw error instanceof RemoteFailure ? error : new RemoteFailure(whyUnanswered(error, timeoutMs))
  }
}

async function textWithin({ body }: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    // Leaving the loop aborts the request
    if (bytes > bytesMax) throw new RemoteFailure(`it answered more than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
