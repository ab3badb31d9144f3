// Accounts of WordPress: how authentication reads them, and the user that a proven account becomes.
import { failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { User } from '../core/viewer.ts'
import { parsePhpValue } from '../database/php-value.ts'
import type { Account, Secrets } from '../site/account.ts'
import { capabilitiesOf } from '../site/roles.ts'
import type { Site } from '../site/site.ts'

export interface AuthReads {
  readonly findAccount: (by: 'id' | 'login' | 'email', value: string) => Promise<Account | null | Failure>
  readonly readSecrets: () => Promise<Secrets | Failure>
  readonly readSite: () => Promise<Site | Failure>
}

export function userOf(
  account: Account,
  { roles, capabilitiesKey, network, option }: Site,
  nonce: string | null,
): User {
  const own = parsePhpValue(account.meta(capabilitiesKey) ?? '')
  const all = capabilitiesOf(roles, own)
  // In a network only its administrators edit accounts (map_meta_cap), and the gateway does not know who they are
  const capabilities = network === null ? all : all.difference(new Set(['edit_users']))
  const page = option('wp_page_for_privacy_policy')
  const privacyPage = { id: page, capability: network === null ? 'manage_options' : 'manage_network' }
  return {
    kind: 'user',
    id: account.id,
    capabilities,
    nonce,
    ...(page === '' || page === '0' ? {} : { privacyPage }),
  }
}

/** Finds the user with a login, for methods that owners define; null where there is none. */
export function findUserWith({ findAccount, readSite }: AuthReads) {
  return async (login: string): Promise<User | null | Failure> => {
    const [account, site] = [await findAccount('login', login), await readSite()]
    if (isFailure(account) || isFailure(site)) return failureIn([account, site])
    return account && userOf(account, site, null)
  }
}
