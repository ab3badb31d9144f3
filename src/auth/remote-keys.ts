// The keys of an authorization server (JWKS, RFC 7517), fetched when a token first needs them, and cached. An unknown
// key causes another fetch, at most once per cooldown; while fetching fails, only tokens that need these keys are
// refused.
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import type { Observe } from '../core/observation.ts'
import { ask, RemoteFailure, type RemoteLimits } from './remote.ts'
import { parseJson } from '../core/json-value.ts'

export interface RemoteKeysOptions extends RemoteLimits {
  /** How long keys are cached. */
  readonly lifeMs: number
  /** How long after a fetch an unknown key causes no further fetch. */
  readonly cooldownMs: number
  /** How long after a failure no request is sent to the server. */
  readonly retryMs: number
  readonly observe: Observe
}

export function createRemoteKeys(url: string, options: RemoteKeysOptions): JWTVerifyGetKey {
  const { lifeMs, cooldownMs, retryMs, observe } = options
  let lastFailure: { readonly failure: RemoteFailure; readonly until: number } | null = null
  return createRemoteJWKSet(new URL(url), {
    cacheMaxAge: lifeMs,
    cooldownDuration: cooldownMs,
    timeoutDuration: options.timeoutMs,
    [customFetch]: async (href, { headers }) => {
      if (lastFailure && performance.now() < lastFailure.until) throw lastFailure.failure
      try {
        const { status, text } = await ask(href, { headers }, options)
        if (status !== 200) throw new RemoteFailure(`it answered ${status}`)
        if (!holdsKeys(text)) throw new RemoteFailure('it answered no set of keys')
        lastFailure = null
        return new Response(text)
      } catch (error) {
        const failure = error instanceof RemoteFailure ? error : new RemoteFailure('it cannot be reached')
        if (!lastFailure)
          observe({
            kind: 'warning',
            message: `the keys at ${new URL(url).origin} cannot be fetched: ${failure.message}; tokens signed with them are refused until they can`,
          })
        lastFailure = { failure, until: performance.now() + retryMs }
        throw failure
      }
    },
  })
}

function holdsKeys(text: string): boolean {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && 'keys' in value && isObjects(value.keys)
}

function isObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null)
}
