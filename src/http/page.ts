// The page at `/` describes the gateway: the interfaces, the database, and links to try. The gateway serves all parts of it.
import { decoded } from '../core/decoded.ts'
import { statusOf } from '../core/failure.ts'
import { escapeHtml } from '../core/html-text.ts'
import { refusalHeaders } from '../core/refusal-headers.ts'
import { noTags, type Header, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { fixedOperation } from '../registry/fixed-operation.ts'

export interface PageFacts {
  readonly brand: string
  /** The public address of the gateway. */
  readonly publicUrl: string
  /** The name of the database. */
  readonly database: string
  /** The server's own name and version; null while it cannot be read. */
  readonly server: () => string | null
  /** Lists of content, below the root of REST (`/cms/v2/posts`); none while the database is away. */
  readonly lists: () => readonly string[]
}

const exampleQuery =
  '{ posts(first: 3) { edges { cursor node { id title createdAt author { name } } } pageInfo { endCursor hasNextPage } } }'

export function createPage(facts: PageFacts): EndpointDefinition {
  // Links begin with the path of the public address
  const base = pathOf(facts.publicUrl)
  const answer = ({ path, method, client }: Request): Reply => {
    if (path !== '/')
      return html(
        404,
        document(
          'Not found',
          `<p>There is nothing at this address. <a href="${escapeHtml(base)}/">See what is served</a></p>${otherBrand(path, facts.brand)}`,
        ),
      )
    if (method !== 'GET')
      return html(405, document('Method not allowed', '<p>This page answers GET only.</p>'))
    return html(200, document('Lectern', body(facts, base, client.isLocal)), [restLink(facts)])
  }
  const refuse: EndpointDefinition['refuse'] = (failure, viewer) =>
    html(
      statusOf(failure, viewer),
      document('Refused', `<p>${escapeHtml(failure.message)}</p>`),
      refusalHeaders(failure, viewer),
    )
  return {
    name: 'page',
    path: '/',
    below: false,
    variesBy: [],
    crossOrigin: false,
    parse: (request) =>
      fixedOperation({
        servedBy: 'upstream',
        path: request.path,
        cacheKey: null,
        answer: () => answer(request),
        refuse,
      }),
    refuse,
  }
}

/** Owners of a WordPress try its own path, which exists only under the brand `wp`. */
function otherBrand(path: string, brand: string): string {
  return brand !== 'wp' && /^\/wp-json(?:\/|$)/.test(path)
    ? `\n<p>The REST interface is at <code>/${brand}-json/</code>. <code>BRAND=wp</code> gives it the names that WordPress has.</p>`
    : ''
}

/** Clients discover the REST interface by this link of the page. */
function restLink({ brand, publicUrl }: PageFacts): Header {
  return ['Link', `<${publicUrl}/${brand}-json/>; rel="https://api.w.org/"`]
}

/** Returns `/api` for `https://example.org/api/`; empty where the address has no path. */
function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '')
}

function body(
  { brand, publicUrl, database, server, lists }: PageFacts,
  base: string,
  isLocal: boolean,
): string {
  const rest = `${base}/${brand}-json`
  const content = lists()
  const posts = content.find((path) => path.endsWith('/posts'))
  const list = `${rest}${posts ?? content[0]}`
  const ofContent = [
    [list, 'the newest content'],
    [`${list}?per_page=3&_fields=id,title,link`, 'three items, three fields of each'],
    [`${list}?per_page=2&_embed`, 'two items with what belongs to them'],
    [`${list}?search=a&_fields=id,title`, 'a search'],
  ] as const
  const ofPosts = [
    [
      `${base}/graphql?view=cursor&query=${encodeURIComponent(exampleQuery)}`,
      'three posts by GraphQL, paged by cursor',
    ],
  ] as const
  const examples = [
    [`${rest}/`, 'the index of the REST interface'] as const,
    ...(content.length === 0 ? [] : ofContent),
    [`${rest}/openapi`, 'each REST operation, with a form that sends a request'] as const,
    [`${rest}/openapi.json`, 'the OpenAPI document, for generating clients'] as const,
    ...(posts === undefined ? [] : ofPosts),
  ]
  const found = server()
  // Names and versions are shown on this machine alone
  const named = isLocal ? `<code>${escapeHtml(database)}</code> ` : ''
  const answering = isLocal ? escapeHtml(found ?? '') : 'answers'
  return `
  <p class="lead">Serves the posts, users and terms of an existing database by REST and GraphQL, and changes nothing in it.</p>
  <dl>
    <dt>Database</dt><dd>${named}${found === null ? '<b>cannot be reached at the moment</b>' : answering}</dd>
    <dt>REST</dt><dd><a href="${escapeHtml(rest)}/">${escapeHtml(publicUrl)}/${brand}-json/</a></dd>
    <dt>GraphQL</dt><dd><a href="${escapeHtml(base)}/graphql">${escapeHtml(publicUrl)}/graphql</a></dd>
  </dl>
  <h2>Try it</h2>
  <ul>${examples.map(([href, about]) => `\n    <li><a href="${escapeHtml(href)}">${escapeHtml(about)}</a><br><code>${escapeHtml(decoded(href))}</code></li>`).join('')}
  </ul>`
}

function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 17px/1.55 Georgia, 'Times New Roman', serif; }
  body { background: Canvas; color: CanvasText; max-width: 44rem; margin: 3rem auto; padding: 0 1.2rem; }
  h1 { font-size: 2.2rem; margin: 0; letter-spacing: -.01em; }
  h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
  .lead { font-size: 1.15rem; margin-top: .4rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.4rem; }
  dt { opacity: .65; } dd { margin: 0; }
  dd, code { overflow-wrap: anywhere; }
  code { font: .82em/1.5 ui-monospace, Menlo, Consolas, monospace; }
  li { margin: .55rem 0; } li code { opacity: .65; }
  a { color: light-dark(#0b5394, #8ab4f8); text-underline-offset: .15em; }
</style>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`
}

const encoder = new TextEncoder()

function html(status: number, text: string, headers: readonly Header[] = []): Reply {
  return {
    status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'"],
      ['X-Content-Type-Options', 'nosniff'],
      ...headers,
    ],
    body: encoder.encode(text),
    tags: noTags,
    store: 'never',
  }
}
