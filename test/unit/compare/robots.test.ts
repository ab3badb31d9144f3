// robots.txt by the examples and rules of RFC 9309.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseRobots } from '../../../src/compare/robots.ts'

const table: readonly (readonly [rules: string, path: string, isAllowed: boolean])[] = [
  ['', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['user-agent: *\r\ndisallow: /wp-json/ # not for machines', '/wp-json/wp/v2/posts', false],
  ['User-agent: *\nDisallow: /wp-json\nAllow: /wp-json/wp/', '/wp-json/wp/v2/posts', true],
  ['User-agent: *\nAllow: /same\nDisallow: /same', '/same', true],
  ['User-agent: other\nDisallow: /', '/a', true],
  ['User-agent: *\nDisallow: /\nUser-agent: lectern-compare\nDisallow: /private', '/a', true],
  ['User-agent: *\nDisallow: /\nUser-agent: lectern-compare\nDisallow: /private', '/private/x', false],
  ['User-agent: one\nUser-agent: lectern-compare\nDisallow: /a', '/a', false],
  ['User-agent: lectern-compare\nDisallow: /a\nUser-agent: one\nDisallow: /b', '/b', true],
  ['User-agent: *\nDisallow: /*?*_embed', '/posts?a=1&_embed', false],
  ['User-agent: *\nDisallow: /*.json$', '/a.json', false],
  ['User-agent: *\nDisallow: /*.json$', '/a.json?b', true],
  ['User-agent: *\nDisallow: /a$', '/a', false],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
  ['Disallow: /', '/a', true],
  ['User-agent: *\nSitemap: /x\nDisallow: /a', '/a', false],
]

for (const [rules, path, isAllowed] of table)
  it(`${JSON.stringify(rules)} ${isAllowed ? 'allows' : 'forbids'} ${path}`, () => {
    assert.equal(parseRobots(rules, 'lectern-compare')(path), isAllowed)
  })

it('a file of any length is read in a moment', () => {
  const rules = `User-agent: *\n${'Disallow: /a*a*a*a*a*b\n'.repeat(30_000)}`
  assert.equal(parseRobots(rules, 'x')(`/${'a'.repeat(2000)}`), true)
})
