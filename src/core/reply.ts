// A reply as a value: the result of a stage, before it is encoded, stored and sent.
import type { EventClient, Following } from './event-stream.ts'
import type { Tag } from './tag.ts'

export type Header = readonly [name: string, value: string]

/** A statement that ran for a reply, by its plan's name. */
export interface Ran {
  readonly plan: string
  readonly ms: number
  /** When it began, in ms of performance.now(). */
  readonly at: number
}

export interface Reply {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  /** The digest that identifies the body among bodies of its address. Default: it is made of the bytes. */
  readonly digest?: string
  /** A stream that replaces `body`: such a reply is never cached, compressed, or given a length. Default: none. */
  readonly stream?: ReplyStream
  /** Tags of everything read to make the reply; a change of any of these makes it stale. */
  readonly tags: ReadonlySet<Tag>
  /** `shared`: the same for every anonymous viewer, so the response cache may hold it. */
  readonly store: 'shared' | 'never'
  /** The neighbouring pages, where it is a page of a list. */
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
  /** Read at most once, at the client's pace; an error breaks the response off, and is a defect unless it is a StreamRefused. */
  readonly chunks: AsyncIterable<string>
}

/** The stream is refused midway, with a failure that a request for the rest would get. */
export class StreamRefused extends Error {}

/** Events that are sent as they happen, until the client leaves. */
export interface EventStream {
  readonly kind: 'changes' | 'subscription'
  /** Starts the stream; it may be called once. */
  readonly begin: (client: EventClient) => Following
}

export type StreamKind = ReplyStream['kind']

/** A caching policy for one answer, where it differs from the default. */
export interface Caching {
  /** Seconds for which clients may use the reply without revalidation. */
  readonly maxAgeS?: number
  /** The value of CDN-Cache-Control (RFC 9213). */
  readonly cdnCacheControl?: string
}

/** Links to pages repeat the arguments as the request wrote them, so they are made for each request. */
export interface Paging {
  /** The address of the list, without a query. */
  readonly address: string
  /** The address of the interface, to which the header links where links to the pages are too long. */
  readonly index: string
  /** The argument that differs between its pages. */
  readonly name: 'page' | 'cursor'
  readonly pages: readonly (readonly [rel: 'prev' | 'next', value: string | number])[]
}

/** A reply whose canonical path is known. */
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
