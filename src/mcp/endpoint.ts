// The endpoint of the Model Context Protocol: agents search and read what REST shows them. It is stateless, without sessions and
// streams: each POST is one message, and is answered with JSON.
import { hash } from 'node:crypto'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Members } from '../core/json-value.ts'
import { parseJson, textAt } from '../core/json-value.ts'
import { once } from '../core/once.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import { bestOf, rangesOf } from '../core/weighted.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'
import { fixedOperation } from '../registry/fixed-operation.ts'
import { createAskRest } from '../syndication/rest-lists.ts'
import { createAsking, Unanswered } from './asking.ts'
import type { AddressOptions } from './by-address.ts'
import type { Kinds } from './kinds.ts'
import {
  codes,
  parseMessage,
  Refused,
  toErrorReply,
  toFailureReply,
  toResultReply,
  withId,
  type Message,
} from './messages.ts'
import { prepare, type Offered, type Prepared } from './methods.ts'
import { isModern, refuseRevision } from './revisions.ts'
import { createTools } from './tools.ts'

export interface McpOptions extends AddressOptions {
  readonly rest: EndpointDefinition
  readonly brand: string
  /** Origins whose pages may send messages; requests without the header Origin come from no page, and are accepted. */
  readonly origins: readonly string[]
  /** Null until a database is found. */
  readonly kinds: () => Kinds | null
}

export function createMcp(options: McpOptions): EndpointDefinition {
  const { rest, origins } = options
  const path = `${rest.path}/lectern/v1/mcp`
  const ask = createAskRest(rest)
  const offered = createOffered(options)
  const refuse = (failure: Failure, viewer: Viewer) => toFailureReply(failure, viewer)
  return {
    name: 'mcp',
    path,
    below: false,
    variesBy: [],
    crossOrigin: true,
    ownHeaders: ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
    parse: (request): Operation => {
      const refused = refuseTransport(request, origins)
      if (refused)
        return fixedOperation({ servedBy: 'gateway', path, cacheKey: null, answer: () => refused, refuse })
      let id: Message['id']
      const received = once(async () => {
        const message = await receive(request)
        if (message instanceof Refused || isFailure(message)) return message
        id = message.id
        return prepared(message, request, offered)
      })
      return {
        servedBy: 'gateway',
        path: () => path,
        replay: () => null,
        complete: (body) => withId(body, id),
        cacheKey: async () => {
          const made = await received()
          if (made === null || isFailure(made) || made instanceof Refused || made.key === null) return null
          return `mcp ${hash('sha256', JSON.stringify(made.key), 'base64url')}`
        },
        answer: async (viewer) => {
          const made = await received()
          if (made === null) return replyOf(202, '', {})
          if (isFailure(made)) return toFailureReply(made, viewer)
          if (made instanceof Refused) return toErrorReply(made)
          const asking = createAsking(ask, request, viewer)
          const answered = await made.answer(asking)
          if (isFailure(answered)) return toFailureReply(answered, viewer)
          if (answered instanceof Refused) return toErrorReply(answered)
          if (answered instanceof Unanswered) return unserved(answered.reply)
          return toResultReply(answered, viewer, answered['isError'] === true ? {} : asking.made())
        },
        refuse: async (failure, viewer) => refuse(failure, viewer),
      }
    },
    refuse,
  }
}

/** Creates the tools once for each database. */
function createOffered({ kinds, ...options }: McpOptions): () => Offered | Failure {
  let made: { readonly of: Kinds; readonly offered: Offered } | null = null
  return () => {
    const found = kinds()
    if (found === null) return fail('database_unavailable', undefined, { retryAfterS: 2 })
    if (made?.of !== found) {
      const own = { ...options, kinds: found }
      made = { of: found, offered: { options: own, tools: createTools(own) } }
    }
    return made.offered
  }
}

/** Refuses a request by its headers, before its body is read; the check of the origin prevents DNS rebinding. */
function refuseTransport({ method, header }: Request, origins: readonly string[]): Reply | null {
  const origin = header('origin')
  const error = (status: number, message: string) => new Refused(status, codes.denied, message)
  if (origin !== undefined && !origins.includes(origin))
    return toErrorReply(error(403, 'Pages of this origin may not ask here.'))
  if (method !== 'POST')
    return toErrorReply(error(405, 'Messages are sent by POST; there are no streams.'), [['Allow', 'POST']])
  if (!/^application\/json\s*(?:;|$)/i.test(header('content-type') ?? ''))
    return toErrorReply(
      error(415, 'The body has to be JSON, with the header Content-Type: application/json.'),
    )
  if (bestOf(header('accept') || '*/*', json) === null)
    return toErrorReply(error(406, 'The Accept header has to allow application/json.'))
  return null
}

const json = new Map([['application/json', rangesOf('application/json')]])

async function receive(request: Request): Promise<Message | Refused | Failure> {
  const body = await request.body()
  return isFailure(body) ? body : parseMessage(body)
}

/** Null for a notification, which is accepted and means nothing here. */
function prepared(
  message: Message,
  { header }: Request,
  offered: () => Offered | Failure,
): Prepared | Refused | Failure | null {
  const refused = refuseRevision(message, header)
  if (refused) return refused
  if (message.id === undefined) return null
  const status = isModern(message, header) ? 404 : 200
  return prepare(message, offered) ?? new Refused(status, codes.method, 'There is no such method.')
}

/** Converts a temporary refusal of REST (429 or above) to an error of the protocol. */
function unserved({ status, headers, body }: Reply): Reply {
  const said = parseJson(new TextDecoder().decode(body))
  const code = status >= 500 ? codes.internal : codes.denied
  const data: Members = { code: textAt(said, 'code') }
  return toErrorReply(
    new Refused(status, code, textAt(said, 'message'), data),
    headers.filter(([name]) => name === 'Retry-After' || name === 'WWW-Authenticate'),
  )
}
