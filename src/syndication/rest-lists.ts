// The lists of REST, asked for in the gateway itself: what else is made of a list has its arguments, visibility, limits and tags.
import { parseExactly } from '../core/json.ts'
import { parsedOnce, parseQuery } from '../core/query-string.ts'
import type { Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'

/** Arguments that decide the form of an answer, which is ours here. */
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

/** The query without arguments of form, but with `kept` and without `left`; pairs are read as REST reads them. */
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

/** True for a list that an owner has closed to the viewer: any other refusal says nothing of what there is. */
export function isClosed({ status }: Pick<Reply, 'status'>): boolean {
  return status === 401 || status === 403 || status === 404
}

/** The JSON of a reply. */
export function jsonOf({ body }: Pick<Reply, 'body'>): unknown {
  return parseExactly(new TextDecoder().decode(body))
}

/** The digits of an id, or the text that it is. */
export function idOf(item: unknown): string {
  const id = atPath(item, ['id'])
  return typeof id === 'string' ? id : JSON.stringify(id ?? 0)
}

export function itemsOf(reply: Pick<Reply, 'body'>): readonly unknown[] {
  const items = jsonOf(reply)
  return Array.isArray(items) ? items : []
}

export function hasMember(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
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

/** Parts of a reply that is made of several others; made of none, it depends on what nobody knows. */
export function madeOf(replies: readonly Reply[]): Pick<Reply, 'tags' | 'store' | 'ran'> {
  return {
    tags: new Set(replies.flatMap(({ tags }) => [...tags])),
    store: replies.length > 0 && replies.every(({ store }) => store === 'shared') ? 'shared' : 'never',
    ran: replies.flatMap(({ ran = [] }) => ran),
  }
}
