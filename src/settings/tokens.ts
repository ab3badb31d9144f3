// Settings of bearer tokens: JWT, OAuth, and tokens that the gateway issues for passwords.
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
      description: 'The secret for bearer tokens (JWT) signed with HS256',
      minLength: 32,
      allowed: 'at least 32 characters',
      secret: true,
    }),
  ),
  jwtJwksUrl: Type.Optional(
    serverAddress(
      'The address of the keys (JWKS) that bearer tokens (JWT) are signed with, instead of jwtSecret',
    ),
  ),
  jwtAlgorithms: Type.Array(Type.Enum([...publicKeyAlgorithms]), {
    description: 'The algorithms that tokens may be signed with, by the keys of jwtJwksUrl or oauthJwksUrl',
    allowed: `any of ${publicKeyAlgorithms.join(', ')}, separated by commas`,
    minItems: 1,
    default: ['RS256', 'ES256'],
  }),
  jwtIssuer: Type.Optional(
    named('The issuer (iss) of bearer tokens (JWT); with jwtSecret the default is the public address'),
  ),
  jwtAudience: Type.Optional(
    named('The audience (aud) of bearer tokens (JWT); with jwtSecret the default is the public address'),
  ),
  oauthIntrospectionUrl: Type.Optional(
    serverAddress('The introspection endpoint of the authorization server (RFC 7662)'),
  ),
  oauthClientId: Type.Optional(named("The gateway's client id at the authorization server")),
  oauthClientSecret: Type.Optional(
    Type.String({
      description: "The gateway's client secret at the authorization server",
      minLength: 1,
      allowed: 'any text',
      secret: true,
    }),
  ),
  oauthJwksUrl: Type.Optional(
    serverAddress(
      'The address of the keys (JWKS) that access tokens (RFC 9068) are signed with, by one of jwtAlgorithms',
    ),
  ),
  oauthIssuer: Type.Optional(named('The authorization server: the issuer (iss) of its tokens')),
  oauthAudience: Type.Array(Type.String({ minLength: 1 }), {
    description: 'Accepted audiences (aud) of access tokens (default: the public address)',
    allowed: 'names, separated by commas',
    default: [],
  }),
  oauthAudienceCheck: choice(
    'Whether an active access token without an audience is accepted (present) or not (required)',
    ['present', 'required'],
  ),
  oauthScopes: Type.Array(Type.String({ pattern: '^[!#-+--\\[\\]-~]+=[\\w-]+( [\\w-]+)*$' }), {
    description:
      'The capabilities that each scope allows, of those that the user has (without this setting: all)',
    allowed: 'scope=capability capability, separated by commas',
    default: [],
  }),
  introspectionLifeMs: integer(
    'Milliseconds for which the result of an introspection is remembered, at most as long as the token lives',
    30_000,
    0,
    3_600_000,
  ),
  introspectionsMax: integer('Requests to the authorization server at once; more are refused', 64, 1, 10_000),
  tokenLoginClaims: Type.Array(Type.String({ minLength: 1 }), {
    description:
      "The claims that contain the user's login; of several in a token the first in this list is used",
    allowed: 'names of claims, separated by commas',
    minItems: 1,
    default: ['username', 'sub'],
  }),
  tokenAdministrators: choice('Whether administrators may use bearer tokens', ['refused', 'allowed']),
  tokenRoute: choice('Whether users can get bearer tokens for their passwords (POST jwt-auth/v1/token)', [
    'off',
    'on',
  ]),
  tokenLifeMs: integer('Milliseconds that such a token lives', 86_400_000, 1000, 2_592_000_000),
  tokenRefreshMs: integer(
    "Milliseconds that a token lives for which a login by WPGraphQL's schema gives new bearer tokens; 0 gives none",
    1_209_600_000,
    0,
    31_536_000_000,
  ),
  previewSecret: Type.Optional(
    Type.String({
      description:
        'The secret with which the server of a front end requests preview tokens; it also signs them all',
      minLength: 32,
      allowed: 'at least 32 characters',
      secret: true,
    }),
  ),
  previewLifeMs: integer('Milliseconds that a preview token lives', 900_000, 1000, 86_400_000),
  passwordChecksMax: integer('Passwords that may wait to be checked; more are refused', 32, 1, 10_000),
  passwordTimeoutMs: integer('Milliseconds that a check of a password may take', 10_000, 100, 600_000),
  passwordAnswerMs: integer(
    'The time that refusing a password takes is rounded up to a multiple of this many milliseconds, so that it reveals nothing',
    500,
    0,
    60_000,
  ),
  jwksLifeMs: integer('Milliseconds that fetched keys are kept', 600_000, 1000, 86_400_000),
  jwksCooldownMs: integer(
    'Milliseconds after fetching keys in which an unknown key does not cause another fetch',
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
  authorizationBytesMax: integer("Bytes of an authorization server's answer", 262_144, 1024, 16_777_216),
  authorizationRetryMs: integer(
    'Milliseconds without requests to an authorization server after one failed',
    2000,
    0,
    600_000,
  ),
} satisfies TProperties
