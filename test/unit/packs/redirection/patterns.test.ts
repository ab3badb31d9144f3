// Patterns of redirects: those that may run find what PHP's would, and the others are refused.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { linearPattern } from '../../../../src/packs/redirection/patterns.ts'

it('patterns that take one pass over an address are compiled', () => {
  for (const [source, path, groups] of [
    ['^/old/(.*)$', '/old/a/b', ['a/b']],
    ['/old/(.*)', '/old/a', ['a']],
    ['/old-(\\d+)/(.*)', '/old-12/x', ['12', 'x']],
    ['/(?:[a-z]+)-(\\d+)$', '/ab-7', ['7']],
    ['^/(\\d+)/(\\d{2})/([^/]+)/?$', '/2024/05/x/', ['2024', '05', 'x']],
    ['^/a(b|c)?/([a-z0-9-]+)\\.html$', '/ac/d-1.html', ['c', 'd-1']],
    ['^/(?:de|fr)/(.+?)/feed$', '/de/x/y/feed', ['x/y']],
    ['^/Shop(/.*)?$', '/shop', [undefined]],
    ['^/x\\.php$', '/x.php', []],
    ['\\.asp$', '/a/b.asp', []],
    ['^/[\\w.-]+/y$', '/a.b/y', []],
    ['^/(.*)/amp/?$', '/a/amp', ['a']],
  ] as const) {
    const pattern = linearPattern(source, true)
    assert(pattern, source)
    assert.deepEqual(pattern.exec(path)?.slice(1), groups, source)
  }
  assert.equal(linearPattern('^/Old$', false)?.test('/old'), false)
})

it('patterns that may take more, or mean something else in PHP, are refused', () => {
  for (const source of [
    '^/(a+)+b',
    '^/(a|a)*b',
    '^/a+b?a+$',
    '^/a+(b)?a+$',
    '^(.*)(.*)x',
    '^/(.*)-([0-9]+)x',
    '^/a*ab*b.*?c',
    '/(.*)x',
    '/a+b/(.*)x',
    'a+b',
    '-?a+b',
    '/(x|(a+))b',
    '/[^x]*x',
    'b[a-c]+/',
    '^/a|/(.*)/b',
    '^/(?=a)b',
    '^/(a)\\1',
    '^/a\\b',
    '^/a*+b',
    '^/a++',
    '^/[[:alpha:]]',
    '^/[]a]',
    '^/[^]a]',
    '^/a{2',
    '^/é',
    '^/a$b',
    '^/(a',
    '^/a{1,999}',
    `^${'a?'.repeat(9)}`,
    `/${'a'.repeat(600)}`,
    '',
  ])
    assert.equal(linearPattern(source, false), null, source)
})
