// Figures of several processes, as if they were one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Observation } from '../../../src/core/observation.ts'
import { createMetricsOfAll } from '../../../src/observe/metrics-of-all.ts'
import { createMetrics } from '../../../src/observe/metrics.ts'
import { recentOfAll } from '../../../src/observe/recent-of-all.ts'
import { createRecent } from '../../../src/observe/recent.ts'

const request = (ms: number, cache: 'hit' | 'miss'): Observation => ({
  kind: 'request',
  method: 'GET',
  path: '/cms-json/cms/v2/posts',
  status: 200,
  ms,
  cache,
})

const metricsOf = (lagMs: number, entries: number) =>
  createMetrics({
    cache: () => ({ entries, bytes: 10, tags: 1 }),
    lease: () => null,
    feed: () => ({ name: 'binlog', lagMs }),
    servers: () => [],
    isDatabaseThere: () => entries > 1,
    connections: () => ({ busy: 1, waiting: 0 }),
    scans: () => ({ running: 0, waiting: 0 }),
    webhooksWaiting: () => [],
    maps: () => [{ name: 'addresses', entries, part: entries / 10 }],
  })

const valueIn = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )

describe('metrics of several processes', () => {
  it('are sums of counts and sizes, the greatest of lags and parts', async () => {
    const [one, other] = [metricsOf(1000, 1), metricsOf(3000, 4)]
    one.observe(request(2, 'hit'))
    other.observe(request(20, 'hit'))
    other.observe(request(20, 'hit'))
    const all = createMetricsOfAll()
    all.note(1, await one.json())
    all.note(2, await other.json())
    const text = await all.text()
    assert.equal(valueIn(text, 'lectern_requests_total{status="2xx",cache="hit"}'), 3)
    assert.equal(valueIn(text, 'lectern_request_duration_seconds_bucket{le="0.0025",cache="hit"}'), 1)
    assert.equal(valueIn(text, 'lectern_request_duration_seconds_bucket{le="+Inf",cache="hit"}'), 3)
    assert.equal(valueIn(text, 'lectern_request_duration_seconds_count{cache="hit"}'), 3)
    assert.equal(valueIn(text, 'lectern_cache_entries'), 5)
    assert.equal(valueIn(text, 'lectern_database_up'), 1)
    assert.equal(valueIn(text, 'lectern_feed_lag_seconds{feed="binlog"}'), 3)
  })

  it('keep what one that is gone has counted, and nothing else of it', async () => {
    const [one, other] = [metricsOf(1, 1), metricsOf(1, 4)]
    one.observe(request(2, 'hit'))
    other.observe(request(2, 'hit'))
    const all = createMetricsOfAll()
    all.note(1, await one.json())
    all.note(2, await other.json())
    all.note(1, null)
    all.note(1, null)
    const text = await all.text()
    assert.equal(valueIn(text, 'lectern_requests_total{status="2xx",cache="hit"}'), 2)
    assert.equal(valueIn(text, 'lectern_cache_entries'), 4)
    all.note(2, null)
    const last = await all.text()
    assert.equal(valueIn(last, 'lectern_requests_total{status="2xx",cache="hit"}'), 2)
    assert.equal(valueIn(last, 'lectern_request_duration_seconds_count{cache="hit"}'), 2)
  })
})

describe('what happened lately in several processes', () => {
  it('is added up by second, class and route', () => {
    let nowMs = 1000_000
    const [one, other] = [createRecent(() => nowMs), createRecent(() => nowMs)]
    one.observe(request(3, 'miss'))
    other.observe(request(9, 'miss'))
    other.observe(request(0.05, 'hit'))
    one.observe({ kind: 'dropped', entries: 1, cause: 'first' })
    nowMs += 1000
    other.observe({ kind: 'dropped', entries: 2, cause: 'second' })
    const { seconds, latency, dropped, routes, totals } = recentOfAll([one.now(), other.now()])
    assert.deepEqual(seconds.at(-1), { hits: 1, misses: 2, others: 0, failed: 0 })
    assert.deepEqual([latency.kept[0], latency.made[5], latency.made[6]], [1, 1, 1])
    assert.deepEqual(
      dropped.map(({ cause }) => cause),
      ['second', 'first'],
    )
    assert.deepEqual(
      routes.map(({ count, meanMs, maxMs }) => [count, meanMs, maxMs]),
      [[2, 6, 9]],
    )
    assert.deepEqual(totals, { requests: 3, hits: 1, shared: 0, misses: 2 })
  })
})
