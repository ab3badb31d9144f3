// Patterns of routes as paths with parameters in braces.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApiPath } from '../../../../src/rest/description/openapi-route.ts'

describe('the path of a pattern', () => {
  const cases = [
    ['/', '/', {}],
    ['/cms/v2/posts/(?P<id>[\\d]+)', '/cms/v2/posts/{id}', { id: '[\\d]+' }],
    [
      '/cms/v2/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)',
      '/cms/v2/posts/{parent}/revisions/{id}',
      { parent: '[\\d]+', id: '[\\d]+' },
    ],
    [
      '/cms/v2/users/(?P<user_id>(?:[\\d]+|me))/application-passwords',
      '/cms/v2/users/{user_id}/application-passwords',
      { user_id: '(?:[\\d]+|me)' },
    ],
    ['/x/v1/(?P<name>a\\)b)', '/x/v1/{name}', { name: 'a\\)b' }],
  ] as const
  for (const [pattern, path, parameters] of cases) {
    it(`is ${path}`, () => {
      const found = openApiPath(pattern)
      assert.deepEqual([found.path, Object.fromEntries(found.parameters)], [path, parameters])
    })
  }
})
