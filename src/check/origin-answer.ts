// Checks whether WordPress behind Lectern answers, and where it redirects its front page.
import { isLoopback } from '../core/loopback.ts'
import type { ProbeResult } from '../core/probe-result.ts'
import { good, problem, warning, type Finding } from './finding.ts'

export interface OriginAnswerOptions {
  readonly url: URL
  /** Undefined where no public address is configured. */
  readonly publicUrl: URL | undefined
  /** The host on which the gateway listens. */
  readonly host: string
  readonly port: number
  readonly ask: () => Promise<ProbeResult>
}

const itself = 'ORIGIN_URL leads to Lectern itself: a proxied request would come back, and be answered 508.'
const ownAddress = 'ORIGIN_URL=http://<where the web server of WordPress listens>'

export async function checkOriginAnswer(options: OriginAnswerOptions): Promise<readonly Finding[]> {
  const { url, publicUrl, ask } = options
  if (isOwn(options)) return [problem(itself, ownAddress)]
  const said = await ask()
  if (said.kind === 'none')
    return [
      problem(
        `The origin (ORIGIN_URL) does not answer: ${inWords(said.reason)}. Requests that are proxied to it fail.`,
      ),
    ]
  const { status, location, isLectern } = said
  if (isLectern || status === loopDetected) return [problem(itself, ownAddress)]
  return [
    status >= 500
      ? warning(`The origin answers, but with ${status}.`)
      : good(`The origin answers (${status}).`),
    ...(publicUrl?.origin === url.origin
      ? [
          warning(
            'ORIGIN_URL is PUBLIC_URL: once clients reach Lectern by that address, proxied requests come back to it.',
            ownAddress,
          ),
        ]
      : []),
    ...(location === null || status < 300 || status >= 400 ? [] : redirects(location, options)),
  ]
}

const loopDetected = 508

const ofAllAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '[::]'])

function isOwn({ url, host, port }: OriginAnswerOptions): boolean {
  const asked = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port)
  return (
    asked === port && (isLoopback(url.hostname) || ofAllAddresses.has(url.hostname) || url.hostname === host)
  )
}

/** Judges the redirect of a request for the front page at the public address. */
function redirects(location: string, { url, publicUrl }: OriginAnswerOptions): readonly Finding[] {
  const target = URL.parse(location, publicUrl ?? url)
  if (target === null) return []
  const isFrontPage = target.pathname === '/' && target.search === ''
  if (publicUrl !== undefined && target.origin === publicUrl.origin)
    return isFrontPage
      ? [
          warning(
            'It redirects its front page to itself, for ever, because it ignores X-Forwarded-Proto. In its wp-config.php:',
            "if (($_SERVER['HTTP_X_FORWARDED_PROTO'] ?? '') === 'https') $_SERVER['HTTPS'] = 'on';",
          ),
        ]
      : []
  if (target.origin === url.origin) {
    if (publicUrl === undefined && !isFrontPage) return []
    return [
      warning(
        `It redirects its front page to its own address (${target.origin}), for which Lectern writes PUBLIC_URL${isFrontPage ? ', so that browsers are redirected in a loop' : ''}. The address of the site (WP_HOME) is not PUBLIC_URL.`,
      ),
    ]
  }
  // WordPress redirects to its own address with the host of the request
  if (publicUrl !== undefined && target.hostname === publicUrl.hostname && target.port === url.port)
    return [
      warning(
        `It redirects its front page to ${target.origin}, past Lectern: the address of the site (WP_HOME) has another scheme or port than PUBLIC_URL (${publicUrl.origin}). In its wp-config.php:`,
        `define('WP_HOME', '${publicUrl.origin}');`,
      ),
    ]
  return [
    warning(
      `It redirects its front page to ${target.origin}, past Lectern: the address of the site (WP_HOME) is not PUBLIC_URL${publicUrl === undefined ? ', which is not set' : ` (${publicUrl.origin})`}.`,
      `PUBLIC_URL=${target.origin}`,
    ),
  ]
}

const reasons: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^ECONNREFUSED$/, 'no server listens there'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'its name cannot be resolved'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, 'it cannot be reached'],
  [/^(?:ECONNRESET|EPIPE)$/, 'it breaks off the connection'],
  [/^HPE_/, 'its answer is not HTTP'],
  [/CERT|SIGNED|ALTNAME|ISSUER/, 'its certificate is not trusted'],
]

function inWords(reason: string): string {
  const words = reasons.find(([pattern]) => pattern.test(reason))?.[1]
  return words === undefined ? reason : `${words} (${reason})`
}
