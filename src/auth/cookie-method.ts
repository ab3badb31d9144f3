// The owning system's own session: its cookie says who, its nonce that the site's own pages ask. A cookie without a nonce
// is nobody; a nonce that is not right is refused, on every route (rest_cookie_check_errors).
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { parseQuery } from '../core/query-string.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { parsePhpValue } from '../database/php-value.ts'
import type { AuthMethodDefinition } from '../registry/define.ts'
import { userOf, type Account, type AuthReads } from './account.ts'
import {
  isGenuine,
  isLive,
  isSession,
  loginCookieName,
  parseCookieHeader,
  parseLoginCookie,
  type LoginCookie,
} from './cookie.ts'
import { createNonce, verifyNonce } from './nonce.ts'

export interface CookieMethodOptions {
  readonly reads: AuthReads
  readonly brand: string
  /** The origin of the gateway's own pages: cookies are not taken from others. */
  readonly origin: string
  readonly nowMs: () => number
}

export function createCookieMethod(options: CookieMethodOptions): AuthMethodDefinition {
  const { brand, origin } = options
  return {
    name: 'cookie',
    authenticate: (request) => {
      const cookies = request.header('cookie') ?? ''
      const nonce = nonceIn(request, brand)
      if (nonce === null && !cookies.includes('wordpress_logged_in_')) return null
      const from = request.header('origin')
      return authenticate(from === undefined || from === origin ? cookies : '', nonce, options)
    },
  }
}

async function authenticate(
  cookies: string,
  nonce: string | null,
  options: CookieMethodOptions,
): Promise<Viewer | Failure> {
  if (nonce === null) return anonymous
  const { reads, nowMs } = options
  const [site, secrets] = await Promise.all([reads.readSite(), reads.readSecrets()])
  if (isFailure(site)) return site
  if (isFailure(secrets)) return secrets
  const value = parseCookieHeader(cookies).get(loginCookieName(site.option('siteurl')))
  const cookie = value === undefined ? null : parseLoginCookie(value)
  const account = cookie ? await accountOf(cookie, secrets.loggedIn, options) : null
  if (isFailure(account)) return account
  const nonceOf = {
    nowS: nowMs() / 1000,
    userId: account ? account.id : '0',
    token: account && cookie ? cookie.token : '',
    secret: secrets.nonce,
  }
  if (!verifyNonce(nonce, nonceOf)) return fail('rest_cookie_invalid_nonce')
  const fresh = createNonce(nonceOf)
  return account ? userOf(account, site, fresh) : { ...anonymous, nonce: fresh }
}

/** The account that a cookie proves, or null where it proves none. */
async function accountOf(
  cookie: LoginCookie,
  secret: string,
  { reads, nowMs }: CookieMethodOptions,
): Promise<Account | null | Failure> {
  const now = nowMs()
  if (!isLive(cookie, now / 1000, 0)) return null
  const account = await reads.findAccount('login', cookie.login)
  if (account === null || isFailure(account)) return account
  const sessions = parsePhpValue(account.meta('session_tokens') ?? '')
  const proved =
    isGenuine(cookie, account.passwordHash, secret) && isSession(sessions, cookie.token, now / 1000)
  return proved ? account : null
}

/** The argument goes before the header. */
function nonceIn(request: Request, brand: string): string | null {
  const given = request.query.includes('_wpnonce') ? parseQuery(request.query).get('_wpnonce') : undefined
  if (typeof given === 'string') return given
  return request.header(`x-${brand}-nonce`) ?? null
}
