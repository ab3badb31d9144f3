// Refuses bytes that are no request, or begin one that is too large. Node's own handler answers and destroys the socket; if the
// client is still sending, the reset that follows destroys the answer, too. Here the socket is read for a moment longer.
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorCode } from '../core/error-code.ts'

const lingerMs = 1000
const lingerBytesMax = 1_048_576

const answers: ReadonlyMap<string, readonly [status: number, reason: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'Payload Too Large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout']],
])

const refused = new WeakMap<Duplex, number>()

/**
 * `isAnswering`: a response is being sent, and must not be interrupted. It is called for every part that arrives; returns the
 * status where it answers.
 */
export function refuseBytes(error: Error, socket: Duplex, isAnswering: boolean): number | null {
  const bytesRead = socket instanceof Socket ? socket.bytesRead : Infinity
  const since = refused.get(socket)
  if (since !== undefined) {
    if (bytesRead - since > lingerBytesMax) socket.destroy()
    return null
  }
  refused.set(socket, bytesRead)
  if (isAnswering || !socket.writable) {
    socket.destroy()
    return null
  }
  const [status, reason] = answers.get(errorCode(error)) ?? [400, 'Bad Request']
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n\r\n`)
  const late = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(late))
  return status
}
