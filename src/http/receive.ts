// Node's request → Request. What is larger than its limit is refused before it is read.
import type { IncomingMessage } from 'node:http'
import { fail, type Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'

export interface ReceiveLimits {
  readonly addressBytesMax: number
  readonly bodyBytesMax: number
}

export function receive(incoming: IncomingMessage, limits: ReceiveLimits): Request | Failure {
  const { url = '/', method = 'GET' } = incoming
  if (url.length > limits.addressBytesMax) return fail('address_too_long')
  const mark = url.indexOf('?')
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    header: (name) => {
      const value = incoming.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body: () => readBody(incoming, limits.bodyBytesMax),
  }
}

async function readBody(incoming: IncomingMessage, bytesMax: number): Promise<Uint8Array | Failure> {
  const tooLarge = fail('body_too_large', `The request body is larger than ${bytesMax} bytes.`)
  if (Number(incoming.headers['content-length'] ?? 0) > bytesMax) return tooLarge
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of incoming.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(part)) continue
      bytes += part.byteLength
      if (bytes > bytesMax) return tooLarge
      parts.push(part)
    }
  } catch {
    return fail('client_gone')
  }
  return Buffer.concat(parts)
}
