// Exchanges a refresh token: finds the account that it was issued for, which then gets a new bearer token. Its audience differs
// from that of bearer tokens, so that neither replaces the other, and it ends with the password, as they do.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Account } from '../site/account.ts'
import { ownerOf, type OwnerOptions, type TokenVerifier } from './bearer.ts'
import { digestOf } from './remembered.ts'
import type { WrongCredentials } from './wrong-credentials.ts'

export interface RefreshOptions extends OwnerOptions {
  readonly verifier: TokenVerifier
  readonly wrong: WrongCredentials
  readonly nowMs: () => number
}

export async function refreshedBy(
  token: string,
  address: string,
  options: RefreshOptions,
): Promise<Account | Failure> {
  const found = await accountOf(token, options)
  // Only a token that was never valid is a guess
  if (!isFailure(found) || found.code !== 'invalid_token') return found
  const retryAfterS = await options.wrong.note(null, address, digestOf(token), options.nowMs())
  return retryAfterS === null ? found : fail('too_many_wrong_credentials', undefined, { retryAfterS })
}

async function accountOf(token: string, options: RefreshOptions): Promise<Account | Failure> {
  const proven = await options.verifier.verify(token)
  if (proven === null) return fail('invalid_token')
  if (isFailure(proven)) return proven
  const login = proven.claims['sub']
  const owner = typeof login === 'string' ? await ownerOf(proven, login, options) : fail('invalid_token')
  return isFailure(owner) ? owner : owner.account
}
