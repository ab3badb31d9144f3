// The gateway as an OAuth 2.0 resource server: an access token has to be for this resource and for a user, by the token itself
// (RFC 9068) or by its authorization server's answer (RFC 7662); scopes may restrict the user's rights.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { clientClaims, type ProvenToken, type TokenVerifier } from './bearer.ts'

export interface OauthRules {
  readonly issuer: string | undefined
  /** The accepted audiences, one of which a token has to have. */
  readonly audiences: readonly string[]
  readonly isAudienceRequired: boolean
  /** The capabilities that each scope allows; null where tokens allow all of their user's rights. */
  readonly scopes: ScopeMap | null
  readonly nowMs: () => number
}

/** The capabilities of each scope. */
export type ScopeMap = ReadonlyMap<string, readonly string[]>

/** Accepts tokens for this resource and for a user, and restricts them by their scopes. */
export function withOauthRules({ verify }: TokenVerifier, rules: OauthRules): TokenVerifier {
  return {
    verify: async (token, refusal) => {
      const proven = await verify(token, refusal)
      if (proven === null || isFailure(proven)) return proven
      return isForUs(proven.claims, rules) ? narrowed(proven, rules.scopes) : fail('invalid_token')
    },
  }
}

/** Parses lines of the form `posts:edit=edit_posts edit_others_posts`, one for each scope. */
export function parseScopes(lines: readonly string[]): ScopeMap | null {
  const pairs = lines.map((line) => {
    const at = line.lastIndexOf('=')
    return [line.slice(0, at), line.slice(at + 1).split(' ')] as const
  })
  return pairs.length === 0 ? null : new Map(pairs)
}

type Claims = ProvenToken['claims']

/** The claims that these rules read, besides those that name a login. */
export const ruledClaims: readonly string[] = [
  'iss',
  'aud',
  'exp',
  'nbf',
  'sub',
  ...clientClaims,
  'token_type',
  'token_use',
  'cnf',
  'scope',
]

function isForUs(claims: Claims, { issuer, audiences, isAudienceRequired, nowMs }: OauthRules): boolean {
  const { iss, aud, nbf, token_type: type, token_use: use } = claims
  const named = aud === undefined ? null : [aud].flat()
  return (
    (iss === undefined || issuer === undefined || iss === issuer) &&
    (named === null ? !isAudienceRequired : named.some((each) => isOneOf(audiences, each))) &&
    (nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= nowMs())) &&
    // A token of another type or use, such as one for getting other tokens, is refused
    (type === undefined || (typeof type === 'string' && type.toLowerCase() === 'bearer')) &&
    (use === undefined || use === 'access_token')
  )
}

function isOneOf(audiences: readonly string[], audience: unknown): boolean {
  return audiences.some((each) => each === audience)
}

/** Restricts a token to the capabilities of its scopes; a token without any of the scopes is refused. */
function narrowed(proven: ProvenToken, scopes: ScopeMap | null): ProvenToken | Failure {
  if (scopes === null) return proven
  const { scope } = proven.claims
  const held = typeof scope === 'string' ? scope.split(' ').filter((each) => scopes.has(each)) : []
  if (held.length === 0) return fail('insufficient_scope')
  return { ...proven, allowed: new Set(held.flatMap((each) => scopes.get(each) ?? [])) }
}
