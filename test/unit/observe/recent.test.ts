// Recent events: counted by the second, bounded, and gone after its time.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Observation } from '../../../src/core/observation.ts'
import { createRecent, latencyBoundsMs } from '../../../src/observe/recent.ts'
import { routeShape } from '../../../src/observe/route-shape.ts'

type Request = Extract<Observation, { readonly kind: 'request' }>

const request = (rest: Partial<Request> = {}): Request => ({
  kind: 'request',
  method: 'GET',
  path: '/cms-json/cms/v2/posts/7',
  status: 200,
  ms: 3,
  cache: 'miss',
  ...rest,
})

function withClock() {
  let nowMs = 1_000_000
  const recent = createRecent(() => nowMs)
  return { ...recent, pass: (seconds: number) => (nowMs += seconds * 1000) }
}

it('requests are counted by the second and by what the cache had to do with them, for a minute', () => {
  const { observe, now, pass } = withClock()
  for (const each of [
    request({ cache: 'hit', ms: 0.05 }),
    request(),
    request({ cache: 'none', status: 503 }),
  ])
    observe(each)
  assert.equal(now().seconds.length, 60)
  assert.deepEqual(now().seconds.at(-1), { hits: 0, misses: 0, others: 0, failed: 0 })
  pass(1)
  assert.deepEqual(now().seconds.at(-1), { hits: 1, misses: 1, others: 1, failed: 1 })
  const { kept, made } = now().latency
  assert.deepEqual([kept[0], made[latencyBoundsMs.indexOf(5)]], [1, 2])
  pass(59)
  assert.equal(now().seconds[0]?.hits, 1)
  pass(1)
  assert.deepEqual(
    now().seconds.reduce((sum, { hits, misses, others }) => sum + hits + misses + others, 0),
    0,
  )
  assert.deepEqual(now().totals, { requests: 3, hits: 1, shared: 0, misses: 1 })
})

it('the slowest routes are those of what was made, by their shapes, and are forgotten', () => {
  const { observe, now, pass } = withClock()
  for (const [path, ms] of [
    ['/cms-json/cms/v2/posts/7', 10],
    ['/cms-json/cms/v2/posts/8', 30],
    ['/graphql', 50],
  ] as const)
    observe(request({ path, ms }))
  observe(request({ path: '/cms-json/cms/v2/tags', ms: 90, cache: 'hit' }))
  observe(request({ path: '/made-up', ms: 90, status: 404 }))
  assert.deepEqual(now().routes, [
    { route: '/graphql', count: 1, meanMs: 50, maxMs: 50 },
    { route: '/cms-json/cms/v2/posts/…', count: 2, meanMs: 20, maxMs: 30 },
  ])
  pass(300)
  assert.deepEqual(now().routes, [])
})

it('whatever clients ask for, there are so many routes and drops, each so long', () => {
  const { observe, now } = withClock()
  for (const letter of Array.from({ length: 500 }, (_, at) =>
    at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? ''),
  ))
    observe(request({ path: `/${letter}` }))
  assert(now().routes.length <= 8)
  for (let at = 0; at < 50; at += 1) observe({ kind: 'dropped', entries: at, cause: 'x'.repeat(1000) })
  const { dropped } = now()
  assert.deepEqual([dropped.length, dropped[0]?.entries, dropped[0]?.cause.length], [12, 49, 120])
})

it('the shape of an address has no ids, hashes or long words, and so many parts', () => {
  for (const [path, shape] of [
    ['/', '/'],
    ['/cms-json/cms/v2/posts/7', '/cms-json/cms/v2/posts/…'],
    ['/cms-json/cms/v2/posts/7/revisions/8', '/cms-json/cms/v2/posts/…/revisions/…'],
    ['/cms-json/cms/v2/block-types', '/cms-json/cms/v2/block-types'],
    [`/${'word'.repeat(20)}`, '/…'],
    ['/a b/<i>', '/…/…'],
    ['/a/b/c/d/e/f/g/h/i/j', '/a/b/c/d/e/f/g/…'],
  ] as const)
    assert.equal(routeShape(path), shape)
})
