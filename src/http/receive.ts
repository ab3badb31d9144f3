// Makes Node's request a Request. A request that exceeds a limit is refused before its body is read.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { fail, type Failure } from '../core/failure.ts'
import { parsedOnce } from '../core/query-string.ts'
import type { Client, Request, Waiting } from '../core/request.ts'
import { clientOf } from '../core/forwarded.ts'

export interface ReceiveLimits {
  readonly addressBytesMax: number
  readonly bodyBytesMax: number
  readonly trustedProxies: BlockList
  /** Called where a trusted proxy names no client, and all behind it count as one. */
  readonly unnamed?: (proxy: string) => void
}

/** `waits`: the context of streamed responses. */
export function receive(
  incoming: IncomingMessage,
  limits: ReceiveLimits,
  waits: Waits | null = null,
): Request | Failure {
  const { url = '/', rawHeaders } = incoming
  if (url.length > limits.addressBytesMax) return fail('address_too_long')
  return isOfSeveralHosts(rawHeaders) ? fail('unclear_address') : new Received(incoming, url, limits, waits)
}

/** A proxy in front may have used a different Host than Node does (RFC 9112, 3.2). */
function isOfSeveralHosts(raw: readonly string[]): boolean {
  let hosts = 0
  for (let nth = 0; nth < raw.length; nth += 2) {
    const name = raw[nth]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

export interface Waits extends Pick<Waiting, 'ending'> {
  readonly response: ServerResponse
}

/**
 * A class is used because object literals with getters are slow to make, and most requests are answered without the client's address.
 */
class Received implements Request {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly args: Request['args']
  readonly header: Request['header']
  readonly body: Request['body']
  readonly #incoming: IncomingMessage
  readonly #trusted: BlockList
  readonly #unnamed: ReceiveLimits['unnamed']
  readonly #waits: Waits | null
  #waiting: Waiting | undefined
  #client: Client | undefined

  constructor(
    incoming: IncomingMessage,
    url: string,
    { bodyBytesMax, trustedProxies, unnamed }: ReceiveLimits,
    waits: Waits | null,
  ) {
    const mark = url.indexOf('?')
    const { method = 'GET', headers } = incoming
    this.method = method
    this.path = mark < 0 ? url : url.slice(0, mark)
    this.query = mark < 0 ? '' : url.slice(mark + 1)
    this.args = parsedOnce(this.query)
    this.header = (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    }
    let body: Promise<Uint8Array | Failure> | undefined
    this.body = () => (body ??= readBody(incoming, bodyBytesMax))
    this.#incoming = incoming
    this.#trusted = trustedProxies
    this.#unnamed = unnamed
    this.#waits = waits
  }

  get waiting(): Request['waiting'] {
    const waits = this.#waits
    return waits === null ? undefined : () => (this.#waiting ??= new ResponseWaiting(waits))
  }

  get client(): Client {
    return (this.#client ??= clientOf(this.#incoming, this.#trusted, this.#unnamed))
  }
}

/** A class makes the signal only when it is used. */
class ResponseWaiting implements Waiting {
  readonly ending: AbortSignal
  readonly #response: ServerResponse
  #left: AbortSignal | undefined
  #hasGone = false

  constructor({ response, ending }: Waits) {
    this.ending = ending
    this.#response = response
  }

  get left(): AbortSignal {
    return (this.#left ??= this.#signal())
  }

  hasLeft(): boolean {
    return this.#response.closed
  }

  /** The result is remembered, since a response that is written after the client left ends as well. */
  hasGone(): boolean {
    return (this.#hasGone ||= this.hasLeft() && !this.#response.writableEnded)
  }

  onLeft(listener: () => void): void {
    this.#response.once('close', listener)
  }

  #signal(): AbortSignal {
    const left = new AbortController()
    if (this.hasLeft()) left.abort()
    else this.onLeft(() => left.abort())
    return left.signal
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

/** Parses a HEAD request as the GET that it stands for; its response is sent without the body. */
export function asGet(request: Request): Request {
  if (request.method !== 'HEAD') return request
  const { path, query, args, header, client, body, waiting } = request
  return { method: 'GET', path, query, args, header, client, body, waiting }
}
