// Application passwords by HTTP Basic. With a wrong one the reader is anonymous, as in WordPress (a staging server's own password
// must not close the interface), or refused where the owner wants that.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { phpTrim } from '../core/php-trim.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { parsePhpValue } from '../database/php-value.ts'
import type { AuthMethodDefinition, Undecided } from '../registry/auth-method.ts'
import type { Account } from '../site/account.ts'
import { userOf, type AuthReads } from './account.ts'
import {
  isSlowHash,
  matchesFastHash,
  parseBasic,
  plainPassword,
  readApplicationPasswords,
  type ApplicationPassword,
  type Basic,
} from './application-password.ts'
import { digestOf, type Remembered } from './remembered.ts'
import { countedName, type WrongCredentials } from './wrong-credentials.ts'

export interface ApplicationPasswordOptions {
  readonly reads: AuthReads
  readonly remembered: Remembered
  readonly wrong: WrongCredentials
  /** `auto`: over https or from this machine, and where the site's options permit application passwords. */
  readonly accepted: 'auto' | 'any' | 'off'
  readonly whenWrong: 'anonymous' | 'strict'
  readonly nowMs: () => number
}

export function createApplicationPasswordMethod(options: ApplicationPasswordOptions): AuthMethodDefinition {
  const { accepted } = options
  return {
    name: 'application password',
    authenticate: (request) => {
      const header = request.header('authorization')
      if (header === undefined || accepted === 'off') return null
      if (accepted === 'auto' && !request.client.isSecure && !request.client.isLocal) return null
      const basic = parseBasic(header)
      return basic && authenticate(basic, request, options)
    },
    schemes: () =>
      accepted === 'off'
        ? null
        : {
            applicationPassword: {
              type: 'http',
              scheme: 'basic',
              description: "A user's name and one of the user's application passwords.",
            },
          },
  }
}

async function authenticate(
  basic: Basic,
  request: Request,
  options: ApplicationPasswordOptions,
): Promise<Viewer | Undecided | Failure> {
  const { reads, accepted, wrong, whenWrong, nowMs } = options
  const site = await reads.readSite()
  if (isFailure(site)) return site
  if (accepted === 'auto' && !site.isOn('using_application_passwords'))
    return { kind: 'undecided', viewer: anonymous }
  const account = await accountOf(basic, reads)
  if (isFailure(account)) return account
  const proof = account && (await proofOf(basic, account, request, options))
  if (isFailure(proof)) return proof
  if (account && proof) return { ...userOf(account, site, null), applicationPassword: proof.uuid }
  const who = countedName(basic.name)
  const digest = digestOf(`${who}:${basic.password}`)
  const { address } = request.client
  // These checks are cheap, so only an address within its limit may fill the bounded store of names
  const overS = await wrong.note(null, address, digest, nowMs())
  const retryAfterS = overS ?? (await wrong.note(who, address, digest, nowMs()))
  if (whenWrong === 'anonymous') return { kind: 'undecided', viewer: { ...anonymous, retryAfterS } }
  return retryAfterS === null
    ? fail('incorrect_password')
    : fail('too_many_wrong_credentials', undefined, { retryAfterS })
}

/** Finds the account by a login or an e-mail address, without blanks around it (WP_User::get_data_by). */
async function accountOf(
  { name: given }: Basic,
  { findAccount }: AuthReads,
): Promise<Account | null | Failure> {
  const name = phpTrim(given)
  const byLogin = await findAccount('login', name)
  return byLogin === null && name.includes('@') ? findAccount('email', name) : byLogin
}

/**
 * The matching application password of the account; null where none matches. Slow hashes are computed in a thread of their own,
 * but not for an address that has sent too many wrong credentials.
 */
async function proofOf(
  { password }: Basic,
  account: Account,
  { client: { address } }: Request,
  { remembered, wrong, nowMs }: ApplicationPasswordOptions,
): Promise<ApplicationPassword | null | Failure> {
  const plain = plainPassword(password)
  if (plain === null) return null
  const passwords = readApplicationPasswords(parsePhpValue(account.meta('_application_passwords') ?? ''))
  const fast = passwords.find(({ hash }) => matchesFastHash(plain, hash))
  if (fast) return fast
  const slow = passwords.filter(({ hash }) => isSlowHash(hash))
  const known = slow.find(({ hash }) => remembered.known(plain, hash, nowMs()) === true)
  if (known) return known
  if (slow.length === 0 || (await wrong.waitS(address, nowMs())) !== null) return null
  for (const each of slow) {
    const isMatch = await remembered.matches(plain, each.hash, address, nowMs())
    if (isFailure(isMatch)) return isMatch
    if (isMatch) return each
  }
  return null
}
