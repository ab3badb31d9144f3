// What an answer is kept under: what its request asks for, however it is written. An address that was read once is not
// read again: it is remembered with its key, and with the words that links to other pages repeat.
import type { BoundedMap } from '../cache/bounded-map.ts'
import { mayHold, parseQuery, secretArgs, type Query } from '../core/query-string.ts'
import type { Header, Paging } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { anonymous } from '../core/viewer.ts'
import type { Call, Route } from '../registry/registry.ts'
import { isFailure } from '../core/failure.ts'
import { methodOf, overrideHeader, routeAddress } from './address.ts'
import { echoOf, linkHeader, linksBeside, writeQuery, type Echo } from './links.ts'
import { parsePresentation } from './presentation.ts'
import { matchesOf, type Match } from './matches.ts'
import { parseEmbed, parseFields, type Embedding, type Selection } from './selection.ts'

export interface ReadAddress {
  readonly routes: readonly Route[]
  readonly servedBy: ServedBy
  /** Null where nothing is kept. */
  readonly key: string | null
  readonly echo: Readonly<Record<Paging['name'], Echo>>
  /** The links of the answer that was given last. */
  linked?: { readonly paging: Paging; readonly header: Header }
}

/** Who has a route for a request: nobody here, the gateway as the owning system has it, the gateway alone. */
export type ServedBy = 'others' | 'both' | 'gateway'

export interface CacheKeyOptions {
  readonly routes: () => readonly Route[] | null
  readonly root: string
  readonly rootLink: () => Header
  readonly addresses: BoundedMap<string, ReadAddress>
}

export interface CacheKeys {
  /** Who answers the request, if only by refusing it. */
  readonly servedBy: (request: Request) => ServedBy
  /** Null for what is not kept: what does not read, is refused, or holds a secret. */
  readonly keyOf: (request: Request) => string | null
  /** What asks for the same: of its arguments those that are known. */
  readonly targetOf: (request: Request) => RequestTarget | null
  /** The links to the pages beside an answer; where there are none, to the index. */
  readonly linkOf: (request: Request, paging: Paging) => Header
}

export function createCacheKeys({ routes, root, rootLink, addresses }: CacheKeyOptions): CacheKeys {
  /** What a request is asked for its key by, it is asked for its links by. */
  let latest: { readonly request: Request; readonly address: ReadAddress } | null = null
  const read = (request: Request): ReadAddress => {
    const known = routes() ?? []
    if (latest?.request === request && latest.address.routes === known) return latest.address
    const address = find(request, known)
    latest = { request, address }
    return address
  }
  const find = (request: Request, known: readonly Route[]): ReadAddress => {
    const { path, query } = request
    const target = `${request.header(overrideName) ?? ''} ${path}?${query}`
    const kept = addresses.get(target)
    if (kept?.routes === known) return kept
    const made = { routes: known, ...readAddress(request, known, root) }
    if (!mayHold(query, secretArgs)) addresses.set(target, made)
    return made
  }
  return {
    servedBy: (request) => {
      if (isRead(request)) return read(request).servedBy
      const given = parseQuery(request.query)
      const matching = matchesOf(routes() ?? [], routeAddress(request, given, root))
      return whoServes(matching, methodOf(request, given), given)
    },
    keyOf: (request) => (isRead(request) ? read(request).key : null),
    targetOf: (request) => (isRead(request) ? targetOf(request, routes() ?? [], root) : null),
    linkOf: (request, paging) => {
      if (paging.pages.length === 0) return rootLink()
      const address = read(request)
      if (address.linked?.paging === paging) return address.linked.header
      const header = linkHeader(linksBeside(paging, address.echo[paging.name]))[0] ?? rootLink()
      address.linked = { paging, header }
      return header
    },
  }
}

const overrideName = overrideHeader.toLowerCase()

/** What a remembered address takes up, about. */
export function addressBytes(target: string, { key, echo }: ReadAddress): number {
  const { page, cursor } = echo
  const texts = [target, key ?? '', page.before, page.after, cursor.before, cursor.after]
  // The links say what is before and after once more
  return 1024 + texts.reduce((bytes, text) => bytes + 2 * text.length, 0)
}

function readAddress(request: Request, routes: readonly Route[], root: string): Omit<ReadAddress, 'routes'> {
  const given = parseQuery(request.query)
  const method = methodOf(request, given)
  const matching = matchesOf(routes, routeAddress(request, given, root))
  const found = matching.find(({ route }) => route.methods.includes('GET'))
  const asked = found?.route.asks({ parameters: found.parameters, given }) ?? null
  const echo = {
    page: echoOf(given, asked?.args ?? {}, 'page'),
    // Lists by cursor repeat what was given as it was given
    cursor: echoOf(given, {}, 'cursor'),
  }
  const unkept = { servedBy: whoServes(matching, method, given), key: null, echo }
  if (asked === null || !isKept(method, given)) return unkept
  const presentation = parsePresentation(given)
  if (isFailure(presentation) || asked.key === null) return unkept
  if (asked.isByAddress) return { ...unkept, key: addressKey(request) }
  const { isEnveloped, isPretty, callback } = presentation
  const rest = JSON.stringify([
    selectionText(parseFields(given)),
    embeddingText(parseEmbed(given)),
    isPretty,
    callback,
    // An envelope holds the links, which repeat the request
    isEnveloped && echo,
    ...allowedBeside(found?.route, matching, { request, given }),
  ])
  return { ...unkept, key: `rest ${root}${asked.key}${rest}` }
}

/** Arguments that every route knows. */
const known = ['rest_route', 'page', 'cursor', '_fields', '_embed', '_envelope', '_jsonp', '_pretty']

function targetOf(request: Request, routes: readonly Route[], root: string): RequestTarget | null {
  const given = parseQuery(request.query)
  const matching = matchesOf(routes, routeAddress(request, given, root))
  const found = matching.find(({ route }) => route.methods.includes('GET'))
  const asked = found?.route.asks({ parameters: found.parameters, given }) ?? null
  const { key } = readAddress(request, routes, root)
  // Of an address that is kept as it was sent nobody knows which of its words matter
  if (asked === null || asked.isByAddress || key === null) return null
  const names = new Set([...known, ...Object.keys(asked.args)])
  const query = writeQuery(new Map([...given].filter(([name]) => names.has(name))), {})
  return { target: query === '' ? request.path : `${request.path}?${query}`, accept: null }
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function whoServes(matching: readonly Match[], method: string | null, given: Query): ServedBy {
  if (!isAnswered(matching, method)) return 'others'
  const isOwn = ({ isOwn: isAlone, args, allArgs }: Route) =>
    isAlone || Object.keys(allArgs).some((name) => given.has(name) && !Object.hasOwn(args, name))
  return matching.some(({ route }) => isOwn(route)) ? 'gateway' : 'both'
}

/** What reads is never meant to write, where there is something to read. */
function isAnswered(matching: readonly Match[], method: string | null): boolean {
  if (matching.length === 0) return false
  if (method === null || method === 'OPTIONS') return true
  return matching.some(({ route }) =>
    route.methods.some((each) => each === (method === 'HEAD' ? 'GET' : method)),
  )
}

/** Answers say which other methods are allowed there, which may depend on arguments of theirs. */
function allowedBeside(
  read: Route | undefined,
  matching: readonly Match[],
  asked: Pick<Call, 'request' | 'given'>,
): readonly string[] {
  return matching
    .filter(({ route }) => route !== read && route.pattern === read?.pattern)
    .filter(({ route, parameters }) =>
      route.permits({ ...asked, parameters, body: noBody, viewer: anonymous }),
    )
    .flatMap(({ route }) => route.methods)
}

const noBody: Call['body'] = new Map<string, never>()

/** A cursor beside a page is refused, whatever the page. */
function isKept(method: string | null, given: Query): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (secretArgs.some((name) => given.has(name))) return false
  return !given.has('cursor') || !(given.has('page') || given.has('offset'))
}

/** The address as it was sent. */
function addressKey({ path, query }: Request): string | null {
  return mayHold(query, secretArgs) ? null : `rest ${path}?${query}`
}

function selectionText(selection: Selection): unknown {
  if (selection === null) return null
  return [...selection]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, below]) => [name, selectionText(below)])
}

function embeddingText(embedding: Embedding): unknown {
  return embedding === 'all' ? embedding : [...embedding].toSorted()
}
