// One proxied request and its response: both are streamed with back-pressure, and nothing is stored. When one side breaks off, so
// does the other, so that no client mistakes a part for the whole.
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { errorCode } from '../core/error-code.ts'
import { fail, type Failure } from '../core/failure.ts'
import { whenSilent } from '../core/silence.ts'
import { endToEnd } from './end-to-end.ts'
import { tooLarge, type OriginRequest } from './request.ts'

export type Send = (request: OriginRequest, isAgain: boolean) => ClientRequest

export interface ExchangeOptions {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly request: OriginRequest
  /** The whole body, where the gateway has read it; null where it is streamed. */
  readonly body: Uint8Array | null
  readonly send: Send
  readonly url: URL
  readonly publicUrl: URL
  readonly timeoutMs: number
  readonly bodyBytesMax: number
  /** Settles once entries that a write made stale are no longer served; the headers it returns are added to the response. */
  readonly caughtUp: () => Promise<readonly string[]>
  /** Called once the response to the client has begun. */
  readonly answered: (status: number) => void
  /** Called with the reason when WordPress fails. */
  readonly failed: (reason: string) => void
}

/** Settles when the exchange is over; with a failure where the client has received no response yet. */
export function exchange(options: ExchangeOptions): Promise<Failure | null> {
  const { incoming, response, request, body, send, timeoutMs, bodyBytesMax } = options
  const { promise, resolve } = Promise.withResolvers<Failure | null>()
  let sent: ClientRequest
  let answer: IncomingMessage | null = null
  let isOver = false
  /** True while a response waits until the entries that its write made stale are dropped. */
  let isHeld = false

  const over = (failure: Failure | null) => {
    if (isOver) return
    isOver = true
    clearTimeout(watch)
    incoming.unpipe()
    // A client that is still sending reads the response only if the rest of its body is read
    incoming.resume()
    if (answer?.complete !== true || !sent.writableFinished) sent.destroy()
    resolve(failure)
  }
  /** Resets the connection, so that no client mistakes this for the end of the response. */
  const breakOff = (failure: Failure, reason?: string) => {
    if (isOver) return
    if (reason !== undefined) options.failed(reason)
    if (!response.headersSent) return over(failure)
    response.socket?.resetAndDestroy()
    response.destroy()
    over(null)
  }
  const awaitsClient = () => {
    if (answer !== null) return answer.complete || response.writableNeedDrain
    return request.hasBody && !incoming.complete && !sent.writableNeedDrain
  }
  const watch = setTimeout(() => {
    if (isHeld || awaitsClient()) watch.refresh()
    else breakOff(fail('origin_timeout'), `it was silent for ${timeoutMs} ms`)
  }, timeoutMs)
  response.once('close', () => over(null))
  // This timeout is the client's; the one above is WordPress's
  whenSilent(response, () => !isHeld && awaitsClient())

  const begin = (isAgain: boolean) => {
    sent = send(request, isAgain)
    sent.on('error', (error) => {
      // Bytes after a complete answer are not part of it: 204 and 304 have no body
      if (answer?.complete === true) return
      if (answer === null && !isAgain && sent.reusedSocket && !isOver) begin(true)
      else breakOff(fail('origin_unavailable'), errorCode(error) || error.message)
    })
    sent.once('upgrade', (_, socket) => {
      socket.destroy()
      breakOff(fail('origin_unavailable'), 'it switched protocols')
    })
    sent.once('response', (message) => {
      answer = message
      watch.refresh()
      onceBroken(message, () => breakOff(fail('origin_unavailable'), 'it broke off within an answer'))
      if (!request.mayWrite || (message.statusCode ?? 0) >= 400) return handBack(message)
      // A client that wrote must see its write in its next read
      isHeld = true
      void options.caughtUp().then((headers) => {
        isHeld = false
        watch.refresh()
        handBack(message, headers)
      })
    })
    if (body !== null) sent.end(body)
    else if (request.hasBody) upload()
    else sent.end()
  }
  const upload = () => {
    let bytes = 0
    incoming.on('data', (part: Buffer) => {
      watch.refresh()
      bytes += part.byteLength
      if (bytes <= bodyBytesMax) return
      if (isOver) incoming.destroy()
      else breakOff(tooLarge(bodyBytesMax))
    })
    incoming.pipe(sent)
    if (expectsContinue(incoming))
      onceConnected(sent, () => {
        if (!isOver && !response.headersSent) response.writeContinue()
      })
  }
  const handBack = (message: IncomingMessage, headers: readonly string[] = []) => {
    if (isOver) return void message.resume()
    const status = message.statusCode ?? 502
    try {
      response.writeHead(status, [...answerHeaders(message, options), ...headers])
    } catch {
      return breakOff(fail('origin_unavailable'), 'it has headers that cannot be sent on')
    }
    options.answered(status)
    sendOn(message, response, () => watch.refresh())
  }
  begin(false)
  return promise
}

/** Streams the response; the head of one whose body comes later, as with events, is sent at once. */
function sendOn(message: IncomingMessage, response: ServerResponse, onPart: () => void): void {
  message.on('data', onPart)
  message.pipe(response)
  if (!message.complete) response.flushHeaders()
}

/** Calls `then` once a connection to WordPress exists, which is when `Expect: 100-continue` may be answered. */
function onceConnected(sent: ClientRequest, then: () => void): void {
  sent.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', then)
    else then()
  })
}

function onceBroken(message: IncomingMessage, then: () => void): void {
  message.once('error', then)
  message.once('close', () => {
    if (!message.complete) then()
  })
}

/** True where a client waits for 100 (Continue) before it sends a body; Node then emits `checkContinue`. */
export function expectsContinue({ headers: { expect }, httpVersion }: IncomingMessage): boolean {
  return expect !== undefined && httpVersion === '1.1' && /(?:^|\W)100-continue(?:$|\W)/i.test(expect)
}

/** Throws where the headers cannot be forwarded. */
function answerHeaders(
  message: IncomingMessage,
  { url, publicUrl }: Pick<ExchangeOptions, 'url' | 'publicUrl'>,
): string[] {
  const { rawHeaders: raw, statusCode, headers } = message
  // The gateway does not decode other transfer codings, and its response to the client could not name them
  if (!/^(?:chunked)?$/i.test(headers['transfer-encoding'] ?? '')) throw new TypeError('a coded body')
  const isUnframed = statusCode === 204 || headers['transfer-encoding'] !== undefined
  const kept = endToEnd(raw, (name) => isUnframed && name === 'content-length')
  return kept.map((value, at) => {
    const name = at % 2 === 1 ? kept[at - 1]?.toLowerCase() : undefined
    return name === 'location' || name === 'content-location' ? publicly(value, url, publicUrl) : value
  })
}

/** Rewrites an address of WordPress, which clients cannot reach, to the public one. */
function publicly(location: string, { origin }: URL, publicUrl: URL): string {
  const target = /^https?:\/\//i.test(location) ? URL.parse(location) : null
  if (target?.origin !== origin) return location
  const authority = /^https?:\/\/[^/?#]*/i.exec(location)?.[0] ?? ''
  return publicUrl.origin + location.slice(authority.length)
}
