// Options of the authentication methods that builtins.ts lists, made of settings and rooms.
import { createPreviewTokens } from '../auth/preview-token.ts'
import { createPasswordCheck, type PasswordCheck } from '../auth/password-check.ts'
import { createRemembered } from '../auth/remembered.ts'
import type { TokenRouteOptions } from '../auth/token-route.ts'
import { createWrongCredentials, type WrongOptions } from '../auth/wrong-credentials.ts'
import { challengeOf, tokenRouteOf, verifiersOf } from './token-options.ts'
import type { AuthMethodOptions } from './builtins.ts'
import type { BoundedMaps } from '../cache/bounded-map.ts'
import type { Observe } from '../core/observation.ts'
import type { SharedCounts } from '../core/shared-counts.ts'
import type { Reading } from '../read/execute.ts'
import { createFindAccount, createReadSecrets } from '../read/read-account.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { Config } from '../settings/config.ts'

export interface AuthSources {
  readonly newReading: () => Reading
  readonly readSite: ReadSite
  readonly maps: BoundedMaps
  /** Null where this process counts wrong credentials without other gateways. */
  readonly counts: SharedCounts | null
  readonly observe: Observe
}

export type Authentication = AuthMethodOptions & {
  /** Null where the gateway issues no tokens. */
  readonly tokenRoute: TokenRouteOptions | null
  readonly stop: () => Promise<void>
}

/** Authentication has readings of its own, so that its statements are not those of clients' requests. */
export function authenticationOf(
  config: Config,
  publicUrl: string,
  { newReading, readSite, maps, counts, observe }: AuthSources,
): Authentication {
  const configured = {
    loggedIn: { key: config.loggedInKey, salt: config.loggedInSalt },
    nonce: { key: config.nonceKey, salt: config.nonceSalt },
  }
  const bounds = { waitingMax: config.passwordChecksMax, timeoutMs: config.passwordTimeoutMs, observe }
  // Logins and application passwords have a queue each, so that neither waits for the other
  const logins = createPasswordCheck({ ...bounds, isEven: true })
  const applicationPasswords = createPasswordCheck({ ...bounds, isEven: false })
  const rememberedBy = ({ check }: PasswordCheck, name: string) =>
    createRemembered(maps.make(name, config.credentialsKeptMax), config.credentialLifeMs, check)
  const metaKeys = ['session_tokens', '_application_passwords', `${config.tablePrefix}capabilities`]
  const reads = {
    findAccount: createFindAccount(newReading, metaKeys),
    readSecrets: createReadSecrets(newReading, configured),
    readSite: () => readSite(newReading()),
  }
  const options: AuthMethodOptions = {
    reads,
    previews: createPreviewTokens({
      reads,
      secret: config.previewSecret,
      issuer: publicUrl,
      lifeMs: config.previewLifeMs,
      nowMs: Date.now,
    }),
    remembered: rememberedBy(applicationPasswords, 'passwords'),
    wrong: createWrongCredentials(
      {
        names: maps.make('wrong_names', config.credentialsKeptMax),
        ids: maps.make('wrong_ids', config.credentialsKeptMax),
        addresses: maps.make('wrong_addresses', config.credentialsKeptMax),
      },
      wrongOptions(config, counts),
    ),
    verifiers: verifiersOf(config, publicUrl, maps, observe),
    loginClaims: config.tokenLoginClaims,
    administrators: config.tokenAdministrators,
    challenge: challengeOf(config, publicUrl),
    brand: config.brand,
    origin: new URL(publicUrl).origin,
    loggedInCookie: config.loggedInCookie,
    accepted: config.applicationPasswords,
    whenWrong: config.wrongCredentials,
    nowMs: Date.now,
  }
  const loginOptions = { ...options, remembered: rememberedBy(logins, 'login_passwords') }
  return {
    ...options,
    tokenRoute: tokenRouteOf(config, publicUrl, loginOptions),
    stop: async () => {
      await Promise.all([logins.stop(), applicationPasswords.stop()])
    },
  }
}

/** Workers divide the limits where each process counts for itself. */
function wrongOptions(
  { wrongPerAccountMax: perAccount, wrongPerAddressMax: perAddress, workers }: Config,
  counts: SharedCounts | null,
): WrongOptions {
  const partOf = (max: number) => Math.max(1, Math.floor(max / Math.max(1, workers)))
  return {
    alone: { perAccount: partOf(perAccount), perAddress: partOf(perAddress) },
    shared: counts && { perAccount, perAddress, counts },
  }
}
