// Introspects tokens that only their authorization server can verify (RFC 7662): one request serves all requests with a token,
// and the answer is cached for a while, never longer than the token lives. The cache is keyed by a keyed hash, so that the
// gateway's memory contains no tokens.
import { createHmac, randomBytes } from 'node:crypto'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { TokenVerifier } from './bearer.ts'
import { ask, RemoteFailure, type RemoteAnswer, type RemoteLimits } from './remote.ts'
import { parseJson } from '../core/json-value.ts'

export interface IntrospectionOptions extends RemoteLimits {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claims that the gateway reads. */
  readonly claims: readonly string[]
  /** The cached answers, by the keyed hash. */
  readonly kept: IntrospectionStore
  readonly lifeMs: number
  /** The number of requests to the server that may be in flight. */
  readonly inFlightMax: number
  readonly retryMs: number
  /** Single flight: callers with the same key share one load. */
  readonly join: (key: string, load: () => Promise<Introspected | Failure>) => Promise<Introspected | Failure>
  readonly observe: Observe
  readonly nowMs: () => number
}

/** The server's answer: the claims of the token, or none where it is not active. */
export interface Introspected {
  readonly claims: Readonly<Record<string, unknown>> | null
  readonly until: number
}

export interface IntrospectionStore {
  readonly get: (key: string) => Introspected | undefined
  readonly set: (key: string, value: Introspected) => void
}

export function createIntrospection(options: IntrospectionOptions): TokenVerifier {
  const { kept, nowMs, join } = options
  const introspect = createIntrospect(options)
  const secret = randomBytes(32)
  return {
    verify: async (token, refusal) => {
      const key = createHmac('sha256', secret).update(token).digest('base64url')
      const known = kept.get(key)
      const isKnown = known !== undefined && (nowMs() < known.until || hasExpired(known, nowMs()))
      const refused = isKnown ? null : ((await refusal?.()) ?? null)
      if (refused !== null) return refused
      const answer = isKnown
        ? known
        : await join(key, async () => {
            const fresh = await introspect(token)
            if (!isFailure(fresh) && isSmall(fresh)) kept.set(key, fresh)
            return fresh
          })
      if (isFailure(answer)) return answer
      if (answer.claims === null) return fail('invalid_token')
      return hasExpired(answer, nowMs()) ? fail('expired_token') : { claims: answer.claims }
    },
  }
}

/** Requests introspection, within the limit of requests in flight. */
function createIntrospect(options: IntrospectionOptions): (token: string) => Promise<Introspected | Failure> {
  const { url, inFlightMax, retryMs, lifeMs, observe, nowMs } = options
  const unavailable = fail('authorization_unavailable', undefined, {
    retryAfterS: Math.max(1, Math.ceil(retryMs / 1000)),
  })
  let inFlight = 0
  let isFailing = false
  return async (token) => {
    if (inFlight >= inFlightMax) return unavailable
    inFlight += 1
    try {
      const answer = parse(await ask(url, requestOf(token, options), options))
      isFailing = false
      return { claims: answer && picked(answer, options.claims), until: nowMs() + lifeMs }
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error
      if (!isFailing)
        observe({
          kind: 'warning',
          message: `the authorization server at ${new URL(url).origin} cannot be asked: ${error.message}; its tokens are refused until it can`,
        })
      isFailing = true
      return unavailable
    } finally {
      inFlight -= 1
    }
  }
}

function requestOf(token: string, { clientId, clientSecret }: IntrospectionOptions): RequestInit {
  const credentials = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')
  return {
    method: 'POST',
    headers: { accept: 'application/json', authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
  }
}

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** The claims of an active token; null where it is not active. */
function parse({ status, text }: RemoteAnswer): Introspected['claims'] {
  // Some servers refuse a text that cannot be one of their tokens (RFC 7009, 2.2.1)
  if (status !== 200 && status !== 400) throw new RemoteFailure(`it answered ${status}`)
  const value = objectIn(text)
  if (status === 400 && 'error' in value && value.error === 'unsupported_token_type') return null
  if (status !== 200) throw new RemoteFailure(`it answered ${status}`)
  if (!('active' in value)) throw new RemoteFailure('it answered no introspection')
  return value.active === true && hasClearExpiry(value) ? { ...value } : null
}

/** RFC 7662, 2.2: the expiry is a number. A token with an unreadable expiry is refused. */
function hasClearExpiry(claims: object): boolean {
  return !('exp' in claims) || (typeof claims.exp === 'number' && Number.isFinite(claims.exp))
}

function objectIn(text: string): object {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) return value
  throw new RemoteFailure('it answered no JSON')
}

function picked(
  claims: NonNullable<Introspected['claims']>,
  names: readonly string[],
): Introspected['claims'] {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name)))
}

/** The cache limits the number of entries, so each entry must be small. */
function isSmall({ claims }: Introspected): boolean {
  return claims === null || JSON.stringify(claims).length <= 4096
}

/** True where the token has expired; without an expiry it is valid as long as its server states. */
function hasExpired({ claims }: Introspected, nowMs: number): boolean {
  const exp = claims?.['exp']
  return typeof exp === 'number' && exp * 1000 <= nowMs
}
