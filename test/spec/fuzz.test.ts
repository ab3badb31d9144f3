// A bounded fuzzer over everything that a gateway says it has: the routes of its index with arguments that fit their schemas
// or do not, documents made of its GraphQL schema, headers, bodies, and bytes. FUZZ_SEED and FUZZ_REQUESTS change the run.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { it } from 'node:test'
import fc from 'fast-check'
import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { anyCodePoints } from '../support/code-points.ts'
import { at, onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { pieces } from '../support/hostile-text.ts'
import { seedOfRun } from '../support/random.ts'

const numRuns = Number(process.env['FUZZ_REQUESTS'] ?? 400)
const seed = Number(process.env['FUZZ_SEED'] ?? seedOfRun())
const deadlineMs = 30_000
/** Addresses that are asked for once more when all is done. */
const comparedMax = 150
const settings = { extensions: ['config/extensions/myplugin.ts'], publicUrl: 'http://127.0.0.1:8081' }
/** Stacks, statements, messages of databases, and hashes of passwords. */
const inside =
  /node_modules|\bat (?:async )?[\w.<>]+ \(|SQLITE_|\bER_[A-Z_]+\b|error in your SQL|\$wp\$2y|\$2y\$10|\$P\$B|(?:Type|Range|Reference)Error/

const numbers = [
  '-1',
  '0',
  '1',
  '201',
  '1e30',
  '2147483648',
  '9007199254740993',
  '18446744073709551616',
  'NaN',
]
const times = [
  '2024-01-01T00:00:00',
  '2024-02-30T24:00:60',
  '2024-02-30T25:61:61',
  '0000-00-00',
  '9999-12-31T23:59:59-12:00',
]
const words = [
  'hello',
  'publish',
  'any',
  'edit',
  'desc',
  'include',
  'true',
  'null',
  '',
  "' or 1=1 -- ",
  '__proto__',
]
const text = fc.oneof(
  fc.constantFrom(...numbers, ...times, ...words),
  fc.constantFrom(...pieces),
  fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 2, max: 400 })).map(([piece, n]) => piece.repeat(n)),
  anyCodePoints({ maxLength: 20 }),
)

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** As a header holds it. */
const headerText = text.map((value) =>
  value
    .replace(/[^\t\x20-\x7e]/g, '?')
    .slice(0, 1000)
    .trim(),
)
const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'authorization',
    'cookie',
    'forwarded',
    'if-none-match',
    'origin',
    'range',
    'x-forwarded-for',
    'x-http-method-override',
    'x-cms-nonce',
  ),
  headerText,
  { maxKeys: 2 },
)

function restRequests(index: unknown): fc.Arbitrary<Sent> {
  const routes = Object.entries(Object(at(index, 'routes')))
  const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE')
  return fc.constantFrom(...routes).chain(([pattern, route]) => {
    const own = Object.keys(Object(at(route, 'endpoints', 0, 'args')))
    const name = fc.constantFrom(
      ...own,
      '_fields',
      '_embed',
      '_envelope',
      '_jsonp',
      '_method',
      'rest_route',
      'a',
    )
    const key = fc.tuple(name, fc.constantFrom('', '', '', '[]', '[0]', '[a]', '[a][b]', '['))
    const pairs = fc.array(fc.tuple(key, text), { maxLength: 5 })
    const inPath = fc.constantFrom('201', '230', 'post', 'category', 'publish', '0', '%00', '%FF', 'a%2Fb')
    const body = fc.option(fc.oneof(fc.json(), text), { nil: '' })
    return fc.record({ method, pairs, inPath, headers, body }).map((parts) => {
      const address = pattern.replace(/\(\?P<\w+>(?:\([^)]*\)|\[[^\]]*\]|[^()[\]])*\)/g, parts.inPath)
      const query = parts.pairs.map(([[each, brackets], value]) => `${each}${brackets}=${encoded(value)}`)
      const path = `/cms-json${address}?${query.join('&')}`
      const isRead = parts.method === 'GET' || parts.method === 'HEAD'
      return { method: parts.method, path, headers: parts.headers, body: isRead ? null : parts.body }
    })
  })
}

function graphqlRequests(schema: GraphQLSchema): fc.Arbitrary<Sent> {
  const argument = fc.oneof(
    text.map((value) => JSON.stringify(value.toWellFormed())),
    fc.integer().map(String),
    fc.constantFrom('null', 'true', '[1]', '{a: 1}', 'X'),
  )
  const selection = (typeName: string, depth: number): fc.Arbitrary<string> => {
    const type = schema.getType(typeName)
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
    const chosen = atMost(3, fields).chain((some) =>
      fc.tuple(
        ...some.map((field) => {
          const inner = getNamedType(field.type)
          const args = field.args.map(({ name }) => name)
          const given = atMost(2, args).chain((names) =>
            fc.tuple(...names.map((name) => argument.map((value) => `${name}: ${value}`))),
          )
          const below = !isCompositeType(inner)
            ? fc.constant('')
            : depth > 0
              ? selection(inner.name, depth - 1)
              : fc.constant('{ __typename }')
          return fc
            .tuple(given, below)
            .map(([list, under]) => field.name + (list.length > 0 ? `(${list.join(', ')})` : '') + under)
        }),
      ),
    )
    return chosen.map((list) => `{ __typename ${list.join(' ')} }`)
  }
  const query = fc.oneof({ weight: 9, arbitrary: selection('Query', 4) }, { weight: 1, arbitrary: text })
  return fc.record({ query, headers, variables: fc.option(fc.jsonValue()) }).map((parts) => ({
    method: 'POST',
    path: '/graphql',
    headers: { ...parts.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: parts.query, variables: parts.variables }),
  }))
}

function atMost<T>(most: number, list: T[]): fc.Arbitrary<T[]> {
  return fc.subarray(list, { maxLength: Math.min(most, list.length) })
}

/** Byte by byte, whatever they mean together. */
function unescaped(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).slice(0, 3000).replace(/%.?$/, '')
}

const line = fc.constantFrom(
  'GET / HTTP/1.1',
  'GET /cms-json/ HTTP/1.1',
  'POST /graphql HTTP/1.1',
  'PRI * HTTP/2.0',
  'G\0T / HTTP/1.1',
  'GET http://a/ HTTP/1.1',
)
const field = fc.constantFrom(
  'Host: x',
  'Content-Length: 5',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: x',
  ' folded: x',
  'a b: c',
  ': x',
  'Expect: 100-continue',
  'Upgrade: h2c',
  `X: ${'y'.repeat(20_000)}`,
)
const bytes = fc.tuple(
  line,
  fc.array(field, { maxLength: 4 }),
  fc.constantFrom('', 'abcde', 'ffffffffffffffff\r\na', '5\r\nabcde\r\n0\r\n\r\n'),
)

onEveryDatabase(
  'a fuzzed gateway',
  // What is read from a request is the same over every database
  (on, { runs: share }) => {
    const requestsMax = share(numRuns)
    const bug = (
      sent: Sent,
      { status, text: answer }: { readonly status: number; readonly text: string },
    ) => {
      if (status >= 500) return `status ${status}: ${answer}`
      const [found] = inside.exec(answer) ?? []
      const asked = unescaped(sent.path) + (sent.body ?? '')
      return found !== undefined && !asked.includes(found) ? `it shows ${found}` : null
    }
    const asked = new Set<string>()
    /** An answer that says that it is JSON and is none throws where it is read. */
    const check = async (sent: Sent) => {
      const { method, path, headers: own, body } = sent
      asked.add(path)
      const signal = AbortSignal.timeout(deadlineMs)
      const answer = await on().gateway.send(method, path, {
        headers: own,
        signal,
        body,
      })
      assert.equal(bug(sent, answer), null)
    }
    const run = (requests: fc.Arbitrary<Sent>, runs: number) =>
      fc.assert(fc.asyncProperty(requests, check), { numRuns: runs, seed, endOnFailure: true })

    it(`fuzz/1 answers requests to every route (FUZZ_SEED=${seed})`, async () => {
      await run(restRequests((await on().gateway.get('/cms-json/')).json), requestsMax)
    })

    it(`fuzz/2 answers documents of its schema (FUZZ_SEED=${seed})`, async () => {
      const { json } = await on().gateway.graphql(getIntrospectionQuery())
      const data: Parameters<typeof buildClientSchema>[0] = Object(at(json, 'data'))
      await run(graphqlRequests(buildClientSchema(data)), Math.ceil(requestsMax / 2))
    })

    it(`fuzz/3 ends connections of bytes that are no request (FUZZ_SEED=${seed})`, async () => {
      const { hostname, port } = new URL(on().gateway.url)
      const ends = fc.asyncProperty(bytes, async ([first, fields, body]) => {
        const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: false })
        let answer = ''
        socket.on('data', (part: Buffer) => (answer += part.toString('latin1')))
        const closed = Promise.withResolvers<void>()
        // A connection that is refused before all of it was read may be reset
        socket.on('error', () => {}).on('close', () => closed.resolve())
        socket.end(Buffer.from(`${first}\r\n${fields.join('\r\n')}\r\n\r\n${body}`, 'latin1'))
        socket.setTimeout(deadlineMs, () => closed.reject(new Error(`no end in ${deadlineMs} ms`)))
        await closed.promise
        assert.doesNotMatch(answer, /^HTTP\/1\.1 5(?!05|01)/)
        assert.doesNotMatch(answer, inside)
      })
      await fc.assert(ends, { numRuns: Math.ceil(requestsMax / 6), seed, endOnFailure: true })
    })

    it(`fuzz/4 answers afterwards as a gateway that was asked nothing before (FUZZ_SEED=${seed})`, async () => {
      const { database, gateway } = on()
      const untouched = await startTestGateway(database, { ...settings, cacheBytesMax: 0 })
      const answer = async ({ get }: TestGateway, path: string) => {
        const { status, text: body } = await get(path)
        return { path, status, body }
      }
      for (const path of ['/cms-json/', '/cms-json/cms/v2/posts', ...[...asked].slice(0, comparedMax)])
        assert.deepEqual(await answer(gateway, path), await answer(untouched, path))
      await untouched.stop()
      assert.deepEqual(
        gateway.observed.filter(({ kind }) => kind === 'error'),
        [],
      )
    })
  },
  settings,
)
