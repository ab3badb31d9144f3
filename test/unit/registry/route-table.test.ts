// Looking a route up by the fixed segments of its pattern finds what trying every pattern finds, in the same order.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { noTags } from '../../../src/core/reply.ts'
import { Id } from '../../../src/registry/args.ts'
import { createRegistry } from '../../../src/registry/registry.ts'

const words = { id: Id(''), slug: Type.String({ pattern: '[^\\x2f]+' }), user: Type.String() }
const registry = createRegistry('cms')
for (const [namespace, path] of [
  ['', '/'],
  [':v2', ''],
  [':v2', '/posts'],
  [':v2', '/posts/:id'],
  [':v2', '/posts/:id/revisions'],
  [':v2', '/posts/by-slug/:slug'],
  [':v2', '/Users/me'],
  [':v2', '/users/(?P<user>\\d+|me)'],
  ['my.shop/v1', '/a-b/:slug/c'],
  ['x/v1', '/(?P<slug>[^()]+)'],
] as const)
  registry.route({
    namespace,
    path,
    methods: ['GET'],
    args: words,
    permission: 'public',
    handle: async () => ({ body: null, headers: [], tags: noTags, store: 'never' }),
  })
const { routes } = registry.seal()

describe('a table of routes', () => {
  it('finds for any address the routes that match it', () => {
    const segments = 'cms CMS v2 posts Posts users me 7 by-slug revisions my.shop myxshop v1 a-b c x é K'
    const segment = fc.constantFrom('', '\n', ...segments.split(' '))
    let found = 0
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), (path) => {
        const address = `/${path.join('/')}`
        const expected = routes.all.filter(({ match }) => match(address) !== null)
        const matching = routes.matching(address)
        found += matching.length
        assert.deepEqual(
          matching.map(({ route }) => route.pattern),
          expected.map(({ pattern }) => pattern),
        )
        for (const { route, parameters } of matching) assert.deepEqual(parameters, route.match(address))
      }),
      { numRuns: 2000 },
    )
    assert.ok(found > 20, `${found} routes were found`)
  })

  it('finds each route at an address of its own', () => {
    for (const [address, pattern] of [
      ['/', '/'],
      ['/cms/v2', '/cms/v2'],
      ['/CMS/v2/POSTS/7', '/cms/v2/posts/(?P<id>[\\d]+)'],
      ['/cms/v2/users/me', '/cms/v2/Users/me'],
      ['/x/v1/a/b/c', '/x/v1/(?P<slug>[^()]+)'],
    ] as const)
      assert.equal(routes.matching(address)[0]?.route.pattern, pattern, address)
  })
})
