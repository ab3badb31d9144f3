// The endpoint of feeds, sitemaps, exports and changes, below REST's root. All of them are made from answers of REST.
import type { Live } from '../core/event-stream.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Reply } from '../core/reply.ts'
import type { Viewer } from '../core/viewer.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'
import { changesSince, type ChangesOptions, type PageList } from './changes.ts'
import { createLive, isLive } from './changes-stream.ts'
import { exportList, exportTypes, type ExportFormat, type ExportOptions } from './export.ts'
import { listFeed, type ListFeed } from './feed.ts'
import { feedTypes, type FeedFormat } from './feed-documents.ts'
import { createAskRest } from './rest-lists.ts'
import { sitemapIndex, sitemapPage, type Sitemaps } from './sitemap.ts'

export interface SyndicationOptions {
  readonly rest: EndpointDefinition
  readonly brand: string
  readonly publicUrl: string
  readonly pageLists: () => readonly PageList[]
  /** The lists that feeds are made of; null while REST refuses everything, because no database is served. */
  readonly datedLists: () => ReadonlySet<string> | null
  /** Null where changes are not served. */
  readonly changes: (Live & Pick<ChangesOptions, 'seal'>) | null
  /** Null where no lists are exported. */
  readonly exports: Omit<ExportOptions, 'ask'> | null
}

export function createSyndication({
  rest,
  brand,
  publicUrl,
  pageLists,
  datedLists,
  changes,
  exports,
}: SyndicationOptions): EndpointDefinition {
  const path = `${rest.path}/lectern/v1`
  const ask = createAskRest(rest)
  const sitemaps: Sitemaps = {
    lists: () => pageLists().map((list) => list.path),
    url: `${publicUrl}${path}/sitemap`,
    totalHeader: `X-${brand.toUpperCase()}-Total`,
    ask,
  }
  const following: ChangesOptions | null = changes && { ...changes, lists: pageLists, ask }
  const live = following && changes && createLive(following, changes)
  const made = (given: Reply | Failure, viewer: Viewer) =>
    isFailure(given) ? rest.refuse(given, viewer) : given
  return {
    name: 'syndication',
    path,
    below: true,
    variesBy: [],
    crossOrigin: true,
    parse: (request): Operation => {
      const wanted = request.method === 'GET' ? wantedAt(request.path.slice(path.length)) : null
      const of = ({ cacheKey, answer }: ListFeed): Operation => ({
        servedBy: 'gateway',
        path: () => request.path,
        cacheKey,
        replay: () => null,
        answer: async (viewer) => made(await answer(viewer), viewer),
        refuse: async (failure, viewer) => rest.refuse(failure, viewer),
      })
      switch (wanted?.kind) {
        case undefined:
          return rest.parse(request)
        case 'feed': {
          const { base, format } = wanted
          const list = `/${brand}/v2/${base}`
          // Items of other lists, such as terms, have no place in time
          if (datedLists()?.has(list) === false) return of(noFeed)
          return of(listFeed({ list, format, url: `${publicUrl}${request.path}` }, request, ask))
        }
        case 'changes':
          return of({
            cacheKey: () => null,
            answer: async (viewer) => {
              if (following === null || live === null) return fail('rest_no_route')
              return isLive(request) ? live(request, viewer) : changesSince(following, request)
            },
          })
        case 'export': {
          const { base, format } = wanted
          const address = { list: `/${brand}/v2/${base}`, base, format }
          return of({
            cacheKey: () => null,
            answer: async (viewer) =>
              exports ? exportList(address, request, viewer, { ...exports, ask }) : fail('rest_no_route'),
          })
        }
        case 'sitemaps':
          return of({ cacheKey: () => 'sitemap', answer: () => sitemapIndex(sitemaps, request) })
        case 'sitemap':
          return of({
            cacheKey: () => `sitemap ${wanted.base} ${wanted.page}`,
            answer: () => sitemapPage(sitemaps, wanted, request),
          })
      }
    },
    refuse: (failure, viewer) => rest.refuse(failure, viewer),
  }
}

const noFeed: ListFeed = { cacheKey: () => null, answer: async () => fail('rest_no_route') }

type Wanted =
  | { readonly kind: 'feed'; readonly base: string; readonly format: FeedFormat }
  | { readonly kind: 'changes' }
  | { readonly kind: 'export'; readonly base: string; readonly format: ExportFormat }
  | { readonly kind: 'sitemaps' }
  | { readonly kind: 'sitemap'; readonly base: string; readonly page: number }

function wantedAt(path: string): Wanted | null {
  if (path === '/changes') return { kind: 'changes' }
  if (path === '/sitemap.xml') return { kind: 'sitemaps' }
  const [, mapped, page] = /^\/sitemap\/([\w-]+)-(\d{1,5})\.xml$/.exec(path) ?? []
  if (mapped !== undefined) return { kind: 'sitemap', base: mapped, page: Number(page) }
  const [, kind, base, form] = /^\/(feeds|export)\/([\w-]+)\.([a-z]+)$/.exec(path) ?? []
  if (base === undefined) return null
  if (kind === 'export') {
    const format = Object.keys(exportTypes).find((each): each is ExportFormat => each === form)
    return format === undefined ? null : { kind, base, format }
  }
  const format = Object.keys(feedTypes).find((each): each is FeedFormat => each === form)
  return format === undefined ? null : { kind: 'feed', base, format }
}
