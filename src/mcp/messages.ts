// JSON-RPC 2.0 as the Model Context Protocol uses it: one message a request. Answers are made without the id of their call, so that
// they can be cached; `withId` adds it.
import { statusOf, type Failure } from '../core/failure.ts'
import { isMembers, parseJson, type Members } from '../core/json-value.ts'
import { refusalHeaders } from '../core/refusal-headers.ts'
import { jsonReply, type Header, type Reply, type ReplyRest } from '../core/reply.ts'
import { seesWhatAllSee, type Viewer } from '../core/viewer.ts'

export interface Message {
  /** Undefined for a notification. */
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Members
}

/** The reason for which a message is refused, with the HTTP status. */
export class Refused {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: Members | undefined
  constructor(status: number, code: number, message: string, data?: Members) {
    this.status = status
    this.code = code
    this.message = message
    this.data = data
  }
}

export const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  denied: -32000,
  headers: -32020,
  version: -32022,
} as const

const textMax = 200

export function parseMessage(body: Uint8Array): Message | Refused {
  const parsed = parseJson(new TextDecoder().decode(body))
  if (parsed === null) return new Refused(400, codes.parse, 'The body is no JSON.')
  if (!isMembers(parsed))
    return refusedRequest('The body has to be one JSON-RPC message; there are no batches.')
  const { jsonrpc, id, method, params = {} } = parsed
  if (jsonrpc !== '2.0') return refusedRequest('jsonrpc has to be "2.0".')
  if (typeof method !== 'string' || method.length > textMax)
    return refusedRequest(`method has to be a text of at most ${textMax} characters.`)
  if (!isMembers(params)) return refusedRequest('params has to be an object.')
  const isText = typeof id === 'string' && id.length <= textMax
  if (id === undefined || isText || (typeof id === 'number' && Number.isSafeInteger(id)))
    return { id, method, params }
  return refusedRequest(`id has to be an integer, or a text of at most ${textMax} characters.`)
}

function refusedRequest(message: string): Refused {
  return new Refused(400, codes.request, message)
}

/** Refuses params of a known method, with status 200, so that HTTP clients read the error in the body. */
export function refusedParams(message: string, data?: Members): Refused {
  return new Refused(200, codes.params, message, data)
}

export function toErrorReply(
  { status, code, message, data }: Refused,
  headers: readonly Header[] = [],
): Reply {
  const error = { code, message, ...(data ? { data } : {}) }
  return jsonReply(status, { jsonrpc: '2.0', error }, { headers })
}

/** Converts a failure outside of any method: of a limit, a login, the database. */
export function toFailureReply(failure: Failure, viewer: Viewer): Reply {
  const status = statusOf(failure, viewer)
  const code = status >= 500 ? codes.internal : status === 400 ? codes.request : codes.denied
  const { message, code: name } = failure
  return toErrorReply(new Refused(status, code, message, { code: name }), refusalHeaders(failure, viewer))
}

const server = { name: 'lectern', title: 'Lectern', version: '1' }

/**
 * A result with the members that revisions from 2026-07-28 on require: that it is complete, for how long and for whom it may be
 * cached, and the name of the server.
 */
export function toResultReply(result: Members, viewer: Viewer, rest: ReplyRest = {}): Reply {
  const whole = {
    ...result,
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: seesWhatAllSee(viewer) ? 'public' : 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': server },
  }
  return jsonReply(200, { jsonrpc: '2.0', result: whole }, rest)
}

/** The name of the server in the result of `initialize`. */
export const serverInfo: Members = server

const encoder = new TextEncoder()

/** Adds the id of its call to an answer, which is a JSON object. */
export function withId(body: Uint8Array, id: Message['id']): Uint8Array {
  if (id === undefined || body.byteLength === 0) return body
  return Buffer.concat([body.subarray(0, -1), encoder.encode(`,"id":${JSON.stringify(id)}}`)])
}
