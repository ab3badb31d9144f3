// Chooses the media type of an answer by the weights of the Accept header (RFC 9110, 12.5.1). Without the header it
// is the older one of GraphQL's two, because clients that know the newer one request it.

export type MediaType = 'application/graphql-response+json' | 'application/json'

const accepted: ReadonlyMap<string, MediaType> = new Map([
  ['application/graphql-response+json', 'application/graphql-response+json'],
  ['application/json', 'application/json'],
  ['application/*', 'application/json'],
  ['*/*', 'application/json'],
])

/** Null where the client accepts no available media type. */
export function mediaTypeOf(accept: string | undefined): MediaType | null {
  return bestOf(accept || '*/*', accepted)
}

const withPage = new Map([...accepted, ['text/html', 'text/html'] as const])

/** True where the client prefers HTML: a browser that opens the address. */
export function prefersPage(accept: string | undefined): boolean {
  return bestOf(accept || '*/*', withPage) === 'text/html'
}

const withStream = new Map([...accepted, ['text/event-stream', 'text/event-stream'] as const])

/** True where the client prefers server-sent events. */
export function prefersStream(accept: string | undefined): boolean {
  return bestOf(accept || '*/*', withStream) === 'text/event-stream'
}

/** The first of equal weights wins. */
function bestOf<T>(accept: string, offered: ReadonlyMap<string, T>): T | null {
  let best: { readonly type: T | null; readonly weight: number } = { type: null, weight: 0 }
  for (const range of accept.toLowerCase().replaceAll(/\s/g, '').split(',')) {
    const [name = '', ...parameters] = range.split(';')
    const type = offered.get(name)
    const weight = weightOf(parameters)
    if (type !== undefined && weight > best.weight && isUtf8(parameters)) best = { type, weight }
  }
  return best.type
}

function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return weight === undefined ? 1 : Number(weight) || 0
}

function isUtf8(parameters: readonly string[]): boolean {
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}
