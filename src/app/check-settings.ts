// Settings that contradict each other or name missing files: `serve` refuses them, and `lectern check` reports them.
import { adminProblem } from '../admin/administration.ts'
import { loginCookieName } from '../auth/cookie.ts'
import { createBoundedMaps, type BoundedMaps } from '../cache/bounded-map.ts'
import { good, problem, type Finding } from '../check/finding.ts'
import type { KeySettings } from '../check/keys.ts'
import { loadPersisted, type PersistedDocuments } from '../graphql/persisted.ts'
import type { Config } from '../settings/config.ts'
import { webhookProblem } from '../webhooks/webhooks.ts'
import { adminPortOptions } from './http-options.ts'
import { webhookOptions } from './room-options.ts'
import { tokenProblem } from './token-options.ts'

/** Returns in a sentence why settings cannot be served together; null where they can. */
export function settingsProblem(config: Config): string | null {
  const admin = adminPortOptions(config)
  return tokenProblem(config) ?? (admin && adminProblem(admin)) ?? webhookProblem(webhookOptions(config))
}

/** Reads the persisted documents that clients name; returns a sentence where their file cannot be used. */
export async function persistedDocuments(
  { graphqlDocuments: listPath, graphqlRegisteredBytesMax: registeredBytesMax }: Config,
  maps: BoundedMaps,
): Promise<PersistedDocuments | string> {
  const persisted = await loadPersisted({ listPath, registeredBytesMax, maps })
  return typeof persisted === 'string' ? `graphqlDocuments: ${persisted}` : persisted
}

export async function settingsFindings(config: Config): Promise<readonly Finding[]> {
  const persisted = await persistedDocuments(config, createBoundedMaps())
  const problems = [settingsProblem(config), persisted].filter((each) => typeof each === 'string')
  return problems.length > 0
    ? problems.map((says) => problem(says))
    : [good('The settings agree with each other.')]
}

/** The settings that the topic of keys checks. */
export function keysOf(config: Config, isOfNetwork: boolean): KeySettings {
  const keys = {
    auth_key: config.authKey,
    auth_salt: config.authSalt,
    secure_auth_key: config.secureAuthKey,
    secure_auth_salt: config.secureAuthSalt,
    logged_in_key: config.loggedInKey,
    logged_in_salt: config.loggedInSalt,
    nonce_key: config.nonceKey,
    nonce_salt: config.nonceSalt,
  }
  const { jwtSecret, jwtJwksUrl, oauthIntrospectionUrl, oauthJwksUrl, loggedInCookie } = config
  const verifiers = [jwtSecret, jwtJwksUrl, oauthIntrospectionUrl, oauthJwksUrl]
  return {
    configured: new Set(Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [] : [name]))),
    hasCursorKey: config.cursorKey.length > 0,
    applicationPasswords: config.applicationPasswords,
    takesTokens: verifiers.some((value) => value !== undefined),
    cookieOf: (siteUrl) => loggedInCookie ?? loginCookieName(siteUrl),
    siteUrl: config.wpSiteurl,
    publicUrl: config.publicUrl,
    namesCookie: loggedInCookie !== undefined,
    isOfNetwork,
  }
}
