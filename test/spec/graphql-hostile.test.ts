// Hostile requests to the GraphQL interface: arguments of every field at their extremes, broken texts, bodies and addresses that
// are no requests. Each gets an answer below 500, and no resolver throws anything but a refusal.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { viewNames, type ViewName } from '../../src/graphql/views.ts'
import { anyCodePoints } from '../support/code-points.ts'
import { at, onEveryDatabase, type Answer, type On } from '../support/gateway.ts'

const texts = fc.oneof(
  anyCodePoints({ maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e30',
    '99999999999999999999999',
    '9007199254740993',
    '18446744073709551616',
    'user:1',
    'user:',
    'term:-1',
    'comment:99999999999999999999',
    'post:1',
    ':',
    '\0',
    '\uD800',
    '\uDC00\uD800',
    '\uFEFF238',
    '%',
    '%00',
    '_%\\',
    `'"\``,
    '💥'.repeat(500),
    '/',
    '//',
    '?p=238',
    'http://',
    'http://127.0.0.1:8081/2024/02/25/100-sure-50%25-backslash/',
    '__proto__',
    'constructor',
    'MWx8MjAyNC0w',
    '238',
    'general',
    'a '.repeat(500),
  ),
)
const integers = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.constantFrom(-2_147_483_648, 2_147_483_647, -1, 0, 1, 101),
)

/** A value of a type, or one that it does not take. */
function valueOf(type: GraphQLInputType): fc.Arbitrary<unknown> {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return fc.array(fc.oneof(texts, integers), { maxLength: 30 })
  if (isEnumType(nullable)) return fc.constantFrom(...nullable.getValues().map(({ name }) => name))
  const fitting: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    Int: integers,
    Float: fc.double({ noNaN: true, noDefaultInfinity: true }),
    Boolean: fc.boolean(),
  }
  return fitting[String(nullable)] ?? fc.oneof(texts, integers)
}

interface Asked {
  readonly view: ViewName
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** A field of Query, with some of its arguments as variables, and all that can be selected of it. */
function askingOf(view: ViewName, schema: GraphQLSchema): fc.Arbitrary<Asked> {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  return fc.constantFrom(...fields).chain((field) => {
    const { args } = field
    const given = fc.record(Object.fromEntries(args.map(({ name, type }) => [name, valueOf(type)])), {
      requiredKeys: args.filter(({ type }) => isNonNullType(type)).map(({ name }) => name),
    })
    return given.map((variables) => {
      const used = args.filter(({ name }) => Object.hasOwn(variables, name))
      const declared = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
      const passed = used.map(({ name }) => `${name}: $${name}`).join(', ')
      const call = `${field.name}${passed && `(${passed})`} ${selection(field.type, schema, 3)}`
      return { view, query: `query ${declared && `(${declared})`} { ${call} }`, variables }
    })
  })
}

/** Every field that needs no argument, so deep. */
function selection(type: GraphQLOutputType, schema: GraphQLSchema, depth: number): string {
  const named = getNamedType(type)
  if (!isCompositeType(named)) return ''
  const fields = isObjectType(named) || 'getFields' in named ? Object.values(named.getFields()) : []
  const needsNothing = ({ args }: GraphQLField<unknown, unknown>) =>
    args.every(({ type: each }) => !isNonNullType(each))
  const parts = fields.filter(needsNothing).flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return [field.name]
    return depth > 0 ? [`${field.name}${pageOf(field)} ${selection(field.type, schema, depth - 1)}`] : []
  })
  const spread = isAbstractType(named)
    ? schema.getPossibleTypes(named).map((possible) => `... on ${possible.name} { __typename }`)
    : []
  return `{ __typename ${[...parts, ...spread].join(' ')} }`
}

function pageOf({ args }: GraphQLField<unknown, unknown>): string {
  return args.some(({ name }) => name === 'first') ? '(first: 2)' : ''
}

onEveryDatabase(
  'hostile GraphQL requests',
  // Documents are checked before any database is asked
  (on, { runs }) => {
    const errors = ({ gateway }: On) => gateway.observed.filter(({ kind }) => kind === 'error')

    const schemaOf = async (view: ViewName) => {
      const { json } = await on().gateway.send('POST', `/graphql?view=${view}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: getIntrospectionQuery() }),
      })
      return buildClientSchema(JSON.parse(JSON.stringify(at(json, 'data'))))
    }

    const holds = ({ status, json }: Answer, what: string) => {
      assert(status < 500, `${what} → ${status}`)
      assert.equal(
        /INTERNAL_ERROR/.test(JSON.stringify(at(json, 'errors') ?? [])),
        false,
        `${what} → ${JSON.stringify(json)}`,
      )
      assert.deepEqual(errors(on()), [], what)
    }

    it('graphql-hostile/1 never make the gateway fail, whatever the arguments of whatever field', async () => {
      const askings = await Promise.all(viewNames.map(async (view) => askingOf(view, await schemaOf(view))))
      let answered = 0
      await fc.assert(
        fc.asyncProperty(fc.oneof(...askings), async ({ view, query, variables }) => {
          const answer = await on().gateway.send('POST', `/graphql?view=${view}`, {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query, variables }),
          })
          holds(answer, JSON.stringify({ view, query, variables }))
          if (at(answer.json, 'errors') === undefined) answered++
        }),
        { numRuns: runs(240) },
      )
      assert(answered > runs(240) / 20, `only ${answered} were answered`)
    })

    it('graphql-hostile/2 never make the gateway fail, whatever the body or address', async () => {
      const body = fc.oneof(
        anyCodePoints({ maxLength: 200 }),
        fc.json(),
        fc
          .record(
            {
              query: fc.oneof(
                fc.jsonValue(),
                fc.constantFrom('{ __typename }', '{', 'query A { __typename }'),
              ),
              operationName: fc.jsonValue(),
              variables: fc.jsonValue(),
              extensions: fc.oneof(
                fc.jsonValue(),
                fc.record({
                  persistedQuery: fc.oneof(
                    fc.jsonValue(),
                    fc.record({ version: fc.jsonValue(), sha256Hash: fc.jsonValue() }),
                  ),
                }),
              ),
            },
            { requiredKeys: [] },
          )
          .map((value) => JSON.stringify(value)),
      )
      await fc.assert(
        fc.asyncProperty(body, async (text) => {
          const headers = { 'content-type': 'application/json' }
          holds(await on().gateway.send('POST', '/graphql', { headers, body: text }), text)
          const search = ['query', 'variables', 'extensions', 'operationName', 'view']
            .map((name) => `${name}=${encodeURIComponent(text.toWellFormed())}`)
            .join('&')
          for (const address of [
            `/graphql?${search}`,
            `/graphql?query={__typename}&${search}`,
            `/graphql?variables=${search}`,
          ])
            holds(await on().gateway.get(address), address)
        }),
        { numRuns: runs(90) },
      )
    })

    it('graphql-hostile/3 are answered as they are written, whatever the bytes', async () => {
      const post = (body: Uint8Array | string, type = 'application/json') =>
        on().gateway.send('POST', '/graphql', { headers: { 'content-type': type }, body })
      const bytes = (...parts: readonly (string | number)[]) =>
        Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))))
      const refused: readonly (readonly [body: Uint8Array | string, status: number])[] = [
        ['', 400],
        ['[{"query":"{ __typename }"}]', 400],
        ['null', 400],
        ['"{ __typename }"', 400],
        ['['.repeat(100_000), 400],
        [`{"query":"{ __typename }","variables":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400],
        [`{"query":"{ __typename }","variables":{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}}`, 200],
        [bytes('{"query":"{ __typename }","operationName":"', 0xff, 0xfe, '"}'), 200],
        [bytes(0xff, 0xfe, 0x7b), 400],
        ['\uFEFF{"query":"{ __typename }"}', 200],
      ]
      for (const [body, status] of refused) {
        const answer = await post(body)
        assert.equal(answer.status, status, String(body).slice(0, 60))
        holds(answer, String(body).slice(0, 60))
      }
      assert.deepEqual(at((await post('{"query":"{ a: __typename \\u0000 }"}')).json, 'data'), undefined)
      assert.deepEqual(at((await post('{"query":"{ é: __typename }"}')).json, 'data'), undefined)
      assert.deepEqual(at((await post('{"query":"\\uFEFF{ __typename }"}')).json, 'data'), {
        __typename: 'Query',
      })
      for (const type of [
        '',
        'text/plain',
        'application/json; charset=latin1',
        'multipart/form-data; boundary=x',
      ]) {
        const answer = await post('{"query":"{ __typename }"}', type || 'application/x-www-form-urlencoded')
        assert.equal(answer.status, 415)
        assert.match(String(at(answer.json, 'errors', 0, 'message')), /Content-Type: application\/json/)
      }
    })
  },
  { cacheBytesMax: 0, graphqlCostMax: 10_000_000, graphqlTokensMax: 5000, graphqlFieldsMax: 5000 },
)
