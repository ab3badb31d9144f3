// A list of REST as a feed for readers: `feeds/posts.rss?categories=2`.
import { decodeEntities } from '../core/entities.ts'
import type { Failure } from '../core/failure.ts'
import { readText } from '../core/plain-text.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Operation } from '../registry/endpoint.ts'
import { feedDocument, feedTypes, type FeedEntry, type FeedFormat } from './feed-documents.ts'
import { isAnswered, itemsOf, jsonOf, listQuery, madeOf, textAt, timeAt, type AskRest } from './rest-lists.ts'

/** The parsed address of a feed. */
export interface FeedAddress {
  /** The path of the list below the root of REST. */
  readonly list: string
  readonly format: FeedFormat
  /** The public address of the feed, without a query. */
  readonly url: string
}

export interface ListFeed {
  readonly cacheKey: Operation['cacheKey']
  readonly answer: (viewer: Viewer) => Promise<Reply | Failure>
}

/** The members of an item are requested whole, because REST serves no parts of those of comments and files. */
const fields =
  'id,date_gmt,modified_gmt,link,guid,title,excerpt,caption,content,description,author_name,_links.author,_embedded.author'

export function listFeed({ list: path, format, url }: FeedAddress, request: Request, ask: AskRest): ListFeed {
  const query = listQuery(request.query)
  const list = ask(path, `${query === '' ? '' : `${query}&`}_embed=author&_fields=${fields}`, request)
  const about = ask('/', '_fields=name,description,home', request)
  return {
    cacheKey: async () => {
      const key = await list.cacheKey()
      return key === null ? null : `feed ${format} ${key}`
    },
    answer: async (viewer) => {
      const reply = await list.answer(viewer)
      if (!isAnswered(reply)) return reply
      const items = itemsOf(reply)
      const site = await about.answer(viewer)
      if (!isAnswered(site)) return site
      const entries = items.map(entryOf)
      const text = (name: string) => decodeEntities(textAt(jsonOf(site), name))
      const asked = listQuery(list.replay()?.target.split('?')[1] ?? '')
      const feed = {
        title: text('name'),
        description: text('description'),
        home: text('home'),
        self: asked === '' ? url : `${url}?${asked}`,
        updated: entries.reduce((latest, { updated }) => (updated > latest ? updated : latest), ''),
        entries,
      }
      return replyOf(200, feedDocument(feed, format), {
        ...madeOf([reply, site]),
        headers: [
          ['Content-Type', feedTypes[format]],
          ['X-Content-Type-Options', 'nosniff'],
        ],
      })
    },
  }
}

function entryOf(item: unknown): FeedEntry {
  const url = textAt(item, 'link')
  return {
    id: textAt(item, 'guid', 'rendered') || url,
    url,
    title: readText(textAt(item, 'title', 'rendered')),
    // Files have a caption and a description instead
    summary: textAt(item, 'excerpt', 'rendered') || textAt(item, 'caption', 'rendered'),
    content: textAt(item, 'content', 'rendered') || textAt(item, 'description', 'rendered'),
    author: readText(textAt(item, '_embedded', 'author', 0, 'name') || textAt(item, 'author_name')),
    published: timeAt(item, 'date_gmt'),
    updated: timeAt(item, 'modified_gmt'),
  }
}
