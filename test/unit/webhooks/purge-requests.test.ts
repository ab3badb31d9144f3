// Requests to CDNs: each names at most as many tags as the CDN takes.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseReceiver } from '../../../src/core/receiver-address.ts'
import { purgeRequests } from '../../../src/webhooks/purge-requests.ts'

const tags = Array.from({ length: 300 }, (_, nth) => `row:posts:${nth}`)

function requests(receiver: string, stale: readonly string[] | 'all') {
  const parsed = parseReceiver(receiver)
  assert.ok(parsed.kind !== 'webhook')
  return purgeRequests(parsed, stale)
}

it('all tags are named, in as few requests as the CDN allows', () => {
  for (const [receiver, sizes, url] of [
    ['fastly:abc:0123456789', [256, 44], 'https://api.fastly.com/service/abc/purge'],
    [
      'cloudflare:def:0123456789',
      Array.from({ length: 10 }, () => 30),
      'https://api.cloudflare.com/client/v4/zones/def/purge_cache',
    ],
    ['netlify:ghi:0123456789', [100, 100, 100], 'https://api.netlify.com/api/v1/purge'],
  ] as const) {
    const made = requests(receiver, tags)
    const named = made.map(({ body }): readonly string[] =>
      Object.values(JSON.parse(body))
        .filter((value) => Array.isArray(value))
        .flat()
        .map(String),
    )
    assert.deepEqual(
      named.map(({ length }) => length),
      sizes,
    )
    assert.deepEqual(named.flat(), tags)
    assert.deepEqual([...new Set(made.map((each) => each.url))], [url])
    assert.equal(requests(receiver, 'all').length, 1)
  }
})

it('one tag a request is named to bunny.net, and many are all', () => {
  const receiver = 'bunny:12:0123456789'
  const few = requests(receiver, tags.slice(0, 20))
  assert.deepEqual(
    few.map(({ url, body }) => [url, JSON.parse(body)]),
    tags.slice(0, 20).map((tag) => ['https://api.bunny.net/pullzone/12/purgeCache', { CacheTag: tag }]),
  )
  for (const stale of ['all', tags.slice(0, 21)] as const)
    assert.deepEqual(
      requests(receiver, stale).map(({ body }) => body),
      ['{}'],
    )
})

it('whatever else is written is an address', () => {
  for (const text of [
    'https://hooks.example/',
    'fastly:abc',
    'fastly:a b:0123456789',
    'cloudflare::0123456789',
    'akamai:a:0123456789',
    'constructor:a:0123456789',
  ])
    assert.deepEqual(parseReceiver(text), { kind: 'webhook', url: text })
})
