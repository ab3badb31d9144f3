// Access to the admin port: from this machine alone, or with the token. Browsers on this machine run pages of other sites, too,
// which reach the port under other names (DNS rebinding), or send requests whose responses they cannot read (CSRF).
import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopback } from '../core/loopback.ts'

export interface Refused {
  readonly status: 401 | 403
  readonly message: string
}

export type Header = (name: string) => string | undefined

export function createAdminAccess(
  token: string | undefined,
): (header: Header, isWriting: boolean) => Refused | null {
  const wanted = token === undefined ? null : digest(token)
  return (header, isWriting) => {
    const host = header('host') ?? ''
    if (wanted === null && !isLoopback(URL.parse(`http://${host}`)?.hostname ?? ''))
      return {
        status: 403,
        message: 'Without a token this is only for the machine itself, under its own name.',
      }
    if (isWriting && isOfAnotherSite(header, host))
      return { status: 403, message: 'Pages of other sites may not change or cause anything here.' }
    if (wanted === null) return null
    const given = credentialsOf(header('authorization') ?? '')
    return given !== null && timingSafeEqual(digest(given), wanted)
      ? null
      : { status: 401, message: 'A token is required: as a bearer token, or as the password of any user.' }
  }
}

/** The token of a bearer header (RFC 6750), or the password of Basic credentials (RFC 7617), for which browsers show a prompt. */
function credentialsOf(authorization: string): string | null {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? []
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return null
  const text = Buffer.from(value, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? null : text.slice(colon + 1)
}

function isOfAnotherSite(header: Header, host: string): boolean {
  const site = header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const origin = header('origin')
  return origin !== undefined && URL.parse(origin)?.host !== host
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
