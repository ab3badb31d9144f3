// Query strings as PHP parses them: `a=1`, `a[]=1`, `a[0]=1`, `a[b][c]=1`; the last of equal names wins. Nested values are Maps,
// so that no name is special. Depth, count and lengths are limited by the address's own limit and by these constants.

export type QueryValue = string | ReadonlyMap<string, QueryValue>
export type Query = ReadonlyMap<string, QueryValue>

const pairsMax = 1000
const depthMax = 8

type Node = Map<string, string | Node>

export function parseQuery(text: string): Query {
  const query: Node = new Map()
  const nextNumbers = new Map<Node, number>()
  for (const pair of text.split('&', pairsMax)) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1))
    const path = pathOf(name)
    if (path) put(query, path, value, nextNumbers)
  }
  return query
}

/** Parses the text at the first call, and only once. */
export function parsedOnce(text: string): () => Query {
  let query: Query | undefined
  return () => (query ??= parseQuery(text))
}

/** Arguments that the gateway repeats in no address and keeps in no key; some clients put secrets there by mistake. */
export const secretArgs: readonly string[] = ['password', '_wpnonce', 'access_token']

/** True where parseQuery may find one of these names, decided without parsing; names may be percent-encoded. */
export function mayHold(text: string, names: readonly string[]): boolean {
  return names.some((name) => text.includes(name)) || /(?:^|&)[^&=]*%(?!5[bd])/i.test(text)
}

/** `a[b][]` → a, b, '' (the next free number); null for an empty name, or one that is nested too deeply. */
function pathOf(name: string): readonly string[] | null {
  const bracket = name.indexOf('[')
  const closed = bracket > 0 ? /^(?:\[[^\]]*\])+/.exec(name.slice(bracket)) : null
  if (!closed) return name === '' ? null : [name]
  const keys = closed[0].slice(1, -1).split('][')
  return keys.length < depthMax ? [name.slice(0, bracket), ...keys] : null
}

/** PHP's integer keys from 0, after which the next free number comes: `01` is a text. */
const isNumber = /^(?:0|[1-9]\d{0,14})$/

/** `nextNumbers`: one more than the largest number among the keys of a node. */
function put(into: Node, path: readonly string[], value: string, nextNumbers: Map<Node, number>): void {
  let at = into
  for (const [depth, part] of path.entries()) {
    const number = nextNumbers.get(at) ?? 0
    const key = part === '' && depth > 0 ? String(number) : part
    if (isNumber.test(key)) nextNumbers.set(at, Math.max(number, Number(key) + 1))
    const next = at.get(key)
    if (depth === path.length - 1) at.set(key, value)
    else if (next instanceof Map) at = next
    else {
      const child: Node = new Map()
      at.set(key, child)
      at = child
    }
  }
}

/** Decodes percent-encoded text, with `+` as a space; malformed text stays as it is. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
    )
  }
}
