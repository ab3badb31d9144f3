// A response that goes on: its chunks are made as fast as the client reads them, and no more of them once it has left.
import type { ServerResponse } from 'node:http'
import type { Observation, Observe } from '../core/observation.ts'
import type { ReplyStream } from '../core/reply.ts'

type Outcome = Extract<Observation, { readonly kind: 'stream-ended' }>['outcome']

/** The headers have been written. A response that fails has no end, by which its client knows that something is missing. */
export function sendStream(
  response: ServerResponse,
  { kind: of, chunks }: ReplyStream,
  path: string,
  observe: Observe,
): void {
  const beganAt = performance.now()
  let bytes = 0
  const send = async (): Promise<Outcome> => {
    for await (const chunk of chunks) {
      if (response.destroyed) return 'left'
      bytes += Buffer.byteLength(chunk)
      if (!response.write(chunk)) await readOn(response)
    }
    if (response.destroyed) return 'left'
    response.end()
    return 'whole'
  }
  const failed = (error: unknown): Outcome => {
    // Queries that are under way when the client leaves are cancelled
    if (response.destroyed) return 'left'
    observe({ kind: 'error', error, during: `sending ${path}` })
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

/** Settles once the client has read on, or has left. */
function readOn(response: ServerResponse): Promise<void> {
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
