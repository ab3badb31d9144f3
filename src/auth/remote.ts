// What an authorization server says: the gateway's own requests to it. They are short: limits on time and size, no
// redirects, since whoever could redirect could name other keys. What it says is never repeated to anybody.

export interface RemoteLimits {
  readonly timeoutMs: number
  readonly bytesMax: number
}

export interface RemoteAnswer {
  readonly status: number
  readonly text: string
}

/** The server did not say what it was asked, which is no fault of the token's. */
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
    throw error instanceof RemoteFailure ? error : new RemoteFailure(reasonOf(error, timeoutMs))
  }
}

async function textWithin({ body }: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    // Leaving the loop ends the request
    if (bytes > bytesMax) throw new RemoteFailure(`it answered more than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** In words that hold nothing of what was sent. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'it cannot be reached'
  if (error.name === 'TimeoutError') return `it did not answer within ${timeoutMs} ms`
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `it cannot be reached${code}`
}
