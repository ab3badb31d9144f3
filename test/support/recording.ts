// Answers of a real WordPress over the demo's data (test/fixtures/recorded-a.json.gz), and how an answer of the gateway is held
// against them. Parts that a reading gateway words for itself are left out: writing, caching, CORS.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Answer } from './gateway.ts'

const recordedItem = Type.Object({
  group: Type.String(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  kind: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Unknown(),
  ties: Type.Optional(Type.Object({ keys: Type.Array(Type.Unknown()) })),
  opts: Type.Optional(
    Type.Object({
      auth: Type.Optional(Type.String()),
      headers: Type.Optional(Type.Record(Type.String(), Type.String())),
      body: Type.Optional(Type.Unknown()),
    }),
  ),
})
const recording = Compile(Type.Object({ base: Type.String(), items: Type.Array(recordedItem) }))

export type Recorded = Static<typeof recordedItem>

/** The requests that a reading gateway is asked: none that writes to what is built in. */
export function readRecording(): readonly Recorded[] {
  const file = new URL('../fixtures/recorded-a.json.gz', import.meta.url)
  const parsed: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString())
  if (!recording.Check(parsed)) throw new Error('the recording is not what it should be')
  return parsed.items.filter((item) => item.group !== 'live-login' && item.group !== 'cors' && !writes(item))
}

function writes({ method, path, opts }: Recorded): boolean {
  const overridden = /_method=/i.test(path) || Object.hasOwn(opts?.headers ?? {}, 'x-http-method-override')
  return !path.includes('myplugin') && (!['GET', 'HEAD', 'OPTIONS'].includes(method) || overridden)
}

/** Where, in paths like `$[].title.rendered`, an answer is not what was recorded. */
export function differences(recorded: Recorded, answer: Answer, url: string): readonly string[] {
  const found: string[] = []
  if (answer.status !== recorded.status) found.push('status')
  for (const name of compared) {
    const [expected, actual] = [recorded.headers[name], answer.headers.get(name) ?? undefined]
    const isSame = headerOf(name, neutral(expected ?? '', url)) === headerOf(name, neutral(actual ?? '', url))
    if (!isSame) found.push(`header ${name}`)
  }
  const body = bodyOf(neutral(answer.text, url), answer.headers.get('content-type') ?? '')
  if (body.kind !== recorded.kind) return [...found, 'kind']
  const [expected, actual] = [readOnly(recorded.body), readOnly(body.value)]
  const pruned = pruneRoutes(expected, actual)
  differ(pruned.expected, untied(recorded, pruned.expected, pruned.actual), '$', found)
  return [...new Set(found)]
}

const compared = [
  'x-wp-total',
  'x-wp-totalpages',
  'link',
  'allow',
  'content-type',
  'location',
  'access-control-expose-headers',
  'x-content-type-options',
]

function headerOf(name: string, value: string): string {
  const parts = value.split(name === 'link' ? /,\s*(?=<)/ : /\s*,\s*/).map((part) => part.toLowerCase())
  if (name === 'content-type') return value.toLowerCase().replace(/;\s*/g, '; ')
  if (name === 'link')
    return value
      .split(/,\s*(?=<)/)
      .toSorted()
      .join(', ')
  return parts
    .filter((part) => name !== 'allow' || part === 'get')
    .toSorted()
    .join(', ')
}

/** Addresses of both sites as `http://SITE`, in every spelling. */
function neutral(text: string, url: string): string {
  return [url, 'http://127.0.0.1:8081'].reduce((left, base) => {
    const host = base.replace(/^https?:\/\//, '')
    const spellings: readonly (readonly [string, string])[] = [
      [base, 'http://SITE'],
      [base.replaceAll('/', '\\/'), 'http:\\/\\/SITE'],
      [encodeURIComponent(base), 'http%3A%2F%2FSITE'],
      [base.replaceAll(':', '&#58;'), 'http&#58;//SITE'],
      [host, 'SITE'],
    ]
    return spellings.reduce((text_, [from, to]) => text_.replaceAll(from, to), left)
  }, text)
}

function bodyOf(text: string, type: string): { readonly kind: string; readonly value: unknown } {
  if (text === '') return { kind: 'empty', value: '' }
  const callback = type.includes('javascript') ? /^\/\*\*\/([\w.]+)\(([\s\S]*)\)\s*$/.exec(text) : null
  if (callback) return { kind: `jsonp ${callback[1]}`, value: masked(JSON.parse(callback[2] ?? 'null')) }
  return type.includes('json')
    ? { kind: 'json', value: masked(JSON.parse(text)) }
    : { kind: 'text', value: text }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mapValue(
  value: unknown,
  map: (entry: readonly [string, unknown]) => readonly [string, unknown][],
): unknown {
  if (Array.isArray(value)) return value.map((member) => mapValue(member, map))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      map([name, member]).map(([kept, inner]) => [kept, mapValue(inner, map)]),
    ),
  )
}

const schemaKeys = [
  'type',
  'required',
  'enum',
  'context',
  'anyOf',
  'oneOf',
  'properties',
  'default',
  'items',
  'format',
]

/** What schemas say to people is only there or not. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (!isObject(value)) return value
  const isSchema =
    !['id', 'slug', 'taxonomy'].some((name) => name in value) &&
    !('name' in value && 'url' in value) &&
    schemaKeys.some((name) => name in value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSchema && name === 'description' && typeof member === 'string' && member !== ''
        ? '<text>'
        : masked(member),
    ]),
  )
}

const reads = (methods: readonly unknown[]) =>
  methods.filter((method) => method === 'GET' || method === 'HEAD')

/** Without what is said about writing. */
function readOnly(value: unknown): unknown {
  return mapValue(value, ([name, member]) => {
    if (name.startsWith('wp:action-') || name === 'allow_batch') return []
    if (name === 'targetHints' && isObject(member) && Array.isArray(member['allow']))
      return [[name, { ...member, allow: reads(member['allow']) }]]
    if (name === 'methods' && Array.isArray(member)) return [[name, reads(member)]]
    if (name === 'endpoints' && Array.isArray(member))
      return [
        [
          name,
          member.filter(
            (each) => !isObject(each) || !Array.isArray(each['methods']) || reads(each['methods']).length > 0,
          ),
        ],
      ]
    return [[name, member]]
  })
}

const mustList =
  /^\/wp\/v2\/(posts|pages|media|categories|tags|users|comments|search|types|taxonomies|statuses|settings|products|genre)$|^\/myplugin\/v1\//

/** Routes of the original that need not be served are not missed, in the index and in namespaces. */
function pruneRoutes(
  expected: unknown,
  actual: unknown,
): { readonly expected: unknown; readonly actual: unknown } {
  if (!isObject(expected) || !isObject(actual)) return { expected, actual }
  const [wanted, there] = [expected['routes'], actual['routes']]
  if (!isObject(wanted) || !isObject(there)) return { expected, actual }
  const kept = Object.keys(wanted).filter((name) => name in there || mustList.test(name))
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(kept.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
  const own = (names: unknown) =>
    Array.isArray(names) ? names.filter((name) => /^(?:wp|myplugin)\//.test(String(name))) : names
  return {
    expected: { ...expected, routes: pick(wanted), namespaces: own(expected['namespaces']) },
    actual: { ...actual, routes: pick(there), namespaces: own(actual['namespaces']) },
  }
}

/** Rows with equal sort keys have no order in the original: they are put into the recorded one. */
function untied({ ties }: Recorded, expected: unknown, actual: unknown): unknown {
  if (!ties || !Array.isArray(expected) || !Array.isArray(actual)) return actual
  if (expected.length !== actual.length || ties.keys.length !== actual.length) return actual
  const idOf = (item: unknown) => (isObject(item) ? item['id'] : undefined)
  const groups = Map.groupBy(actual.keys(), (place) => JSON.stringify(ties.keys[place]))
  return actual.map((item: unknown, place) => {
    const tied = groups.get(JSON.stringify(ties.keys[place])) ?? []
    const wanted = idOf(expected[place])
    return tied.map((other): unknown => actual[other]).find((other) => idOf(other) === wanted) ?? item
  })
}

function differ(expected: unknown, actual: unknown, path: string, found: string[]): void {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) found.push(`${path}.length`)
    for (const [place, member] of expected.entries()) differ(member, actual[place], `${path}[]`, found)
  } else if (isObject(expected) && isObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)]))
      differ(expected[name], actual[name], `${path}.${name}`, found)
  } else if (expected !== actual) found.push(path)
}
