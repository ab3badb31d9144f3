// Definitions are found, once: routes by address, resources by name; a route reads, permits, answers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type, type TProperties } from 'typebox'
import { fail } from '../../../src/core/failure.ts'
import type { Request } from '../../../src/core/request.ts'
import { noTags } from '../../../src/core/reply.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import { Id } from '../../../src/registry/args.ts'
import type { Answered } from '../../../src/registry/bound-route.ts'
import type { Answer, RouteDefinition } from '../../../src/registry/route.ts'
import { createRegistry, type Route } from '../../../src/registry/registry.ts'
import { post } from '../../support/resources.ts'

const request: Request = {
  method: 'GET',
  path: '/',
  query: '',
  args: () => new Map(),
  header: () => undefined,
  client: { address: '127.0.0.1', isSecure: false, isLocal: true },
  body: async () => new Uint8Array(),
}

const answer = (body: unknown): Answer => ({ body, headers: [], tags: noTags, store: 'never' })
const answered = (body: unknown, address: string): Answered => ({
  ...answer(body),
  address,
  caching: undefined,
})

function route(difference: Partial<RouteDefinition>): RouteDefinition {
  return {
    namespace: ':v2',
    path: '/posts/:id',
    methods: ['GET'],
    args: { id: Id('Which.') },
    permission: 'public',
    handle: async ({ args }) => answer(args),
    ...difference,
  }
}

function only<A extends TProperties>(definition: RouteDefinition<A>, brand = 'cms'): Route {
  const registry = createRegistry(brand)
  registry.route(definition)
  const [first, ...more] = registry.seal().routes.all
  assert.ok(first)
  assert.deepEqual(more, [])
  return first
}

const call = (raw: Readonly<Record<string, string>>) => ({
  parameters: new Map<string, string>(),
  raw: new Map(Object.entries(raw)),
  projection: { fields: null, embedded: new Set<string>() },
  body: new Map<string, string>(),
})

/** Asks a route as an anonymous viewer. */
const asking =
  ({ bind }: Route) =>
  (raw: Parameters<Route['bind']>[0]) =>
    bind(raw).answer(request, anonymous)

describe('routes', () => {
  const patterns: readonly (readonly [namespace: string, path: string, brand: string, pattern: string])[] = [
    [':v2', '/posts', 'cms', '/cms/v2/posts'],
    [':v2', '/posts/:id', 'wp', '/wp/v2/posts/(?P<id>[\\d]+)'],
    ['mine/v1', '/a/:one/b/:two', 'cms', '/mine/v1/a/(?P<one>[\\d]+)/b/(?P<two>[\\d]+)'],
    ['', '/', 'cms', '/'],
  ]
  for (const [namespace, path, brand, pattern] of patterns) {
    it(`of ${JSON.stringify(namespace)} and ${path} are named ${pattern}`, () => {
      const named = only(route({ namespace, path, args: { id: Id(''), one: Id(''), two: Id('') } }), brand)
      assert.deepEqual([named.pattern, named.hasParameters], [pattern, path.includes(':')])
    })
  }

  it('match whole addresses, in any case, and give their parameters', () => {
    const { match } = only(route({}))
    assert.deepEqual(match('/cms/v2/posts/17'), new Map([['id', '17']]))
    assert.deepEqual(match('/CMS/v2/Posts/17'), new Map([['id', '17']]))
    const others = ['', '/', '/cms/v2/posts', '/cms/v2/posts/', '/cms/v2/posts/x', '/cms/v2/posts/-1']
    for (const other of [
      ...others,
      '/cms/v2/posts/1/2',
      '/cms/v2/posts/1\n',
      '/x/cms/v2/posts/1',
      '/wp/v2/posts/1',
    ])
      assert.equal(match(other), null, other)
  })

  it('without parameters give none', () => {
    assert.deepEqual(only(route({ path: '/posts', args: {} })).match('/cms/v2/posts'), new Map())
  })

  it('take the characters of their namespace for themselves', () => {
    const { match } = only(route({ namespace: 'my.shop/v1', path: '/a', args: {} }))
    assert.deepEqual(match('/my.shop/v1/a'), new Map())
    assert.equal(match('/myxshop/v1/a'), null)
  })

  it('read arguments, then ask for permission, then answer', async () => {
    const asked: string[] = []
    const ask = asking(
      only({
        ...route({}),
        args: { id: Type.Integer({ minimum: 1 }) },
        permission: (viewer, { id }) => {
          asked.push(`permission ${viewer.kind} ${id}`)
          return id === 2 ? fail('forbidden') : null
        },
        handle: async ({ args, viewer }) => {
          asked.push(`handle ${viewer.kind} ${args.id}`)
          return answer(args.id)
        },
      }),
    )
    const wrong = await ask(call({ id: 'x' }))
    assert.ok('code' in wrong)
    assert.equal(wrong.code, 'rest_invalid_param')
    assert.deepEqual(asked, [])
    assert.deepEqual(await ask(call({ id: '2' })), fail('forbidden', undefined, { permitted: false }))
    assert.deepEqual(asked.splice(0), ['permission anonymous 2'])
    assert.deepEqual(await ask(call({ id: '3' })), answered(3, '/cms/v2/posts/3'))
    assert.deepEqual(asked, ['permission anonymous 3', 'handle anonymous 3'])
  })

  it('give what the client sent beside what it means', async () => {
    const ask = asking(
      only({
        ...route({ path: '/posts' }),
        args: { page: Type.Integer({ default: 1 }) },
        handle: async ({ args, raw }) => answer([args, [...raw]]),
      }),
    )
    assert.deepEqual(
      await ask(call({ other: 'x' })),
      answered([{ page: 1 }, [['other', 'x']]], '/cms/v2/posts'),
    )
  })
})

describe('what a route is called with', () => {
  it('is the body before the query, and the query before the address', async () => {
    const ask = asking(
      only({
        ...route({ path: '/:a/:b/:c' }),
        args: { a: Type.String(), b: Type.String(), c: Type.Integer() },
        handle: async ({ args, parameters }) => answer([args, Object.fromEntries(parameters)]),
      }),
    )
    const inPath = { a: 'path', b: 'path', c: '1' }
    const called = {
      ...call({ a: 'query', b: 'query' }),
      parameters: new Map(Object.entries(inPath)),
      body: new Map([['b', 'body']]),
    }
    assert.deepEqual(
      await ask(called),
      answered([{ a: 'query', b: 'body', c: 1 }, inPath], '/cms/v2/query/body/1'),
    )
  })

  it('is let in by the permission, unless what it brings is wrong', () => {
    const { bind } = only({
      ...route({}),
      args: { id: Type.Integer() },
      permission: (_, { id }) => (id === 2 ? fail('forbidden') : null),
    })
    assert.deepEqual(
      ['1', '2', 'x'].map((id) => bind(call({ id })).permits(anonymous)),
      [true, false, true],
    )
  })
})

describe('the registry', () => {
  it('lists a route of many methods once, and keeps the order of definition', () => {
    const registry = createRegistry('cms')
    registry.route(route({ path: '/b', methods: ['POST', 'PUT'] }))
    registry.route(route({ path: '/a' }))
    assert.deepEqual(
      registry.seal().routes.all.map(({ pattern, methods }) => [pattern, methods]),
      [
        ['/cms/v2/b', ['POST', 'PUT']],
        ['/cms/v2/a', ['GET']],
      ],
    )
  })

  it('takes one path for several methods, but each method once', () => {
    const registry = createRegistry('cms')
    registry.route(route({ methods: ['GET'] }))
    registry.route(route({ methods: ['POST'] }))
    assert.throws(() => registry.route(route({ methods: ['DELETE', 'POST'] })), {
      message: 'there are two definitions of the route POST /cms/v2/posts/(?P<id>[\\d]+)',
    })
  })

  it('refuses two resources of one name', () => {
    const registry = createRegistry('cms')
    registry.resource(post)
    assert.throws(() => registry.resource({ ...post, base: 'others' }), {
      message: 'there are two definitions of the resource post',
    })
    assert.equal(registry.seal().resources.get('post'), post)
  })

  it('takes nothing after it is sealed', () => {
    const registry = createRegistry('cms')
    const { resources } = registry.seal()
    assert.throws(() => registry.resource(post))
    assert.equal(resources.size, 0)
  })

  it('refuses a route whose address holds what it has no argument for', () => {
    assert.throws(() => createRegistry('cms').route(route({ path: '/posts/:id', args: {} })))
  })
})
