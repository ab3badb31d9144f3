// Prevents proxied requests from reading in WordPress what the owner has closed: no address that names a closed resource is
// proxied, in any spelling. PHP and WordPress accept more forms of addresses than are reproduced here (escapes, case,
// slashes, `rest.route`, any page that takes `rest_route`), so the address is searched for names instead of routes.
import { decodedBytes } from '../../core/decoded.ts'
import { fail, type Failure } from '../../core/failure.ts'
import type { Request } from '../../core/request.ts'
import { overrideHeader } from './address.ts'

export interface ClosedOptions {
  /** Resources (`users`) and fields (`users.description`). */
  readonly closed: readonly string[]
  readonly brand: string
  /** True where Lectern's GraphQL withholds data, which proxied queries to WPGraphQL must not get either. */
  readonly guardsGraphql: boolean
}

/** Returns the failure of a request that must not be proxied; null for others. */
export function createClosedAddresses({
  closed,
  brand,
  guardsGraphql,
}: ClosedOptions): (request: Request) => Failure | null {
  if (!guardsGraphql) return () => null
  const resources = closed.filter((name) => !name.includes('.'))
  const partly = closed.flatMap((name) => (name.includes('.') ? [name.replace(/\..*/, '')] : []))
  const namesClosed = naming(resources, brand)
  const namesPartly = naming(partly, brand)
  const showsAuthors = closed.some((name) => /^users(?:\.|$)|\.author$/.test(name))
  const showsOthers = (address: string) => finds.test(address) || (showsAuthors && frames.test(address))
  const refused = (request: Request, address: string) => {
    if (!ownGraphql.test(request.path) && asksGraphql(address)) return noRoute
    if (closed.length === 0) return null
    if (namesClosed(address) || batch.test(address)) return noRoute
    const isRead = mayRead(request, address)
    // Lectern alone serves resources with closed fields; and any answer may embed closed items
    if (isRead && (namesPartly(address) || embeds(address) || showsOthers(address))) return noRoute
    // A form may name a route in its body, which is not inspected
    return isRead && !readMethods.has(request.method) && mayBeForm(request) ? noRoute : null
  }
  return (request) => {
    const plain = plainly(`${request.path}?${request.query}`)
    // A server may drop a NUL, or end a name there, as PHP does
    const readings = plain.includes('\0')
      ? [plain.replaceAll('\0', ''), plain.replaceAll('\0', '=')]
      : [plain]
    return readings.map((address) => refused(request, address)).find((failure) => failure !== null) ?? null
  }
}

const noRoute = fail('rest_no_route')

/** Tests whether an address names one of these resources in a segment below the interface's own namespace. */
function naming(bases: readonly string[], brand: string): (address: string) => boolean {
  if (bases.length === 0) return () => false
  const namespace = new RegExp(`(?:^|[^\\w-])(?:wp|${brand})/v2(?=/)`)
  const named = new RegExp(`/(?:${[...new Set(bases)].join('|')})(?![\\w-])`)
  // The search starts at a part's first namespace, so that no text is searched twice
  return (address) =>
    address.split(/[?&=]/).some((part) => {
      const found = namespace.exec(part)
      return found !== null && named.test(part.slice(found.index + found[0].length))
    })
}

/** Lectern's own address, at which it decides itself which requests are proxied. */
const ownGraphql = /^\/graphql\/?$/i

/** True for WPGraphQL's addresses: its name with any slashes, and any address with its name as an argument (is_graphql_http_request). */
function asksGraphql(address: string): boolean {
  const path = address.replace(/\?.*/s, '').replaceAll('/', '')
  return /^(?:index\.php)?graphql(?![\w-])/.test(path) || /[?&][\s+]*graphql(?![\w-])/.test(address)
}

/** A batch request, which names its routes in the body. */
const batch = /(?:^|[^\w-])batch\/v1(?![\w-])/

/** True for addresses whose answers may embed items that they do not name; routes of plug-ins, whose addresses are unknown, may do so too. */
const embeds = (address: string) =>
  (address.includes('/v2/') && address.includes('embed')) || /[?&][\s+]*[_.[\s+]embed(?![\w-])/.test(address)

/** The search, which finds items of any type. */
const finds = /\/v2\/search(?![\w-])/

/** oEmbed, which names the author of the content. */
const frames = /oembed\/1\.0\/embed(?![\w-])/

/** Decodes an address as often as any server might, to lower case with single slashes. */
function plainly(address: string): string {
  let plain = address
  for (let round = 0; round < 4; round += 1) {
    const before = plain
    plain = decodedBytes(plain)
    if (plain === before) break
  }
  return plain.toLowerCase().replace(/[\\/]+/g, '/')
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const writeMethods: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'delete'])

/** Spellings of `_method` that PHP accepts. */
const methodNamed = /[?&][\s+]*[_.[\s+]method[^=&]*=([^&]*)/g

function mayRead({ method, header }: Request, address: string): boolean {
  const named = [...address.matchAll(methodNamed)].map(([, value = '']) => value)
  const meant = [...named, header(overrideHeader.toLowerCase())?.toLowerCase() ?? 'post']
  return readMethods.has(method) || meant.some((each) => !writeMethods.has(each))
}

function mayBeForm({ header }: Request): boolean {
  return !/^(?:application\/json\s*(?:;|$)|$)/i.test(header('content-type') ?? '')
}
