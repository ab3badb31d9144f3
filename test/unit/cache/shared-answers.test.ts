// Answers of other gateways: what is stored comes out as it was, and is used only where nothing speaks against it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { encode } from '../../../src/cache/encode.ts'
import { createResponseCache, type KeptReply } from '../../../src/cache/response-cache.ts'
import { createSharedAnswers } from '../../../src/cache/shared-answers.ts'
import { packAnswer, unpackAnswer } from '../../../src/cache/stored-answer.ts'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import type { SharedPlace } from '../../../src/core/change.ts'
import type { Observation, SharedOutcome } from '../../../src/core/observation.ts'
import type { AddressedReply } from '../../../src/core/reply.ts'
import type { Tag } from '../../../src/core/tag.ts'
import { until } from '../../support/eventually.ts'

const place: SharedPlace = { line: 'one', nth: 7 }
const tags: readonly Tag[] = ['row:posts:7', 'list:posts:post']
const reply = (text: string, more: Partial<AddressedReply> = {}): AddressedReply => ({
  status: 200,
  headers: [['Content-Type', 'application/json; charset=UTF-8']],
  body: new TextEncoder().encode(text),
  tags: new Set(tags),
  store: 'shared',
  address: '/posts/7',
  paging: { address: '/posts', index: '/', name: 'page', pages: [['next', 2]] },
  ...more,
})

interface Is {
  place: SharedPlace | null
  against: SharedOutcome | null
  isProven: boolean
  isLate: boolean
}

/** Two gateways over one store, which keeps what it is given. */
function pair(lifeMs = 60_000) {
  const kept = new Map<string, Buffer>()
  const claims = new Set<string>()
  const waiting: (() => void)[] = []
  let keeping: Promise<void> | undefined
  const gateway = () => {
    const seen: Observation[] = []
    const is: Is = { place, against: null, isProven: true, isLate: false }
    const shared = createSharedAnswers({
      store: {
        find: async (name) => (is.isLate ? 'late' : (kept.get(name) ?? null)),
        claim: async (name) => !claims.has(name) && claims.add(name).has(name),
        release: (name) => claims.delete(name),
        keep: async (name, bytes) => {
          await keeping
          kept.set(name, Buffer.from(bytes))
          for (const resolve of waiting.splice(0)) resolve()
        },
        stop: () => {},
      },
      nameOf: (key) => `name of ${key}`,
      lifeMs,
      place: () => is.place,
      against: ({ nth }) => is.against ?? (nth < (is.place?.nth ?? 0) ? 'changed' : null),
      isProven: () => is.isProven,
      observe: (observation) => seen.push(observation),
    })
    const entries = createTaggedCache<KeptReply>({
      bytesMax: 1_000_000,
      lifeMs: () => lifeMs,
      staleMs: 60_000,
    })
    const cache = createResponseCache(entries, undefined, undefined, shared)
    return { cache, entries, is, seen }
  }
  const stored = () => new Promise<void>((resolve) => waiting.push(resolve))
  /** What is stored from now on is there once the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    keeping = promise
    return resolve
  }
  return { one: gateway(), other: gateway(), kept, claims, stored, hold }
}

const text = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString()
const outcomes = (seen: readonly Observation[]) =>
  seen.flatMap((each) => (each.kind === 'shared-answer' ? [each.outcome] : []))

describe('a stored answer', () => {
  it('is what it was', async () => {
    const answer = encode(reply('{"a":1}'.repeat(1000)))
    const bytes = await packAnswer({ place, tags, path: '/posts/7', answer })
    assert(bytes)
    assert.ok(bytes.byteLength < 1000, `${bytes.byteLength} bytes`)
    const found = await unpackAnswer(bytes)
    assert(found)
    const { answer: same } = found
    assert.deepEqual([same.status, same.headers, same.etag], [answer.status, answer.headers, answer.etag])
    assert.deepEqual([same.paging, same.store, text(same)], [answer.paging, answer.store, text(answer)])
    assert.ok(Math.abs(same.madeAt - answer.madeAt) < 1000)
    assert.equal(same.agesFrom, Infinity)
    assert.deepEqual([found.place, found.tags, found.path], [place, tags, '/posts/7'])
  })

  it('keeps from when on its age counts', async () => {
    const answer = encode(reply('{}'), undefined, 5000)
    const found = await unpackAnswer((await packAnswer({ place, tags, path: '/', answer })) ?? Buffer.of())
    assert.equal(Math.round((found?.answer.agesFrom ?? 0) - (found?.answer.madeAt ?? 0)), 5000)
  })

  it('is none where the bytes are others', async () => {
    const bytes = await packAnswer({ place, tags, path: '/', answer: encode(reply('{}')) })
    assert(bytes)
    for (const other of [
      Buffer.of(),
      Buffer.from('text'),
      bytes.subarray(0, 20),
      Buffer.concat([bytes.subarray(4), bytes]),
    ])
      assert.equal(await unpackAnswer(other), null)
  })

  it('is none where it would be too large, or be for one viewer', async () => {
    const many = Array.from({ length: 3000 }, (_, id): Tag => `row:posts:${id}`)
    const large = encode(reply('x'.repeat(2_000_000)))
    assert.equal(await packAnswer({ place, tags: many, path: '/', answer: encode(reply('{}')) }), null)
    assert.equal(await packAnswer({ place, tags, path: '/', answer: large }), null)
    assert.equal(
      await packAnswer({ place, tags, path: '/', answer: encode(reply('{}', { store: 'never' })) }),
      null,
    )
  })
})

describe('a gateway', () => {
  it('uses what another has stored, and then its own cache', async () => {
    const { one, other, stored } = pair()
    const storing = stored()
    await one.cache.load('key', null, async () => reply('made by one'))
    await storing
    const found = await other.cache.load('key', null, async () => reply('made by other'))
    assert.equal(text(found), 'made by one')
    assert.equal(found.isShared, true)
    assert.deepEqual(outcomes(other.seen), ['used'])
    assert.ok(other.cache.find('key', null))
    other.entries.drop(['row:posts:7'])
    assert.equal(other.cache.find('key', null), undefined)
  })

  it('makes an answer where something speaks against the stored one', async () => {
    for (const against of ['changed', 'forgotten', 'elsewhere'] as const) {
      const { one, other, stored } = pair()
      const storing = stored()
      await one.cache.load('key', null, async () => reply('made by one'))
      await storing
      other.is.against = against
      assert.equal(
        text(await other.cache.load('key', null, async () => reply('made by other'))),
        'made by other',
      )
      assert.deepEqual(outcomes(other.seen), [against])
    }
  })

  it('looks for nothing without a proof or a place, and uses nothing that is over', async () => {
    const { one, other, stored } = pair(20)
    const storing = stored()
    await one.cache.load('key', null, async () => reply('made by one'))
    await storing
    const load = async () => text(await other.cache.load('key', null, async () => reply('made by other')))
    other.is.isProven = false
    assert.equal(await load(), 'made by other')
    other.entries.drop(['row:posts:7'])
    other.is.isProven = true
    other.is.isLate = true
    assert.equal(await load(), 'made by other')
    assert.deepEqual(outcomes(other.seen), ['unproven', 'late'])
    const late = pair()
    late.other.is.place = null
    assert.equal(text(await late.other.cache.load('key', null, async () => reply('own'))), 'own')
    assert.deepEqual([outcomes(late.other.seen), late.kept.size], [[], 0])
  })

  it('stores nothing that changed while it was made, that is held, that is not found or for one viewer', async () => {
    const { one, kept, stored } = pair()
    const { cache, entries } = one
    await cache.load('a', null, async () => {
      entries.drop(['row:posts:7'])
      return reply('a')
    })
    entries.hold(1, new Set(tags))
    await cache.load('b', null, async () => reply('b'))
    entries.release(1)
    await cache.load('c', null, async () => reply('c', { status: 404 }))
    await cache.load('d', null, async () => reply('d', { store: 'never' }))
    const storing = stored()
    await cache.load('e', null, async () => reply('e'))
    await storing
    assert.deepEqual([...kept.keys()], ['name of e'])
  })

  it('stores an answer with the place from before it was read', async () => {
    const { one, kept, stored } = pair()
    const storing = stored()
    await one.cache.load('key', null, async () => {
      one.is.place = { line: 'one', nth: 99 }
      return reply('a')
    })
    await storing
    const found = await unpackAnswer(kept.get('name of key') ?? Buffer.of())
    assert.deepEqual(found?.place, place)
  })

  it('leaves an answer that a change dropped to the one that had made it, for a moment', async () => {
    const { one, other, kept, stored } = pair()
    const load = async ({ cache }: typeof one, made: string) =>
      text(await cache.load('key', null, async () => reply(made)))
    const storing = stored()
    await load(one, 'old')
    await storing
    await load(other, 'made twice')
    const change = () => {
      for (const { entries, is } of [one, other]) {
        entries.drop(['row:posts:7'], { cause: 'a test', ms: null, at: 0 })
        is.place = { line: 'one', nth: (is.place?.nth ?? 0) + 1 }
      }
      kept.clear()
    }
    change()
    // The other one is asked first
    const both = [load(other, 'made by the other'), load(one, 'made by the one')]
    assert.deepEqual(await Promise.all(both), ['made by the one', 'made by the one'])
    change()
    assert.equal(await load(other, 'made by the other'), 'made by the other')
  })

  it('waits for the one that makes an answer again, and makes it itself where that one gives up', async () => {
    const { one, other, claims, stored } = pair()
    const gateways = [one, other]
    const textOf = async (cache: typeof one.cache, make: () => Promise<AddressedReply>) =>
      text(await cache.load('key', null, make))
    const storing = stored()
    for (const { cache } of gateways) await textOf(cache, async () => reply('old'))
    await storing
    const change = () => {
      for (const { entries, is } of gateways) {
        entries.drop(['row:posts:7'], { cause: 'a test', ms: null, at: 0 })
        is.place = { line: 'one', nth: (is.place?.nth ?? 0) + 1 }
      }
    }
    change()
    const making = Promise.withResolvers<AddressedReply>()
    const first = textOf(one.cache, () => making.promise)
    await until(() => claims.size === 1)
    const second = textOf(other.cache, async () => reply('made twice'))
    making.resolve(reply('new'))
    assert.deepEqual(await Promise.all([first, second]), ['new', 'new'])
    assert.deepEqual(outcomes(other.seen).at(-1), 'awaited')
    await until(() => claims.size === 0)

    change()
    const failing = Promise.withResolvers<void>()
    // It fails where somebody waits for it: it is claimed before it is made
    const third = textOf(one.cache, async () => {
      await failing.promise
      throw new Error('a test')
    })
    await until(() => claims.size === 1)
    const fourth = textOf(other.cache, async () => reply('made by the other'))
    failing.resolve()
    await assert.rejects(third, /a test/)
    assert.equal(await fourth, 'made by the other')
  })

  it('keeps its claim while what it made before is still being stored', async () => {
    const { one, claims, stored, hold } = pair()
    const release = hold()
    const storing = stored()
    await one.cache.load('key', null, async () => reply('old'))
    one.entries.drop(['row:posts:7'], { cause: 'a test', ms: null, at: 0 })
    one.is.place = { line: 'one', nth: place.nth + 1 }
    const making = Promise.withResolvers<AddressedReply>()
    const next = one.cache.load('key', null, () => making.promise)
    await until(() => claims.size === 1)
    release()
    await storing
    await setImmediate()
    assert.equal(claims.size, 1)
    making.resolve(reply('new'))
    assert.equal(text(await next), 'new')
    await until(() => claims.size === 0)
  })
})
