// Sends a response in chunks, which are made at the client's pace, and no longer once it has left.
import type { Writable } from 'node:stream'
import type { Observation, Observe } from '../core/observation.ts'
import { StreamRefused, type ChunkStream } from '../core/reply.ts'

type Outcome = Extract<Observation, { readonly kind: 'stream-ended' }>['outcome']

/** The number of characters written at once, which stay in memory while a client does not read. */
const writtenMax = 65_536

/** `response` has its headers written. A stream that fails is cut off without an end, so that the client notices the loss. */
export function sendChunks(
  response: Writable,
  { kind: of, chunks }: ChunkStream,
  path: string,
  observe: Observe,
): void {
  const beganAt = performance.now()
  let bytes = 0
  const send = async (): Promise<Outcome> => {
    for await (const chunk of chunks) {
      if (response.destroyed) return 'left'
      bytes += Buffer.byteLength(chunk)
      if (chunk.length <= writtenMax) {
        if (!response.write(chunk)) await readOn(response)
      } else await sendParts(response, chunk)
    }
    if (response.destroyed) return 'left'
    response.end()
    return 'whole'
  }
  const failed = (error: unknown): Outcome => {
    // The client left, which cancelled its unfinished queries
    if (response.destroyed) return 'left'
    if (!(error instanceof StreamRefused)) observe({ kind: 'error', error, during: `sending ${path}` })
    response.destroy()
    return 'failed'
  }
  observe({ kind: 'stream-begun', of })
  void send()
    .catch(failed)
    .then((outcome) =>
      observe({ kind: 'stream-ended', of, path, ms: performance.now() - beganAt, bytes, outcome }),
    )
}

async function sendParts(response: Writable, chunk: string): Promise<void> {
  for (let at = 0; at < chunk.length && !response.destroyed;) {
    const end = at + writtenMax
    // Surrogate pairs must stay together
    const part = chunk.slice(at, isHighSurrogate(chunk.charCodeAt(end - 1)) ? end - 1 : end)
    at += part.length
    if (!response.write(part)) await readOn(response)
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** Settles once the client has read the buffered bytes, or has left. */
function readOn(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve()
    const end = () => {
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.on('drain', end)
    response.on('close', end)
  })
}
