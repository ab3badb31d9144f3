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
  ] as const) {
    const made = requests(receiver, tags)
    const named = made.map(({ body }): readonly string[] =>
      Object.values(JSON.parse(body)).flat().map(String),
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

it('whatever else is written is an address', () => {
  for (const text of [
    'https://hooks.example/',
    'fastly:abc',
    'fastly:a b:0123456789',
    'cloudflare::0123456789',
    'akamai:a:0123456789',
  ])
    assert.deepEqual(parseReceiver(text), { kind: 'webhook', url: text })
})
