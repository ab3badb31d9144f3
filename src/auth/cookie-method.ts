// WordPress's own session: its cookie names the user, its nonce proves that a page of the site sent the request. A cookie
// without a nonce makes an anonymous viewer; a wrong nonce is refused on every route (rest_cookie_check_errors).
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { mayHold, parseQuery, type Query } from '../core/query-string.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { parsePhpValue } from '../database/php-value.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import type { Account } from '../site/account.ts'
import { userOf, type AuthReads } from './account.ts'
import {
  isGenuine,
  isLive,
  isSession,
  loginCookieName,
  parseCookieHeader,
  parseLoginCookie,
  sessionHash,
  type LoginCookie,
} from './cookie.ts'
import { createNonce, verifyNonce } from './nonce.ts'

export interface CookieMethodOptions {
  readonly reads: AuthReads
  readonly brand: string
  /** The origin of the gateway's own pages; cookies from pages of other origins are ignored. */
  readonly origin: string
  /** The cookie's name, where it does not follow from the site's address. */
  readonly loggedInCookie: string | undefined
  readonly nowMs: () => number
}

const postGraceS = 3600

export function createCookieMethod(options: CookieMethodOptions): AuthMethodDefinition {
  const { brand, loggedInCookie: name } = options
  const broughtBy = createBroughtBy(options)
  return {
    name: 'cookie',
    authenticate: (request) => {
      const { own, hasCookie, nonce } = broughtBy(request)
      if (isForm(request)) return authenticateForm({ own, hasCookie, nonce }, request, options)
      return nonce === null && !hasCookie ? null : authenticate(own, nonce, request, options)
    },
    schemes: (site) => ({
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: name ?? loginCookieName(site.option('siteurl')),
        description: "WordPress's own session.",
      },
      nonce: {
        type: 'apiKey',
        in: 'header',
        name: `X-${brand.toUpperCase()}-Nonce`,
        description: "What WordPress's own pages are given for the session.",
      },
    }),
  }
}

type Named = Pick<CookieMethodOptions, 'brand' | 'origin' | 'loggedInCookie'>

/** True where a request has a login cookie and a nonce, right or wrong. */
export function createHasSession(named: Named): (request: Request) => boolean {
  const broughtBy = createBroughtBy(named)
  return (request) => {
    const { own, hasCookie, nonce } = broughtBy(request)
    return hasCookie && own !== '' && nonce !== null
  }
}

function createBroughtBy({ brand, origin, loggedInCookie }: Named): (request: Request) => Brought {
  const nonceHeader = `x-${brand}-nonce`
  return (request) => {
    const cookies = request.header('cookie') ?? ''
    const from = request.header('origin')
    return {
      own: from === undefined || from === origin ? cookies : '',
      hasCookie: cookies.includes(loggedInCookie ?? 'wordpress_logged_in_'),
      nonce: nonceIn(request, nonceHeader),
    }
  }
}

interface Brought {
  /** The cookies, unless a page of another origin sent them. */
  readonly own: string
  readonly hasCookie: boolean
  /** The nonce of the address or of the header. */
  readonly nonce: string | null
}

/** A nonce in a form goes before one in address or header; null without a nonce and a cookie. */
async function authenticateForm(
  { own, hasCookie, nonce }: Brought,
  request: Request,
  options: CookieMethodOptions,
): Promise<Viewer | Failure | null> {
  const body = await request.body()
  if (isFailure(body)) return body
  const given = argumentOf(parseQuery(new TextDecoder().decode(body))) ?? nonce
  return given === null && !hasCookie ? null : authenticate(own, given, request, options)
}

async function authenticate(
  cookies: string,
  nonce: string | null,
  request: Request,
  options: CookieMethodOptions,
): Promise<Viewer | Failure> {
  if (nonce === null) return anonymous
  const { reads, loggedInCookie, nowMs } = options
  const [site, secrets] = await Promise.all([reads.readSite(), reads.readSecrets()])
  if (isFailure(site)) return site
  if (isFailure(secrets)) return secrets
  const value = parseCookieHeader(cookies).get(loggedInCookie ?? loginCookieName(site.option('siteurl')))
  const cookie = value === undefined ? null : parseLoginCookie(value)
  const account = cookie ? await accountOf(cookie, secrets.loggedIn, request, options) : null
  if (isFailure(account)) return account
  const nonceOf = {
    nowS: nowMs() / 1000,
    userId: account ? account.id : '0',
    token: account && cookie ? cookie.token : '',
    secret: secrets.nonce,
  }
  if (!verifyNonce(nonce, nonceOf)) return fail('rest_cookie_invalid_nonce')
  const fresh = createNonce(nonceOf)
  if (!account || !cookie) return { ...anonymous, nonce: fresh }
  return { ...userOf(account, site, fresh), session: sessionHash(cookie.token) }
}

/** The account that a cookie proves; null where it proves none. */
async function accountOf(
  cookie: LoginCookie,
  secret: string,
  { method }: Request,
  { reads, nowMs }: CookieMethodOptions,
): Promise<Account | null | Failure> {
  const now = nowMs()
  if (!isLive(cookie, now / 1000, method === 'POST' ? postGraceS : 0)) return null
  const account = await reads.findAccount('login', cookie.login)
  if (account === null || isFailure(account)) return account
  const sessions = parsePhpValue(account.meta('session_tokens') ?? '')
  const proved =
    isGenuine(cookie, account.passwordHash, secret) && isSession(sessions, cookie.token, now / 1000)
  return proved ? account : null
}

/** The argument goes before the header. */
function nonceIn(request: Request, header: string): string | null {
  const given = mayHold(request.query, nonceArgs) ? argumentOf(request.args()) : null
  return given ?? request.header(header) ?? null
}

const nonceArgs = ['_wpnonce']

function argumentOf(query: Query): string | null {
  const given = query.get('_wpnonce')
  return typeof given === 'string' ? given : null
}

/** PHP parses forms before anything else runs; JSON it does not. */
function isForm(request: Request): boolean {
  return (
    request.method === 'POST' &&
    /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.header('content-type') ?? '')
  )
}
