// Bearer tokens (RFC 6750, in the header alone) → the user whom a token names. Without a configured verifier they are ignored,
// as in WordPress; otherwise a wrong token is refused on every route.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import type { User } from '../core/viewer.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import type { Account } from '../site/account.ts'
import { userOf, type AuthReads } from './account.ts'
import { withChallenge } from './challenge.ts'
import { digestOf } from './remembered.ts'
import type { WrongCredentials } from './wrong-credentials.ts'

/** Verifies one kind of token: null where the token is of another kind; a failure where it is wrong, or cannot be verified. */
export interface TokenVerifier {
  /** `refusal` is called before a request to another server; it returns why this client's token causes none, else null. */
  readonly verify: (
    token: string,
    refusal?: () => Promise<Failure | null>,
  ) => Promise<ProvenToken | null | Failure>
}

export interface ProvenToken {
  readonly claims: Readonly<Record<string, unknown>>
  /** The user's capabilities that the token allows. Default: all of them. */
  readonly allowed?: ReadonlySet<string>
  /** The login that the token names. Default: that of a configured claim. */
  readonly login?: string | null
  /** True where the token is still valid for its account. Default: always. */
  readonly isGoodFor?: (account: Account) => boolean
}

export interface BearerOptions {
  readonly reads: Pick<AuthReads, 'findAccount' | 'readSite'>
  readonly wrong: WrongCredentials
  /** The verifiers in the order in which they are tried. */
  readonly verifiers: readonly TokenVerifier[]
  /** Claims that may contain the login; the first one that a token has is used. */
  readonly loginClaims: readonly string[]
  readonly administrators: 'refused' | 'allowed'
  /** The challenge of a refusal; null where the gateway accepts no tokens. */
  readonly challenge: string | null
  readonly nowMs: () => number
}

export function createBearerMethod(options: BearerOptions): AuthMethodDefinition {
  const { challenge } = options
  return {
    name: 'bearer token',
    schemes: () =>
      challenge === null
        ? null
        : { bearer: { type: 'http', scheme: 'bearer', description: 'A token that names a user.' } },
    authenticate: (request) => {
      const header = request.header('authorization')
      if (challenge === null || header === undefined || !isBearer(header)) return null
      return authenticate(tokenIn(header), request, options).then((found) =>
        isFailure(found) ? withChallenge(found, challenge) : found,
      )
    },
  }
}

async function authenticate(
  token: string | null,
  request: Request,
  options: BearerOptions,
): Promise<User | Failure> {
  const { wrong, nowMs } = options
  const { address } = request.client
  const refusal = async () => tooManyWrong(await wrong.waitS(address, nowMs()))
  const found = token === null ? fail('invalid_token') : await userBy(token, options, refusal)
  // Only a token that was never valid is a guess
  if (!isFailure(found) || found.code !== 'invalid_token') return found
  return tooManyWrong(await wrong.note(null, address, digestOf(token ?? ''), nowMs())) ?? found
}

function tooManyWrong(retryAfterS: number | null): Failure | null {
  return retryAfterS === null ? null : fail('too_many_wrong_credentials', undefined, { retryAfterS })
}

async function userBy(
  token: string,
  options: BearerOptions,
  refusal: () => Promise<Failure | null>,
): Promise<User | Failure> {
  const proven = await proofOf(token, options, refusal)
  if (isFailure(proven)) return proven
  const login = proven.login === undefined ? loginOf(proven, options.loginClaims) : proven.login
  const owner =
    login === null || !isUsers(proven, login) ? fail('invalid_token') : await ownerOf(proven, login, options)
  if (isFailure(owner)) return owner
  const { allowed } = proven
  const { user } = owner
  return allowed ? { ...user, capabilities: user.capabilities.intersection(allowed) } : user
}

export type OwnerOptions = Pick<BearerOptions, 'reads' | 'administrators'>

/** Finds the account of a proven token, where the token is valid for the account with this login. */
export async function ownerOf(
  proven: ProvenToken,
  login: string,
  { reads, administrators }: OwnerOptions,
): Promise<{ readonly account: Account; readonly user: User } | Failure> {
  const [site, account] = await Promise.all([reads.readSite(), reads.findAccount('login', login)])
  if (isFailure(site)) return site
  if (isFailure(account)) return account
  // The database's collation equates more names than an authorization server does
  if (account?.login !== login) return fail('invalid_token')
  if (proven.isGoodFor?.(account) === false) return fail('invalid_token')
  const user = userOf(account, site, null)
  if (administrators === 'refused' && isAdministrator(user))
    return fail('invalid_token', 'Administrators are not let in by tokens.')
  return { account, user }
}

async function proofOf(
  token: string,
  { verifiers }: BearerOptions,
  refusal: () => Promise<Failure | null>,
): Promise<ProvenToken | Failure> {
  for (const { verify } of verifiers) {
    const proven = await verify(token, refusal)
    if (proven !== null) return proven
  }
  return fail('invalid_token')
}

/** True where an Authorization header has a bearer token, valid or not. */
export function isBearer(header: string | undefined): boolean {
  return header !== undefined && /^bearer(?: |$)/i.test(header)
}

/** The token by the syntax of RFC 6750, 2.1. */
function tokenIn(header: string): string | null {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1] ?? null
}

/**
 * False for tokens that a client got for itself, even if a user has its name, and for tokens bound to a key, whose proof is not
 * read.
 */
function isUsers({ claims }: ProvenToken, login: string): boolean {
  const clients = new Set<unknown>(clientClaims.flatMap((name) => claims[name] ?? []))
  return claims['cnf'] === undefined && !clients.has(login) && !clients.has(claims['sub'])
}

/** The claims by which servers name the client of a token. */
export const clientClaims = ['client_id', 'azp', 'cid']

function loginOf({ claims }: ProvenToken, loginClaims: readonly string[]): string | null {
  const name = loginClaims.find((each) => Object.hasOwn(claims, each))
  const login = name === undefined ? undefined : claims[name]
  return typeof login === 'string' && login !== '' ? login : null
}

/** True where the user may change everything, by any role. */
export function isAdministrator({ capabilities }: User): boolean {
  return capabilities.has('administrator') || capabilities.has('manage_options')
}
