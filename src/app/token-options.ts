// Options of bearer tokens, made of the settings: how they are verified and issued.
import { createSecretKey } from 'node:crypto'
import type { TokenVerifier } from '../auth/bearer.ts'
import { bearerChallenge } from '../auth/challenge.ts'
import { createIntrospection } from '../auth/introspection.ts'
import { createJwtVerifier } from '../auth/jwt.ts'
import type { LoginOptions } from '../auth/login.ts'
import { parseScopes, ruledClaims, withOauthRules } from '../auth/oauth.ts'
import { createIssueToken, withFingerprint, type OwnTokenOptions } from '../auth/own-token.ts'
import { createRemoteKeys } from '../auth/remote-keys.ts'
import { createMetadataEndpoint, metadataUrl } from '../auth/resource-metadata.ts'
import type { TokenRouteOptions } from '../auth/token-route.ts'
import type { BoundedMaps } from '../cache/bounded-map.ts'
import { singleFlight } from '../cache/single-flight.ts'
import type { Observe } from '../core/observation.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import type { Config } from '../settings/config.ts'

/** Returns in a sentence why the token settings contradict each other; null where they do not. */
export function tokenProblem(config: Config): string | null {
  const { jwtSecret, jwtJwksUrl, jwtIssuer, jwtAudience } = config
  const { oauthIntrospectionUrl, oauthClientId, oauthClientSecret, oauthJwksUrl, oauthIssuer } = config
  const needs: readonly (readonly [setting: string, value: unknown, need: string, given: unknown])[] = [
    ['jwtJwksUrl', jwtJwksUrl, 'jwtIssuer', jwtIssuer],
    ['jwtJwksUrl', jwtJwksUrl, 'jwtAudience', jwtAudience],
    ['oauthIntrospectionUrl', oauthIntrospectionUrl, 'oauthClientId', oauthClientId],
    ['oauthIntrospectionUrl', oauthIntrospectionUrl, 'oauthClientSecret', oauthClientSecret],
    ['oauthJwksUrl', oauthJwksUrl, 'oauthIssuer', oauthIssuer],
    ['tokenRoute', config.tokenRoute === 'on' ? 'on' : undefined, 'jwtSecret', jwtSecret],
  ]
  for (const [setting, value, need, given] of needs)
    if (value !== undefined && given === undefined) return `${setting}: ${need} has to be set beside it`
  if (jwtJwksUrl !== undefined && jwtSecret !== undefined)
    return 'jwtJwksUrl: tokens are signed with its keys or with jwtSecret, not both'
  // A JWT of either issuer would be verified as one of the other, whatever its scopes
  return takesAccessTokens(config) && jwtIssuer !== undefined && jwtIssuer === oauthIssuer
    ? 'oauthIssuer: it is jwtIssuer too, so its tokens could not be told apart'
    : null
}

/** The endpoint of metadata about the authorization server that issues tokens; null where none is configured. */
export function metadataOf(config: Config, publicUrl: string): EndpointDefinition | null {
  if (!takesAccessTokens(config)) return null
  const scopes = [...(parseScopes(config.oauthScopes)?.keys() ?? [])]
  return createMetadataEndpoint({ resource: publicUrl, issuer: config.oauthIssuer, scopes })
}

function takesAccessTokens({ oauthIntrospectionUrl, oauthJwksUrl }: Config): boolean {
  return oauthIntrospectionUrl !== undefined || oauthJwksUrl !== undefined
}

export function challengeOf(config: Config, publicUrl: string): string | null {
  const { brand, jwtSecret, jwtJwksUrl } = config
  if (takesAccessTokens(config)) return bearerChallenge(brand, metadataUrl(publicUrl))
  return jwtSecret === undefined && jwtJwksUrl === undefined ? null : bearerChallenge(brand, null)
}

/** The configured verifiers of bearer tokens, in the order in which they are tried. */
export function verifiersOf(
  config: Config,
  publicUrl: string,
  maps: BoundedMaps,
  observe: Observe,
): readonly TokenVerifier[] {
  const { jwtSecret, jwtJwksUrl, jwtIssuer = publicUrl, jwtAudience = publicUrl } = config
  const { oauthIntrospectionUrl, oauthClientId, oauthClientSecret, oauthJwksUrl, oauthIssuer } = config
  const remote = {
    timeoutMs: config.authorizationTimeoutMs,
    bytesMax: config.authorizationBytesMax,
    retryMs: config.authorizationRetryMs,
    observe,
    nowMs: Date.now,
  }
  const keysAt = (url: string) =>
    createRemoteKeys(url, { ...remote, lifeMs: config.jwksLifeMs, cooldownMs: config.jwksCooldownMs })
  const jwt = { ...remote, issuer: jwtIssuer, audience: jwtAudience, algorithms: config.jwtAlgorithms }
  const audiences = config.oauthAudience.length > 0 ? config.oauthAudience : [publicUrl]
  const rules = {
    issuer: oauthIssuer,
    audiences,
    isAudienceRequired: config.oauthAudienceCheck === 'required',
    scopes: parseScopes(config.oauthScopes),
    nowMs: Date.now,
  }
  const found: TokenVerifier[] = []
  if (jwtSecret !== undefined) {
    const key = createSecretKey(jwtSecret, 'utf8')
    found.push(withFingerprint(createJwtVerifier({ ...jwt, key, algorithms: ['HS256'] }), key))
  }
  if (jwtJwksUrl !== undefined) found.push(createJwtVerifier({ ...jwt, key: keysAt(jwtJwksUrl) }))
  if (oauthJwksUrl !== undefined && oauthIssuer !== undefined) {
    const signed = { ...jwt, key: keysAt(oauthJwksUrl), issuer: oauthIssuer, audience: audiences }
    found.push(withOauthRules(createJwtVerifier({ ...signed, type: 'at+jwt' }), rules))
  }
  if (oauthIntrospectionUrl !== undefined && oauthClientId !== undefined && oauthClientSecret !== undefined) {
    const introspection = createIntrospection({
      ...remote,
      url: oauthIntrospectionUrl,
      clientId: oauthClientId,
      clientSecret: oauthClientSecret,
      claims: [...ruledClaims, ...config.tokenLoginClaims],
      kept: maps.make('introspected_tokens', config.credentialsKeptMax),
      lifeMs: config.introspectionLifeMs,
      inFlightMax: config.introspectionsMax,
      join: singleFlight(),
    })
    found.push(withOauthRules(introspection, rules))
  }
  return found
}

/** The options of the route that issues tokens; null where it is off. */
export function tokenRouteOf(
  config: Config,
  publicUrl: string,
  login: Pick<LoginOptions, 'reads' | 'wrong' | 'remembered' | 'administrators' | 'nowMs'>,
): TokenRouteOptions | null {
  const { tokenRoute, jwtSecret, jwtIssuer: issuer = publicUrl, jwtAudience: audience = publicUrl } = config
  if (tokenRoute === 'off' || jwtSecret === undefined) return null
  const key = createSecretKey(jwtSecret, 'utf8')
  const { nowMs } = login
  return {
    ...login,
    stepMs: config.passwordAnswerMs,
    clockMs: () => performance.now(),
    issue: createIssueToken({ key, issuer, audience, lifeMs: config.tokenLifeMs, nowMs }),
    refresh: config.tokenRefreshMs === 0 ? null : refreshOf(config, { key, issuer, audience, nowMs }),
  }
}

/** Refresh tokens are issued and verified for an audience of their own. */
function refreshOf(
  config: Config,
  { key, issuer, audience, nowMs }: Omit<OwnTokenOptions, 'lifeMs'>,
): TokenRouteOptions['refresh'] {
  const own = { key, issuer, audience: `${audience} refresh`, nowMs }
  const verifier = createJwtVerifier({ ...own, algorithms: ['HS256'], retryMs: config.authorizationRetryMs })
  return {
    issue: createIssueToken({ ...own, lifeMs: config.tokenRefreshMs }),
    verifier: withFingerprint(verifier, key),
  }
}
