// A request as it is proxied: with its own target, its end-to-end headers, and headers that name its client as far as the gateway
// knows it. Ambiguous requests, which two servers may read differently, are refused, since one of them may be an access control.
import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { decodedBytes } from '../core/decoded.ts'
import { fail, type Failure } from '../core/failure.ts'
import { parseQuery, type Query } from '../core/query-string.ts'
import type { Client } from '../core/request.ts'
import { endToEnd, valuesOf } from './end-to-end.ts'
import { isTrusted, wayOf } from '../core/forwarded.ts'

export interface OriginRequestOptions {
  /** The Host to send; null keeps the client's. */
  readonly host: string | null
  readonly trustedProxies: BlockList
  readonly bodyBytesMax: number
  /** The gateway's name in Via. */
  readonly pseudonym: string
}

export interface OriginRequest {
  readonly method: string
  readonly target: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly hasBody: boolean
  /** True where the request may change something, so that it must not be repeated. */
  readonly mayWrite: boolean
}

export function originRequest(
  incoming: IncomingMessage,
  client: Client,
  options: OriginRequestOptions,
): OriginRequest | Failure {
  const { method = 'GET', url: target = '', rawHeaders: raw, headers } = incoming
  const { host: asked, trustedProxies, bodyBytesMax, pseudonym } = options
  if (method === 'TRACE' || method === 'CONNECT') return fail('method_not_passed')
  const host = asked ?? hostOf(incoming, trustedProxies)
  if (host === null || valuesOf(raw, 'host').length > 1 || !isClear(target)) return fail('unclear_address')
  if (valuesOf(raw, 'via').some((via) => via.includes(pseudonym))) return fail('origin_loop')
  const declared = headers['content-length']
  if (Number(declared ?? 0) > bodyBytesMax) return tooLarge(bodyBytesMax)
  const isChunked = headers['transfer-encoding'] !== undefined
  const believed = isTrusted(incoming, trustedProxies)
  const isLeftOut = (name: string) =>
    replaced.has(name) || name.includes('_') || (!believed && ofProxies.test(name))
  return {
    method,
    target,
    mayWrite: !safeMethods.has(method) || mayWriteBy(target, headers),
    hasBody: isChunked || Number(declared ?? 0) > 0,
    headers: [
      'Host',
      host,
      ...endToEnd(raw, isLeftOut),
      ...framing(isChunked, declared, method),
      'X-Forwarded-For',
      wayOf(incoming, trustedProxies).join(', '),
      'X-Forwarded-Proto',
      client.isSecure ? 'https' : 'http',
      'X-Forwarded-Host',
      host,
      'X-Real-IP',
      client.address,
      'Via',
      [...valuesOf(raw, 'via'), `${incoming.httpVersion} ${pseudonym}`].join(', '),
    ],
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** REST lets a request override its method; WordPress signs the links of its administration that change something. */
function mayWriteBy(target: string, headers: IncomingMessage['headers']): boolean {
  const start = target.indexOf('?')
  const path = start < 0 ? target : target.slice(0, start)
  const query = start < 0 ? noQuery : parseQuery(target.slice(start + 1))
  // Reads by REST send the same nonce
  const isRest = restPath.test(path) || query.has('rest_route')
  if (query.has('_wpnonce') && !isRest) return true
  return [headers['x-http-method-override'], query.get('_method')].some(
    (meant) => meant !== undefined && (typeof meant !== 'string' || !safeMethods.has(meant.toUpperCase())),
  )
}

const restPath = /^\/(?:index\.php\/)?wp-json/
const noQuery: Query = new Map()

export function tooLarge(bodyBytesMax: number): Failure {
  return fail('body_too_large', `The request body is larger than ${bodyBytesMax} bytes.`)
}

/** Headers that are written anew, and headers that name another address than the request's own. */
const replaced: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'expect',
  'via',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'x-original-uri',
  'x-original-url',
  'x-rewrite-uri',
  'x-rewrite-url',
])

/**
 * Headers by which proxies name the client, its scheme or its host. WordPress and its plugins trust many of them, and any client
 * can send them, so words in their names identify them: `X-Real-IP`, `X-HTTPS`, `X-Original-Host`.
 */
const ofProxies =
  /forwarded|ip(?:v[46])?$|addr(?:ess)?$|(?:^|-)(?:https?|ssl|scheme|proto)$|^x-(?:.*-)?(?:host|port)(?:-override)?$|(?:^|-)remote-|^cf-visitor$/

/** Writes the framing of the body in one way, however the client stated it. */
function framing(isChunked: boolean, declared: string | undefined, method: string): readonly string[] {
  if (isChunked) return ['Transfer-Encoding', 'chunked']
  if (declared !== undefined) return ['Content-Length', declared]
  // RFC 9110, 8.6: a request whose method may have a body states that its body is empty
  return bodiless.has(method) ? [] : ['Content-Length', '0']
}

/** Methods whose requests need no length; Node sends an empty body of any other method as chunked. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

function hostOf(incoming: IncomingMessage, trusted: BlockList): string | null {
  const forwardedHost = isTrusted(incoming, trusted) ? incoming.headers['x-forwarded-host'] : undefined
  const host = typeof forwardedHost === 'string' ? forwardedHost : incoming.headers.host
  return host !== undefined && hostPattern.test(host) ? host : null
}

/** True for an absolute path without dot segments and fragment, and without characters that some servers read as a slash or an end. */
function isClear(target: string): boolean {
  if (!target.startsWith('/') || target.includes('#')) return false
  const [path = ''] = target.split('?', 1)
  return !unclear.test(decodedBytes(path))
}

// oxlint-disable-next-line no-control-regex
const unclear = /[\0-\x1f\x7f\\]|\/\.{1,2}(?:;[^/]*)?(?:\/|$)/
