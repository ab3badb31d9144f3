// Application passwords by HTTP Basic. A wrong one makes an anonymous reader, as in WordPress (a staging server's own password
// must not close the interface), or is refused where the owner wants that.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { parsePhpValue } from '../database/php-value.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import type { Account } from '../site/account.ts'
import { userOf, type AuthReads } from './account.ts'
import {
  parseBasic,
  readApplicationPasswords,
  type ApplicationPassword,
  type Basic,
} from './application-password.ts'
import { digestOf, type Remembered } from './remembered.ts'
import type { WrongCredentials } from './wrong-credentials.ts'

export interface ApplicationPasswordOptions {
  readonly reads: AuthReads
  readonly remembered: Remembered
  readonly wrong: WrongCredentials
  /** `auto`: over https or from this machine, and where the site says that it uses them. */
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
): Promise<Viewer | Failure> {
  const { reads, accepted, wrong, whenWrong, nowMs } = options
  const site = await reads.readSite()
  if (isFailure(site)) return site
  if (accepted === 'auto' && !isSet(site.option('using_application_passwords'))) return anonymous
  const account = await accountOf(basic, reads)
  if (isFailure(account)) return account
  const proof = account && proofOf(basic, account, options)
  if (account && proof) return { ...userOf(account, site, null), applicationPassword: proof.uuid }
  // Guesses at one account are counted together, however its name is written
  const who = account ? `id ${account.id}` : `name ${basic.name.toLowerCase()}`
  const digest = digestOf(`${who}:${basic.password}`)
  const retryAfterS = await wrong.note(who, request.client.address, digest, nowMs())
  if (whenWrong === 'anonymous') return { ...anonymous, retryAfterS }
  return retryAfterS === null
    ? fail('incorrect_password')
    : fail('too_many_wrong_credentials', undefined, { retryAfterS })
}

/** An option that PHP takes for true (WP_Application_Passwords::is_in_use). */
function isSet(option: string): boolean {
  return option !== '' && option !== '0'
}

/** The account that a login or an e-mail address names. */
async function accountOf({ name }: Basic, { findAccount }: AuthReads): Promise<Account | null | Failure> {
  const byLogin = await findAccount('login', name)
  return byLogin === null && name.includes('@') ? findAccount('email', name) : byLogin
}

/** The application password of the account that matches; null where none does. */
function proofOf(
  { password }: Basic,
  account: Account,
  { remembered, nowMs }: ApplicationPasswordOptions,
): ApplicationPassword | null {
  const passwords = readApplicationPasswords(parsePhpValue(account.meta('_application_passwords') ?? ''))
  return passwords.find(({ hash }) => remembered.matches(password, hash, nowMs())) ?? null
}
