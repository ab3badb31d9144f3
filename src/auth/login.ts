// Checks a user's name and password → the account. Neither the answer nor its time reveals whether the user exists: the same work
// is done in either case, and refusals are sent at multiples of a time step.
import { setTimeout } from 'node:timers/promises'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Account } from '../site/account.ts'
import { userOf, type AuthReads } from './account.ts'
import { isAdministrator } from './bearer.ts'
import { digestOf, type Remembered } from './remembered.ts'
import { countedName, type WrongCredentials } from './wrong-credentials.ts'

export interface LoginOptions {
  readonly reads: Pick<AuthReads, 'findAccount' | 'readSite'>
  readonly wrong: WrongCredentials
  readonly remembered: Remembered
  readonly administrators: 'refused' | 'allowed'
  /** The time step to which the durations of refusals are rounded up. */
  readonly stepMs: number
  readonly nowMs: () => number
  /** Monotonic ms. */
  readonly clockMs: () => number
}

export interface Login {
  /** The user's login or e-mail address. */
  readonly name: string
  readonly password: string
  readonly address: string
}

/** A stored hash that no password matches. */
const nobodysHash = ''

export async function logIn(login: Login, options: LoginOptions): Promise<Account | Failure> {
  const { clockMs, stepMs } = options
  const beganMs = clockMs()
  const found = await accountBy(login, options)
  if (isFailure(found)) await setTimeout(untilStep(clockMs() - beganMs, stepMs))
  return found
}

/** Milliseconds to wait until the next whole step. */
export function untilStep(elapsedMs: number, stepMs: number): number {
  return stepMs === 0 ? 0 : Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs
}

async function accountBy(login: Login, options: LoginOptions): Promise<Account | Failure> {
  const { reads, wrong, remembered, administrators, nowMs } = options
  const { name, password, address } = login
  const [site, account] = await Promise.all([reads.readSite(), findAccount(login, options)])
  if (isFailure(site)) return site
  if (isFailure(account)) return account
  const overS = await wrong.waitS(address, nowMs())
  if (overS !== null) return tooMany(overS)
  const who = countedName(name)
  const id = account && (`id ${account.id}` as const)
  const digest = digestOf(`${who}:${password}`)
  // A password can be guessed, unlike a token: after too many wrong ones none is checked for a while. Attempts that came before
  // count, whether they are known to be wrong or not, since many may arrive at once
  const byName = wrong.attempt(who, digest)
  // A count shared by an account's names would reveal that they belong together, so one exhausted by other names only makes it wrong
  const byId = id === null ? null : wrong.attempt(id, digest)
  try {
    const waitS = await byName.waitS(nowMs())
    if (waitS !== null) return tooMany(waitS)
    const isSpent = byId !== null && (await byId.waitS(nowMs())) !== null
    const isMatch = await remembered.matches(password, account?.passwordHash ?? nobodysHash, address, nowMs())
    if (isFailure(isMatch)) {
      await byName.unchecked(address, nowMs())
      return isMatch
    }
    const isLetIn = administrators === 'allowed' || !account || !isAdministrator(userOf(account, site, null))
    if (account && isMatch && isLetIn && !isSpent) return account
    const [retryAfterS] = await Promise.all([
      wrong.note(who, address, digest, nowMs()),
      wrong.note(id, address, digest, nowMs()),
    ])
    return retryAfterS === null ? fail('incorrect_login') : tooMany(retryAfterS)
  } finally {
    byName.end()
    byId?.end()
  }
}

/** The account with exactly this login or e-mail address, except for case: the database's collation equates more names. */
async function findAccount({ name }: Login, { reads }: LoginOptions): Promise<Account | null | Failure> {
  const isSame = (text: string) => text.toLowerCase() === name.toLowerCase()
  const byLogin = await reads.findAccount('login', name)
  if (isFailure(byLogin) || (byLogin && isSame(byLogin.login))) return byLogin
  const byEmail = name.includes('@') ? await reads.findAccount('email', name) : null
  return isFailure(byEmail) || (byEmail && isSame(byEmail.email)) ? byEmail : null
}

function tooMany(retryAfterS: number): Failure {
  return fail('too_many_wrong_credentials', undefined, { retryAfterS })
}
