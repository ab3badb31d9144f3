// How long it is remembered what an authorization server said of a token: never longer than the token lives.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createIntrospection, type Introspected } from '../../../src/auth/introspection.ts'
import { singleFlight } from '../../../src/cache/single-flight.ts'
import { isFailure } from '../../../src/core/failure.ts'
import { json, startRemoteServer } from '../../support/remote-server.ts'

async function start(claims: object) {
  const server = await startRemoteServer(json({ active: true, username: 'edith', ...claims }))
  const kept = new Map<string, Introspected>()
  let nowMs = 0
  const { verify } = createIntrospection({
    url: server.url,
    clientId: 'gateway',
    clientSecret: 'secret',
    claims: ['username', 'exp'],
    kept: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    lifeMs: 60_000,
    inFlightMax: 1,
    retryMs: 1000,
    timeoutMs: 5000,
    bytesMax: 100_000,
    join: singleFlight(),
    observe: () => {},
    nowMs: () => nowMs,
  })
  const at = async (ms: number) => {
    nowMs = ms
    const said = await verify('a-token')
    return [isFailure(said) ? said.code : said?.claims['username'], server.asked()]
  }
  return { kept, at }
}

describe('what a server said of a token', () => {
  it('is remembered for its time, then asked again', async () => {
    const { at } = await start({ exp: 1000 })
    assert.deepEqual(await at(0), ['edith', 1])
    assert.deepEqual(await at(59_999), ['edith', 1])
    assert.deepEqual(await at(60_000), ['edith', 2])
  })

  it('is not remembered beyond the end of the token, which needs no question', async () => {
    const { at } = await start({ exp: 30 })
    assert.deepEqual(await at(29_999), ['edith', 1])
    assert.deepEqual(await at(30_000), ['expired_token', 1])
    assert.deepEqual(await at(600_000), ['expired_token', 1])
  })

  for (const exp of ['1', '9999999999', 'never', null, true, [9_999_999_999], {}])
    it(`is worth nothing where its end is ${JSON.stringify(exp)}`, async () => {
      const { at } = await start({ exp })
      assert.deepEqual(await at(0), ['invalid_token', 1])
      assert.deepEqual(await at(1), ['invalid_token', 1])
    })

  it('is kept without the token, and without what nobody looks at', async () => {
    const { kept, at } = await start({ roles: ['a'.repeat(50_000)] })
    assert.deepEqual(await at(0), ['edith', 1])
    const text = JSON.stringify([...kept])
    assert(!text.includes('a-token') && text.length < 200, text)
  })

  it('is not kept where it is large', async () => {
    const { at } = await start({ username: 'a'.repeat(5000) })
    assert.equal((await at(0))[1], 1)
    assert.equal((await at(1))[1], 2)
  })
})
