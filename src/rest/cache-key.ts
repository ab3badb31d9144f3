// What an answer is kept under: what its request asks for, however it is written. An address that was read once is not
// read again: it is remembered with its key, and with the words that links to other pages repeat.
import type { BoundedMap } from '../cache/bounded-map.ts'
import { mayHold, parseQuery, secretArgs, type Query } from '../core/query-string.ts'
import type { Header, Paging } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Route } from '../registry/registry.ts'
import { isFailure } from '../core/failure.ts'
import { methodOf, overrideHeader, routeAddress } from './address.ts'
import { echoOf, linkHeader, linksBeside, type Echo } from './links.ts'
import { parsePresentation } from './presentation.ts'
import { matchesOf } from './matches.ts'
import { parseEmbed, parseFields, type Embedding, type Selection } from './selection.ts'

export interface ReadAddress {
  readonly routes: readonly Route[]
  /** Null where nothing is kept. */
  readonly key: string | null
  readonly echo: Readonly<Record<Paging['name'], Echo>>
}

export interface CacheKeyOptions {
  readonly routes: () => readonly Route[] | null
  readonly root: string
  readonly rootLink: Header
  readonly addresses: BoundedMap<string, ReadAddress>
}

export interface CacheKeys {
  /** Null for what is not kept: what does not read, is refused, or holds a secret. */
  readonly keyOf: (request: Request) => string | null
  /** The links to the pages beside an answer; where there are none, to the index. */
  readonly linkOf: (request: Request, paging: Paging) => Header
}

export function createCacheKeys({ routes, root, rootLink, addresses }: CacheKeyOptions): CacheKeys {
  const read = (request: Request): ReadAddress => {
    const known = routes() ?? []
    const { path, query } = request
    const target = `${request.header(overrideHeader.toLowerCase()) ?? ''} ${path}?${query}`
    const kept = addresses.get(target)
    if (kept?.routes === known) return kept
    const made = { routes: known, ...readAddress(request, known, root) }
    if (!mayHold(query, secretArgs)) addresses.set(target, made)
    return made
  }
  return {
    keyOf: (request) => (request.method === 'GET' || request.method === 'HEAD' ? read(request).key : null),
    linkOf: (request, paging) => {
      if (paging.pages.length === 0) return rootLink
      return linkHeader(linksBeside(paging, read(request).echo[paging.name]))[0] ?? rootLink
    },
  }
}

/** What a remembered address takes up, about. */
export function addressBytes(target: string, { key, echo }: ReadAddress): number {
  const { page, cursor } = echo
  const texts = [target, key ?? '', page.before, page.after, cursor.before, cursor.after]
  return 512 + texts.reduce((bytes, text) => bytes + 2 * text.length, 0)
}

function readAddress(
  request: Request,
  routes: readonly Route[],
  root: string,
): Pick<ReadAddress, 'key' | 'echo'> {
  const given = parseQuery(request.query)
  const method = methodOf(request, given)
  const found = matchesOf(routes, routeAddress(request, given, root)).find(({ route }) =>
    route.methods.includes('GET'),
  )
  const asked = found?.route.asks({ parameters: found.parameters, given }) ?? null
  const echo = {
    page: echoOf(given, asked?.args ?? {}, 'page'),
    // Lists by cursor repeat what was given as it was given
    cursor: echoOf(given, {}, 'cursor'),
  }
  if (asked === null || !isKept(method, given)) return { key: null, echo }
  const presentation = parsePresentation(given)
  if (isFailure(presentation)) return { key: null, echo }
  if (asked.key === null) return { key: found?.route.readsAddress ? addressKey(request) : null, echo }
  const { isEnveloped, isPretty, callback } = presentation
  const rest = JSON.stringify([
    selectionText(parseFields(given)),
    embeddingText(parseEmbed(given)),
    isPretty,
    callback,
    // An envelope holds the links, which repeat the request
    isEnveloped && echo,
  ])
  return { key: `rest ${root}${asked.key}${rest}`, echo }
}

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
