// Selects the end-to-end headers of a message. Hop-by-hop headers stay on their connection (RFC 9110, 7.6.1): Connection and the
// headers that it names, the framing of the body, and headers between proxies.

const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  // CGI programs would use this header as the address of a proxy (HTTP_PROXY)
  'proxy',
])

/** Returns names and values in turn, in their order; `isLeftOut` receives lower-case names. */
export function endToEnd(
  raw: readonly string[],
  isLeftOut: (name: string) => boolean = () => false,
): readonly string[] {
  const named = namedByConnection(raw)
  const passes = (name: string) =>
    !ofConnection.has(name) &&
    !(name.startsWith('proxy-') && name !== 'proxy-status') &&
    !named.has(name) &&
    !isLeftOut(name)
  return raw.filter((_, at) => passes((raw[at - (at % 2)] ?? '').toLowerCase()))
}

function namedByConnection(raw: readonly string[]): ReadonlySet<string> {
  const values = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'connection')
  return new Set(values.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase()))
}

/** The values of a header, by its lower-case name. */
export function valuesOf(raw: readonly string[], wanted: string): readonly string[] {
  return raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === wanted)
}
