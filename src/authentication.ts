// What the ways to log in are made of: settings and rooms → the options of the methods that builtins.ts lists.
import { createSecretKey } from 'node:crypto'
import { matchesApplicationPassword } from './auth/application-password.ts'
import type { TokenVerifier } from './auth/bearer.ts'
import { createJwtVerifier } from './auth/jwt.ts'
import { createRemoteKeys } from './auth/remote-keys.ts'
import { createRemembered } from './auth/remembered.ts'
import { createWrongCredentials } from './auth/wrong-credentials.ts'
import { boundedMap } from './cache/bounded-map.ts'
import type { Config } from './config.ts'
import type { Observe } from './core/observation.ts'
import type { Reading } from './query/execute.ts'
import { createFindAccount, createReadSecrets } from './query/read-account.ts'
import type { ReadSite } from './query/read-site.ts'

export interface AuthSources {
  readonly newReading: () => Reading
  readonly readSite: ReadSite
  readonly observe: Observe
}

/** They read as their own, apart from what clients ask for. */
export function authenticationOf(
  config: Config,
  publicUrl: string,
  { newReading, readSite, observe }: AuthSources,
) {
  const configured = {
    loggedIn: { key: config.loggedInKey, salt: config.loggedInSalt },
    nonce: { key: config.nonceKey, salt: config.nonceSalt },
  }
  const metaKeys = ['session_tokens', '_application_passwords', `${config.tablePrefix}capabilities`]
  return {
    reads: {
      findAccount: createFindAccount(newReading, metaKeys),
      readSecrets: createReadSecrets(newReading, configured),
      readSite: () => readSite(newReading()),
    },
    remembered: createRemembered(
      boundedMap(config.credentialsKeptMax),
      config.credentialLifeMs,
      matchesApplicationPassword,
    ),
    wrong: createWrongCredentials(boundedMap(config.credentialsKeptMax), {
      perAccount: config.wrongPerAccountMax,
      perAddress: config.wrongPerAddressMax,
    }),
    verifiers: verifiersOf(config, publicUrl, observe),
    loginClaims: config.tokenLoginClaims,
    administrators: config.tokenAdministrators,
    brand: config.brand,
    origin: new URL(publicUrl).origin,
    loggedInCookie: config.loggedInCookie,
    accepted: config.applicationPasswords,
    whenWrong: config.wrongCredentials,
    nowMs: Date.now,
  }
}

/** Why the settings of tokens cannot be as they are, in a sentence; null where they can. */
export function tokenProblem({ jwtSecret, jwtJwksUrl, jwtIssuer, jwtAudience }: Config): string | null {
  if (jwtJwksUrl === undefined) return null
  if (jwtSecret !== undefined)
    return 'jwtJwksUrl: tokens are signed with its keys or with jwtSecret, not both'
  if (jwtIssuer === undefined) return 'jwtJwksUrl: jwtIssuer has to say whose tokens are taken'
  return jwtAudience === undefined ? 'jwtJwksUrl: jwtAudience has to say whom tokens are for' : null
}

/** The ways to prove a bearer token that are configured. */
function verifiersOf(config: Config, publicUrl: string, observe: Observe): readonly TokenVerifier[] {
  const { jwtSecret, jwtJwksUrl, jwtIssuer = publicUrl, jwtAudience = publicUrl } = config
  const rules = {
    issuer: jwtIssuer,
    audience: jwtAudience,
    retryMs: config.authorizationRetryMs,
    nowMs: Date.now,
  }
  if (jwtSecret !== undefined)
    return [createJwtVerifier({ ...rules, key: createSecretKey(jwtSecret, 'utf8'), algorithms: ['HS256'] })]
  if (jwtJwksUrl === undefined) return []
  const key = createRemoteKeys(jwtJwksUrl, {
    timeoutMs: config.authorizationTimeoutMs,
    bytesMax: config.authorizationBytesMax,
    lifeMs: config.jwksLifeMs,
    cooldownMs: config.jwksCooldownMs,
    retryMs: config.authorizationRetryMs,
    observe,
  })
  return [createJwtVerifier({ ...rules, key, algorithms: config.jwtAlgorithms })]
}
