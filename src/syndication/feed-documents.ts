// Feeds of entries: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1.
import { element, xmlDocument } from '../core/xml.ts'

export interface FeedEntry {
  readonly id: string
  readonly url: string
  readonly title: string
  /** HTML. */
  readonly summary: string
  /** HTML. */
  readonly content: string
  readonly author: string
  /** `2024-02-01T10:00:00Z`, '' where there is none. */
  readonly published: string
  readonly updated: string
}

export interface Feed {
  readonly title: string
  readonly description: string
  readonly home: string
  /** Its own address. */
  readonly self: string
  /** The time of the latest change among its entries. */
  readonly updated: string
  readonly entries: readonly FeedEntry[]
}

export type FeedFormat = 'rss' | 'atom' | 'json'

export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml; charset=UTF-8',
  atom: 'application/atom+xml; charset=UTF-8',
  json: 'application/feed+json; charset=UTF-8',
}

export function feedDocument(feed: Feed, format: FeedFormat): string {
  switch (format) {
    case 'rss':
      return rss(feed)
    case 'atom':
      return atom(feed)
    case 'json':
      return json(feed)
  }
}

function rss({ title, description, home, self, updated, entries }: Feed): string {
  const items = entries.map((entry) =>
    element('item', [
      element('title', entry.title),
      element('link', entry.url),
      element('guid', entry.id, { isPermaLink: String(entry.id === entry.url) }),
      given('pubDate', rfc822(entry.published)),
      given('dc:creator', entry.author),
      given('description', entry.summary),
      given('content:encoded', entry.content),
    ]),
  )
  const channel = element('channel', [
    element('title', title),
    element('link', home),
    element('description', description),
    element('atom:link', '', { href: self, rel: 'self', type: 'application/rss+xml' }),
    given('lastBuildDate', rfc822(updated)),
    ...items,
  ])
  return xmlDocument('rss', [channel], {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  })
}

function atom({ title, description, home, self, updated, entries }: Feed): string {
  // Atom requires `updated` in every entry
  const never = '1970-01-01T00:00:00Z'
  const items = entries.map((entry) =>
    element('entry', [
      element('id', entry.id),
      element('title', entry.title),
      element('link', '', { href: entry.url }),
      element('updated', entry.updated || entry.published || never),
      given('published', entry.published),
      entry.author === '' ? '' : element('author', [element('name', entry.author)]),
      given('summary', entry.summary, { type: 'html' }),
      given('content', entry.content, { type: 'html' }),
    ]),
  )
  return xmlDocument(
    'feed',
    [
      element('id', self),
      element('title', title),
      given('subtitle', description),
      element('link', '', { href: home }),
      element('link', '', { href: self, rel: 'self' }),
      element('updated', updated || never),
      // Atom requires an author of the feed where an entry has none
      element('author', [element('name', title)]),
      ...items,
    ],
    { xmlns: 'http://www.w3.org/2005/Atom' },
  )
}

function json({ title, description, home, self, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    ...(description === '' ? {} : { description }),
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_html: entry.content || entry.summary,
      ...(entry.content !== '' && entry.summary !== '' ? { summary: entry.summary } : {}),
      ...(entry.published === '' ? {} : { date_published: entry.published }),
      ...(entry.updated === '' ? {} : { date_modified: entry.updated }),
      ...(entry.author === '' ? {} : { authors: [{ name: entry.author }] }),
    })),
  })
}

/** An element with a text, or '' where the text is empty. */
function given(name: string, text: string, attributes?: Readonly<Record<string, string>>): string {
  return text === '' ? '' : element(name, text, attributes)
}

function rfc822(time: string): string {
  return time === '' ? '' : new Date(time).toUTCString()
}
