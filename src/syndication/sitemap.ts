// Sitemaps (sitemaps.org) of content that anonymous viewers may read: an index, and pages of addresses with the times of their last changes.
import { fail, type Failure } from '../core/failure.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { anonymous } from '../core/viewer.ts'
import { isAnswered, isClosed, itemsOf, madeOf, textAt, timeAt, type AskRest } from './rest-lists.ts'
import { element, xmlDocument } from '../core/xml.ts'

/** The pages of a REST list in one page of a sitemap. */
const listsPerPage = 10
const itemsPerList = 100
const urlsPerPage = listsPerPage * itemsPerList
/** The pages that the protocol allows in an index. */
const pagesMax = 50_000

const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' } as const
const headers = [['Content-Type', 'application/xml; charset=UTF-8']] as const

export interface Sitemaps {
  /** Paths of lists below the root of REST, whose items have pages of their own. */
  readonly lists: () => readonly string[]
  /** The public address below which the pages are: `…/sitemap`. */
  readonly url: string
  /** The header that has the total of a list. */
  readonly totalHeader: string
  readonly ask: AskRest
}

export async function sitemapIndex(
  { lists, url, totalHeader, ask }: Sitemaps,
  request: Request,
): Promise<Reply> {
  const replies: Reply[] = []
  const pages: string[] = []
  for (const list of lists()) {
    const reply = await ask(list, 'per_page=1&_fields=id', request).answer(anonymous)
    if (isClosed(reply)) continue
    if (!isAnswered(reply)) return reply
    replies.push(reply)
    const total = Number(reply.headers.find(([name]) => name === totalHeader)?.[1] ?? 0)
    for (let page = 1; (page - 1) * urlsPerPage < total && pages.length < pagesMax; page += 1)
      pages.push(element('sitemap', [element('loc', `${url}/${baseOf(list)}-${page}.xml`)]))
  }
  return replyOf(200, xmlDocument('sitemapindex', pages, namespace), { ...madeOf(replies), headers })
}

/** A page of the sitemap of one list, from 1 on. */
export async function sitemapPage(
  { lists, ask }: Sitemaps,
  { base, page }: { readonly base: string; readonly page: number },
  request: Request,
): Promise<Reply | Failure> {
  const list = lists().find((each) => baseOf(each) === base)
  if (list === undefined || page < 1) return fail('rest_no_route')
  const replies: Reply[] = []
  const first = (page - 1) * listsPerPage + 1
  for (let nth = first; nth < first + listsPerPage; nth += 1) {
    const query = `per_page=${itemsPerList}&page=${nth}&orderby=id&order=asc&_fields=link,modified_gmt`
    const reply = await ask(list, query, request).answer(anonymous)
    // A page beyond the last one is refused
    if (reply.status === 400 && replies.length > 0) break
    if (!isAnswered(reply)) return reply.status === 400 ? fail('rest_no_route') : reply
    replies.push(reply)
    if (itemsOf(reply).length < itemsPerList) break
  }
  const urls = replies.flatMap(itemsOf).map((item) => {
    const modified = timeAt(item, 'modified_gmt')
    return element('url', [
      element('loc', textAt(item, 'link')),
      ...(modified === '' ? [] : [element('lastmod', modified)]),
    ])
  })
  return replyOf(200, xmlDocument('urlset', urls, namespace), { ...madeOf(replies), headers })
}

function baseOf(list: string): string {
  return list.slice(list.lastIndexOf('/') + 1)
}
