// Chooses the media type of an answer by the weights of the Accept header (RFC 9110, 12.5.1). Without the header it
// is the older one of GraphQL's two, because clients that know the newer one request it. Clients send few different headers,
// so each is parsed once.
import { boundedMap } from '../cache/bounded-map.ts'
import { bestOf, rangesOf } from '../core/weighted.ts'

export type MediaType = 'application/graphql-response+json' | 'application/json'

const accepted: ReadonlyMap<MediaType, readonly string[]> = new Map([
  ['application/json', rangesOf('application/json')],
  ['application/graphql-response+json', rangesOf('application/graphql-response+json')],
])

/** Null where the client accepts no available media type. */
export function mediaTypeOf(accept: string | undefined): MediaType | null {
  return readAccept(accept).type
}

const withPage = new Map<string, readonly string[]>([...accepted, ['text/html', rangesOf('text/html')]])

/** True where the client prefers HTML: a browser that opens the address. */
export function prefersPage(accept: string | undefined): boolean {
  return readAccept(accept).prefersPage
}

// Clients that can read a stream name it
const withStream = new Map<string, readonly string[]>([
  ...accepted,
  ['text/event-stream', ['text/event-stream']],
])

/** True where the client prefers server-sent events. */
export function prefersStream(accept: string | undefined): boolean {
  return readAccept(accept).prefersStream
}

interface Accept {
  readonly type: MediaType | null
  readonly prefersPage: boolean
  readonly prefersStream: boolean
}

/** The number of Accept headers that are cached, and their greatest length in characters. */
const keptMax = 200
const keptLengthMax = 200

const kept = boundedMap<string, Accept>(keptMax)

function readAccept(given: string | undefined): Accept {
  const accept = given || '*/*'
  const known = kept.get(accept)
  if (known) return known
  const read = {
    type: bestOf(accept, accepted, isUtf8),
    prefersPage: bestOf(accept, withPage, isUtf8) === 'text/html',
    prefersStream: bestOf(accept, withStream, isUtf8) === 'text/event-stream',
  }
  if (accept.length <= keptLengthMax) kept.set(accept, read)
  return read
}

function isUtf8(parameters: readonly string[]): boolean {
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}
