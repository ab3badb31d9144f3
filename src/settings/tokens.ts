// Bearer tokens: JWT, OAuth, and those given for passwords.
import { Type, type TProperties } from 'typebox'
import { choice, integer, named, serverAddress } from './kinds.ts'

const publicKeyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const

export const tokensSettings = {
  jwtSecret: Type.Optional(
    Type.String({
      description: 'The secret that bearer tokens (JWT) are signed with by HS256',
      minLength: 32,
      allowed: 'at least 32 characters',
      secret: true,
    }),
  ),
  jwtJwksUrl: Type.Optional(
    serverAddress('Where the keys are that bearer tokens (JWT) are signed with, instead of jwtSecret'),
  ),
  jwtAlgorithms: Type.Array(Type.Enum([...publicKeyAlgorithms]), {
    description: 'The algorithms that tokens may be signed by with the keys of jwtJwksUrl',
    allowed: `any of ${publicKeyAlgorithms.join(', ')}, separated by commas`,
    minItems: 1,
    default: ['RS256', 'ES256'],
  }),
  jwtIssuer: Type.Optional(
    named('Who issues bearer tokens (JWT): their iss; with jwtSecret by default the public address'),
  ),
  jwtAudience: Type.Optional(
    named('Whom bearer tokens (JWT) are for: their aud; with jwtSecret by default the public address'),
  ),
  oauthIntrospectionUrl: Type.Optional(
    serverAddress('Where the authorization server says whether an access token is active (RFC 7662)'),
  ),
  oauthClientId: Type.Optional(named('Who the gateway is to the authorization server')),
  oauthClientSecret: Type.Optional(
    Type.String({
      description: 'What the gateway proves that with',
      minLength: 1,
      allowed: 'any text',
      secret: true,
    }),
  ),
  oauthJwksUrl: Type.Optional(
    serverAddress('Where the keys are that access tokens (RFC 9068) are signed with, by jwtAlgorithms'),
  ),
  oauthIssuer: Type.Optional(named('The authorization server: the iss of its tokens')),
  oauthAudience: Type.Array(Type.String({ minLength: 1 }), {
    description: 'Whom access tokens are for: one of these (by default: the public address)',
    allowed: 'names, separated by commas',
    default: [],
  }),
  oauthAudienceCheck: choice(
    'Whether an access token that does not say whom it is for is taken where the server says that it is active (present), or never (required)',
    ['present', 'required'],
  ),
  oauthScopes: Type.Array(Type.String({ pattern: '^[!#-+--\\[\\]-~]+=[\\w-]+( [\\w-]+)*$' }), {
    description: 'What scopes allow of what a user may do (without any: everything)',
    allowed: 'scope=capability capability, separated by commas',
    default: [],
  }),
  introspectionLifeMs: integer(
    'Milliseconds that it is remembered what the authorization server said of a token, at most as long as it lives',
    30_000,
    0,
    3_600_000,
  ),
  introspectionsMax: integer('Requests to the authorization server at once; more are refused', 64, 1, 10_000),
  tokenLoginClaims: Type.Array(Type.String({ minLength: 1 }), {
    description: 'The claims of bearer tokens that name a login: the first that a token has counts',
    allowed: 'names of claims, separated by commas',
    minItems: 1,
    default: ['username', 'sub'],
  }),
  tokenAdministrators: choice('Whether bearer tokens let administrators in', ['refused', 'allowed']),
  tokenRoute: choice('Whether users get bearer tokens for their passwords (POST jwt-auth/v1/token)', [
    'off',
    'on',
  ]),
  tokenLifeMs: integer('Milliseconds that such a token lives', 86_400_000, 1000, 2_592_000_000),
  passwordChecksMax: integer('Passwords that may wait to be checked; more are refused', 32, 1, 10_000),
  passwordTimeoutMs: integer('Milliseconds that a check of a password may take', 10_000, 100, 600_000),
  passwordAnswerMs: integer(
    'Milliseconds that the times of refused passwords are rounded up to, so that they tell nothing',
    500,
    0,
    60_000,
  ),
  jwksLifeMs: integer('Milliseconds that fetched keys are kept', 600_000, 1000, 86_400_000),
  jwksCooldownMs: integer(
    'Milliseconds after a fetch of keys in which an unknown key brings about no other',
    30_000,
    0,
    3_600_000,
  ),
  authorizationTimeoutMs: integer(
    'Milliseconds that a request to an authorization server may take',
    5000,
    10,
    60_000,
  ),
  authorizationBytesMax: integer('Bytes of what it answers', 262_144, 1024, 16_777_216),
  authorizationRetryMs: integer('Milliseconds for which it is left alone after it failed', 2000, 0, 600_000),
} satisfies TProperties
