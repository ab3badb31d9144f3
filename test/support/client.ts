// One HTTP request and its whole answer. It asks for no compression and follows no redirect; Node's http takes less CPU
// time than fetch.
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams | Uint8Array | null
  readonly signal?: AbortSignal
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export async function ask(
  method: string,
  url: string,
  { headers = {}, body, signal }: Sent = {},
): Promise<Received> {
  const typed = { accept: '*/*', ...typeOf(body), ...headers }
  const sent = request(url, { method, headers: typed, ...(signal && { signal }) })
  const answered = Promise.withResolvers<Received>()
  sent.once('error', answered.reject)
  sent.once('response', (response) => {
    const received = new Headers()
    for (let at = 0; at < response.rawHeaders.length; at += 2)
      received.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '')
    const { statusCode: status = 0 } = response
    const coding = received.get('content-encoding')
    buffer(response).then(
      (bytes) =>
        answered.resolve({ status, headers: received, text: decompressed(bytes, coding).toString() }),
      answered.reject,
    )
  })
  sent.end(body instanceof URLSearchParams ? body.toString() : (body ?? undefined))
  return await answered.promise
}

/** As fetch says it. */
function typeOf(body: Sent['body']): Readonly<Record<string, string>> {
  if (typeof body === 'string') return { 'content-type': 'text/plain;charset=UTF-8' }
  if (body instanceof URLSearchParams)
    return { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  return {}
}

/** The bytes that were compressed. */
export function decompressed(bytes: Buffer, coding: string | null | undefined): Buffer {
  if (bytes.length === 0) return bytes
  if (coding === 'br') return brotliDecompressSync(bytes)
  if (coding === 'gzip') return gunzipSync(bytes)
  if (coding === 'zstd') return zstdDecompressSync(bytes)
  return bytes
}
