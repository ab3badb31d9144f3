// Redirects of Redirection: the addresses that each is about, and where it leads (docs/packs.md).
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  leadsElsewhere,
  locationFor,
  matchUrls,
  type Flags,
  type Redirect,
} from '../../../../src/packs/redirection/items.ts'

type Case = readonly [source: string, target: string, asked: string, leads: string | null]

const redirect = (source: string, location: string, query: Flags['query']): Redirect => ({
  id: 1,
  source,
  isPattern: false,
  flags: { query, ignoresCase: true, ignoresSlash: true },
  status: 301,
  location,
})

const cases: Readonly<Record<Flags['query'], readonly Case[]>> = {
  exact: [
    ['/a/', '/b/', '/A', '/b/'],
    ['/a/', '/b/', '/a/?x=1', null],
    ['/a/?x=1&y=2', '/b/', '/a/?y=2&x=1', '/b/'],
    ['/a/?x=1', '/b/', '/a/?X=1', '/b/'],
    ['/\u00fcber-uns/', '/b/', '/\u00fcber-uns', '/b/'],
    ['/%C3%BCber-uns/', '/b/', '/\u00fcber-uns/', '/b/'],
    ['/old%20page/', '/b/', '/old page/', '/b/'],
  ],
  exactorder: [
    ['/a/?x=1&y=2', '/b/', '/a/?x=1&y=2', '/b/'],
    ['/a/?x=1&y=2', '/b/', '/a/?y=2&x=1', null],
  ],
  ignore: [
    ['/?p=5', '/five/', '/', null],
    ['/?p=5', '/five/', '/?p=6', null],
    ['/?p=5', '/five/', '/?utm=x&p=5', '/five/'],
    ['/a/', '/b/', '/a/?x=1', '/b/'],
  ],
  pass: [
    ['/a/', '/b/', '/a/', '/b/'],
    ['/a/', '/b/', '/a/?x=1', '/b/?x=1'],
    ['/a/', '/b/#top', '/a/?x=1', '/b/?x=1#top'],
    ['/a/', '/b/?a=1', '/a/?a=2', '/b/?a=1'],
    ['/a/', '/b/?a=1', '/a/?a=2&c=%26', '/b/?a=1&c=%26'],
    ['/a/?p=5', '/b/', '/a/?x=1', null],
  ],
}

describe('a redirect', () => {
  for (const [query, all] of [
    ['exact', cases.exact],
    ['exactorder', cases.exactorder],
    ['ignore', cases.ignore],
    ['pass', cases.pass],
  ] as const)
    for (const [source, target, asked, leads] of all)
      it(`${source} (${query}) leads ${asked} to ${leads ?? 'nothing'}`, () => {
        const [path = '', wanted = ''] = asked.split('?')
        assert.equal(locationFor(redirect(source, target, query), path, wanted)?.location ?? null, leads)
      })

  for (const [source, location, isFollowed] of [
    ['/a/', '/b/', true],
    ['/a/', '/a/', false],
    ['/a/', 'http://site.example/A', false],
    ['/a/', 'https://elsewhere.example/a/', true],
    ['/a/', '/a/?x=1', true],
    ['/a/', 'javascript:alert(1)', false],
    ['/a/', 'mailto:a@site.example', false],
    ['/a/', '/b/\r\nset-cookie: a=1', false],
    ['/a/', 'http://', false],
    ['/a/', '/\u00fcber/', true],
  ] as const)
    it(`from ${source} to ${JSON.stringify(location)} is ${isFollowed ? '' : 'not '}followed`, () =>
      assert.equal(leadsElsewhere(redirect(source, location, 'exact'), 'http://site.example'), isFollowed))

  it('is found by each form of its path', () => {
    assert.deepEqual(matchUrls('/A/'), ['/a'])
    assert.deepEqual(matchUrls('/\u00dcber (uns)/'), [
      '/\u00fcber (uns)',
      '/%c3%9cber%20(uns)',
      '/%c3%bcber%20(uns)',
      '/%c3%9cber%20%28uns%29',
      '/%c3%bcber%20%28uns%29',
    ])
  })
})
