// A reply as a value: what a stage answers, before it is encoded, stored and sent.
import type { EventClient, Following } from './event-stream.ts'
import type { Tag } from './tag.ts'

export type Header = readonly [name: string, value: string]

/** A statement that ran for a reply, by its plan's name. */
export interface Ran {
  readonly plan: string
  readonly ms: number
  /** When it began, a time of performance.now(). */
  readonly at: number
}

export interface Reply {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  /** Tells the body from any other of its address. Default: it is made of the bytes. */
  readonly digest?: string
  /** The body, where it is made while it is sent, in place of `body`: such a reply is never cached, compressed, or given a length. Default: nothing. */
  readonly stream?: ReplyStream
  /** Names of everything read to make it; a change of any of these makes it stale. */
  readonly tags: ReadonlySet<Tag>
  /** `shared`: the same for every anonymous viewer, so the response cache may hold it. */
  readonly store: 'shared' | 'never'
  /** The pages beside it, where it is one of a list. */
  readonly paging?: Paging
  /** The canonical path of its resource, equal for all spellings of its address. Default: the endpoint's path of the request. */
  readonly address?: string
  readonly caching?: Caching
  /** The statements that ran to make it. Default: none. */
  readonly ran?: readonly Ran[]
}

/** A body that is made while it is sent. */
export type ReplyStream = ChunkStream | EventStream

export interface ChunkStream {
  readonly kind: 'export'
  /** Iterated once at most, as fast as the client reads; an error breaks the response off, and is a defect unless it is a StreamRefused. */
  readonly chunks: AsyncIterable<string>
}

/** The rest of a stream is refused, as a request for it would be. */
export class StreamRefused extends Error {}

/** Events until the client leaves, which come when something happens. */
export interface EventStream {
  readonly kind: 'changes' | 'subscription'
  /** To be called once. */
  readonly begin: (client: EventClient) => Following
}

export type StreamKind = ReplyStream['kind']

/** A caching policy for one answer, where it differs from the default. */
export interface Caching {
  /** Seconds for which clients may use it without revalidation. */
  readonly maxAgeS?: number
  /** CDN-Cache-Control (RFC 9213). */
  readonly cdnCacheControl?: string
}

/** Links to pages repeat what the request asked for as it was written, so they are written for each request. */
export interface Paging {
  /** The address of the list, without a query. */
  readonly address: string
  /** The address of the interface, which is linked where the links to the pages are too long for a header. */
  readonly index: string
  /** The argument that differs between its pages. */
  readonly name: 'page' | 'cursor'
  readonly pages: readonly (readonly [rel: 'prev' | 'next', value: string | number])[]
}

/** A reply whose canonical path is decided. */
export interface AddressedReply extends Reply {
  readonly address: string
}

const encoder = new TextEncoder()

export interface ReplyRest {
  readonly headers?: readonly Header[]
  readonly digest?: string | undefined
  readonly tags?: ReadonlySet<Tag>
  readonly store?: Reply['store']
  readonly ran?: readonly Ran[] | undefined
  readonly paging?: Paging | undefined
  readonly address?: string | undefined
  readonly caching?: Caching | undefined
}

export function jsonReply(status: number, value: unknown, rest: ReplyRest = {}): Reply {
  return replyOf(status, JSON.stringify(value), {
    ...rest,
    headers: [['Content-Type', 'application/json; charset=UTF-8'], ...(rest.headers ?? [])],
  })
}

export function replyOf(
  status: number,
  body: string | Uint8Array,
  { headers, digest, tags, store, ran, paging, address, caching }: ReplyRest,
): Reply {
  return {
    ...(paging ? { paging } : {}),
    ...(address === undefined ? {} : { address }),
    ...(caching ? { caching } : {}),
    ...(digest === undefined ? {} : { digest }),
    status,
    headers: headers ?? [],
    body: typeof body === 'string' ? encoder.encode(body) : body,
    tags: tags ?? noTags,
    store: store ?? 'never',
    ...(ran ? { ran } : {}),
  }
}

export const noTags: ReadonlySet<Tag> = new Set()
