// Requests lists of REST inside the gateway: feeds, sitemaps, exports and MCP share REST's arguments, visibility, limits and tags.
import { parseExactly } from '../core/json.ts'
import { parsedOnce, parseQuery } from '../core/query-string.ts'
import type { Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'

/** Arguments for the form of an answer, which the gateway decides here, not the client. */
const ofForm: ReadonlySet<string> = new Set([
  '_fields',
  '_embed',
  '_envelope',
  '_jsonp',
  '_pretty',
  '_method',
  'rest_route',
  'context',
])

/** Removes the arguments of form except `kept`, and those in `left`; names are parsed as REST parses them. */
export function listQuery(
  query: string,
  kept: ReadonlySet<string> = none,
  left: ReadonlySet<string> = none,
): string {
  const isOut = (name: string) => left.has(name) || (ofForm.has(name) && !kept.has(name))
  return query
    .split('&')
    .filter((pair) => ![...parseQuery(pair).keys()].some(isOut))
    .join('&')
}

const none: ReadonlySet<string> = new Set()

/** A GET of REST by an address below its root: `/cms/v2/posts`. */
export type AskRest = (path: string, query: string, from: Pick<Request, 'client'>) => Operation

export function createAskRest(rest: EndpointDefinition): AskRest {
  return (path, query, { client }) =>
    rest.parse({
      method: 'GET',
      path: rest.path + path,
      query,
      args: parsedOnce(query),
      header: () => undefined,
      client,
      body: async () => new Uint8Array(),
    })
}

export function isAnswered({ status }: Pick<Reply, 'status'>): boolean {
  return status === 200
}

/** True for a list that the owner has closed to the viewer; after any other refusal it is unknown which items exist. */
export function isClosed({ status }: Pick<Reply, 'status'>): boolean {
  return status === 401 || status === 403 || status === 404
}

/** The JSON of a reply. */
export function jsonOf({ body }: Pick<Reply, 'body'>): unknown {
  return parseExactly(new TextDecoder().decode(body))
}

/** The id of an item: its digits, or its text where ids are texts. */
export function idOf(item: unknown): string {
  const id = atPath(item, ['id'])
  return typeof id === 'string' ? id : JSON.stringify(id ?? 0)
}

export function itemsOf(reply: Pick<Reply, 'body'>): readonly unknown[] {
  const items = jsonOf(reply)
  return Array.isArray(items) ? items : []
}

export function atPath(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value
  for (const name of path) found = new Map<string, unknown>(Object.entries(found ?? {})).get(String(name))
  return found
}

/** The text at a path of names, '' where there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = atPath(value, path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** The UTC time of a member with its zone; '' where it was never set, or is no time. */
export function timeAt(item: unknown, name: string): string {
  const time = textAt(item, name)
  return /^(?!0000)\d{4}-(?!00)\d\d-(?!00)/.test(time) ? `${time}Z` : ''
}

/** Merges parts of several replies for one that is made of them; made of none it is never stored, as its tags are unknown. */
export function madeOf(replies: readonly Reply[]): Pick<Reply, 'tags' | 'store' | 'ran'> {
  return {
    tags: new Set(replies.flatMap(({ tags }) => [...tags])),
    store: replies.length > 0 && replies.every(({ store }) => store === 'shared') ? 'shared' : 'never',
    ran: replies.flatMap(({ ran = [] }) => ran),
  }
}
