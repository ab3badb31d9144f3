// WordPress's own session: its cookie identifies the user, its nonce proves that a page of the site sent the request. With a
// valid cookie and no nonce the viewer is anonymous, whatever other credentials there are; a wrong nonce is refused on every
// route. An invalid cookie is ignored, and a nonce with it counts only where no other method finds a user
// (rest_cookie_check_errors; found by sending WordPress each combination).
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { mayHold, parseQuery, type Query } from '../core/query-string.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { parsePhpValue } from '../database/php-value.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import type { Account } from '../site/account.ts'
import type { Site } from '../site/site.ts'
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
  /** The cookie's name, where the owner names it instead of deriving it from the site's address. */
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
      if (!hasCookie || own === '') return null
      if (isForm(request))
        return withFormNonce(request, nonce, (given) => authenticate(own, given, request, options))
      // A cookie without a nonce or other credentials makes the same viewer as no cookie
      const isAlone = nonce === null && request.header('authorization') === undefined
      return isAlone ? null : authenticate(own, nonce, request, options)
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

/** Checks the nonce of a request that no other method authenticates, so it is tried last. */
export function createNonceMethod(options: CookieMethodOptions): AuthMethodDefinition {
  const broughtBy = createBroughtBy(options)
  const header = nonceHeader(options)
  return {
    name: 'nonce',
    authenticate: (request) => {
      const isPosted = isForm(request)
      // Nearly all requests have neither a form nor a nonce
      if (!isPosted && nonceIn(request, header) === null) return null
      const { own, nonce } = broughtBy(request)
      return isPosted
        ? withFormNonce(request, nonce, (given) => nobody(own, given, options))
        : nobody(own, nonce, options)
    },
  }
}

type Named = Pick<CookieMethodOptions, 'brand' | 'origin' | 'loggedInCookie'>

/** True where a request has a login cookie and a nonce, valid or not. */
export function createHasSession(named: Named): (request: Request) => boolean {
  const broughtBy = createBroughtBy(named)
  return (request) => {
    const { own, hasCookie, nonce } = broughtBy(request)
    return hasCookie && own !== '' && nonce !== null
  }
}

function createBroughtBy({ brand, origin, loggedInCookie }: Named): (request: Request) => Brought {
  const header = nonceHeader({ brand })
  return (request) => {
    const cookies = request.header('cookie') ?? ''
    const from = request.header('origin')
    return {
      own: from === undefined || from === origin ? cookies : '',
      hasCookie: cookies.includes(loggedInCookie ?? 'wordpress_logged_in_'),
      nonce: nonceIn(request, header),
    }
  }
}

interface Brought {
  /** The cookies, unless a page of another origin sent them. */
  readonly own: string
  readonly hasCookie: boolean
  /** The nonce from the address or the header. */
  readonly nonce: string | null
}

/** A nonce in a form takes precedence over one in address or header. */
async function withFormNonce(
  request: Request,
  nonce: string | null,
  use: (nonce: string | null) => Promise<Viewer | Failure | null>,
): Promise<Viewer | Failure | null> {
  const body = await request.body()
  if (isFailure(body)) return body
  return use(argumentOf(parseQuery(new TextDecoder().decode(body))) ?? nonce)
}

async function authenticate(
  cookies: string,
  nonce: string | null,
  request: Request,
  options: CookieMethodOptions,
): Promise<Viewer | Failure | null> {
  const [site, secrets] = await Promise.all([options.reads.readSite(), options.reads.readSecrets()])
  if (isFailure(site)) return site
  if (isFailure(secrets)) return secrets
  const cookie = cookieIn(cookies, site, options)
  if (cookie === null) return null
  const account = await accountOf(cookie, secrets.loggedIn, request, options)
  if (account === null || isFailure(account)) return account
  if (nonce === null) return anonymous
  const { token } = cookie
  const nonceOf = { nowS: options.nowMs() / 1000, userId: account.id, token, secret: secrets.nonce }
  if (!verifyNonce(nonce, nonceOf)) return fail('rest_cookie_invalid_nonce')
  return { ...userOf(account, site, createNonce(nonceOf)), session: sessionHash(token) }
}

/** The nonce is checked against the session that a cookie names, even if the session is over. */
async function nobody(
  cookies: string,
  nonce: string | null,
  { reads, nowMs, loggedInCookie }: CookieMethodOptions,
): Promise<Viewer | Failure | null> {
  if (nonce === null) return null
  const [site, secrets] = await Promise.all([reads.readSite(), reads.readSecrets()])
  if (isFailure(site)) return site
  if (isFailure(secrets)) return secrets
  const token = cookieIn(cookies, site, { loggedInCookie })?.token ?? ''
  const nonceOf = { nowS: nowMs() / 1000, userId: '0', token, secret: secrets.nonce }
  return verifyNonce(nonce, nonceOf)
    ? { ...anonymous, nonce: createNonce(nonceOf) }
    : fail('rest_cookie_invalid_nonce')
}

function cookieIn(
  cookies: string,
  site: Site,
  { loggedInCookie }: Pick<CookieMethodOptions, 'loggedInCookie'>,
): LoginCookie | null {
  const value = parseCookieHeader(cookies).get(loggedInCookie ?? loginCookieName(site.option('siteurl')))
  return value === undefined ? null : parseLoginCookie(value)
}

/** The account that a valid cookie identifies; null for any other cookie. */
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

function nonceHeader({ brand }: Pick<Named, 'brand'>): string {
  return `x-${brand}-nonce`
}

/** The argument takes precedence over the header. */
function nonceIn(request: Request, header: string): string | null {
  const given = mayHold(request.query, nonceArgs) ? argumentOf(request.args()) : null
  return given ?? request.header(header) ?? null
}

const nonceArgs = ['_wpnonce']

function argumentOf(query: Query): string | null {
  const given = query.get('_wpnonce')
  return typeof given === 'string' ? given : null
}

/** PHP parses forms before WordPress runs, but not JSON. */
function isForm(request: Request): boolean {
  return (
    request.method === 'POST' &&
    /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.header('content-type') ?? '')
  )
}
