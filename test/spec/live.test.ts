// Changes as server-sent events: a reader that comes back with the id of its last event ends with what is public, is told of a gap
// where something may be missing, and never learns of drafts.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startReloadable } from '../../src/app/reload.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig } from '../../src/settings/config.ts'
import { beyondLog } from '../support/beyond-log.ts'
import { eventually } from '../support/eventually.ts'
import { onFollowedDatabases } from '../support/followed.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { started } from '../support/left-over.ts'
import { streaming, type Streaming } from '../support/streaming.ts'

const path = '/cms-json/lectern/v1/changes'
const v2 = '/cms-json/cms/v2'

interface Event {
  readonly id: string | null
  readonly kind: string
  readonly items: readonly unknown[]
}

const eventsIn = (text: string): readonly Event[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
      const data = field('data')
      const items = data === null ? undefined : at(JSON.parse(data), 'changes')
      return { id: field('id'), kind: field('event') ?? 'message', items: Array.isArray(items) ? items : [] }
    })
const idIn = (text: string) => eventsIn(text).findLast(({ id }) => id !== null)?.id ?? null
const itemsIn = (text: string) => eventsIn(text).flatMap(({ items }) => items)

const following = (gateway: Pick<TestGateway, 'url'>, id: string | null = null): Promise<Streaming> =>
  streaming(gateway.url + path, {
    accept: 'text/event-stream',
    ...(id === null ? {} : { 'last-event-id': id }),
  })
/** A reader that has its first id. */
const placed = async (gateway: Pick<TestGateway, 'url'>) => {
  const reader = await following(gateway)
  await reader.until((text) => idIn(text) !== null)
  return reader
}

onFollowedDatabases('live changes', ({ isFollowed, on, start }) => {
  it('live/1 is no address unless the owner says so', async (test) => {
    const closed = await startTestGateway(on().database)
    test.after(closed.stop)
    assert.equal((await closed.get(path, { accept: 'text/event-stream' })).status, 404)
  })

  if (!isFollowed) {
    it('live/2 is refused where changes have no positions', async () => {
      await eventually(async () => {
        const reader = await following(on().gateway)
        reader.leave()
        assert.equal(reader.status, 503)
      })
      const { json } = await on().gateway.get(path, { accept: 'text/event-stream' })
      assert.equal(at(json, 'code'), 'changes_unavailable')
    })
    return
  }

  it('live/11 is a stream for those alone who accept that no less than JSON', async () => {
    for (const [accept, type] of [
      ['text/event-stream', /^text\/event-stream/],
      ['Text/Event-Stream;q=0.9, application/json;q=0.5', /^text\/event-stream/],
      ['text/event-stream, */*;q=0.1', /^text\/event-stream/],
      ['application/json, text/event-stream', /^text\/event-stream/],
      ['*/*, text/event-stream', /^text\/event-stream/],
      ['application/json, text/event-stream;q=0', /^application\/json/],
      ['text/event-stream;q=0', /^application\/json/],
      ['application/json, text/event-stream;q=0.5', /^application\/json/],
      ['x-text/event-stream', /^application\/json/],
      ['text/event-stream;q=0.5, application/json;q=0.1, */*', /^text\/event-stream/],
      ['text/event-stream;q=0.5, application/json;q=0, */*', /^text\/event-stream/],
      ['text/*', /^application\/json/],
    ] as const) {
      const reader = await streaming(on().gateway.url + path, { accept })
      reader.leave()
      assert.match(String(reader.headers['content-type']), type, accept)
    }
  })

  it('live/3 has items as everybody may read them, tombstones, and nothing of drafts', async () => {
    const reader = await placed(on().gateway)
    assert.deepEqual(
      [reader.headers['content-type'], reader.headers['cache-control'], reader.headers['x-accel-buffering']],
      ['text/event-stream', 'private, no-store', 'no'],
    )
    for (const statement of [
      `update wp_posts set post_title = 'Hidden' where post_status in ('draft', 'private')`,
      `insert into wp_postmeta (post_id, meta_key, meta_value) select ID, 'hidden', '1' from wp_posts where post_status = 'draft'`,
      `update wp_posts set post_title = 'Changed' where ID = 201`,
      `update wp_posts set post_status = 'draft' where ID = 203`,
    ])
      await on().database.execute(statement)
    const items = itemsIn(await reader.until((text) => text.includes('"gone"')))
    const { json } = await on().gateway.get(`${v2}/posts?include=201&_fields=id,type,link,modified_gmt`)
    assert.deepEqual(items, [...list(json), { id: 203, type: 'post', gone: true }])
    reader.leave()
  })

  it('live/4 says that there is a gap after a position that is foreign, forged or of another time', async () => {
    for (const id of ['x', 'bm90aGluZw', 'MWx8fHw']) {
      const reader = await following(on().gateway, id)
      const text = await reader.until((all) => idIn(all) !== null)
      const gap = eventsIn(text).find((event) => event.kind === 'gap')
      assert.equal(gap?.id === undefined || gap.id === id, false)
      reader.leave()
      const again = await following(on().gateway, gap?.id ?? '')
      await on().database.execute(`update wp_posts set post_title = concat('After ', now(6)) where ID = 204`)
      const has204 = (all: string) => itemsIn(all).some((item) => at(item, 'id') === 204)
      const more = await again.until(has204)
      assert.equal(
        eventsIn(more).some((event) => event.kind === 'gap'),
        false,
      )
      again.leave()
    }
  })

  it('live/10 says that there is a gap after a position beyond the end of the log, and goes on from where that is', async () => {
    const first = await placed(on().gateway)
    const id = beyondLog(idIn(first.text()))
    first.leave()
    const reader = await following(on().gateway, id)
    const text = await reader.until((all) => idIn(all) !== null)
    const told = eventsIn(text).find((event) => event.id !== null)
    assert.deepEqual([told?.kind, told?.id === id], ['gap', false])
    reader.leave()
  })

  it('live/5 misses nothing for a reader that comes back a hundred times, to two gateways', async (test) => {
    const second = await start()
    test.after(second.stop)
    const first = await placed(second)
    let id = idIn(first.text())
    first.leave()
    const everything = async () => {
      const { json } = await on().gateway.get(`${v2}/posts?per_page=100&_fields=id`)
      return new Set(list(json).map((item) => Number(at(item, 'id'))))
    }
    const copy = await everything()
    const ended = new AbortController()
    const write = async () => {
      for (let nth = 0; !ended.signal.aborted; nth += 1)
        await on().database.execute(
          `update wp_posts set post_status = '${nth % 3 === 0 ? 'draft' : 'publish'}', post_title = 'Title ${nth}' where ID = ${201 + ((nth * 7) % 30)} and post_type = 'post' and post_password = ''`,
        )
    }
    const writing = write()
    for (let nth = 0; nth < 100; nth += 1) {
      const reader = await following(nth % 2 === 0 ? on().gateway : second, id)
      const text = await reader.until((all) => itemsIn(all).length > 0)
      reader.leave()
      assert.equal(
        eventsIn(text).some((event) => event.kind === 'gap'),
        false,
      )
      for (const item of itemsIn(text))
        if (at(item, 'gone') === true) copy.delete(Number(at(item, 'id')))
        else if (at(item, 'type') === 'post') copy.add(Number(at(item, 'id')))
      id = idIn(text) ?? id
    }
    ended.abort()
    await writing
    const reader = await following(on().gateway, id)
    await on().database.execute(
      `update wp_posts set post_title = 'The end', post_status = 'publish' where ID = 201`,
    )
    void reader.until(() => false).catch(() => {})
    await eventually(async () => {
      const now = new Set(copy)
      for (const item of itemsIn(reader.text()))
        if (at(item, 'gone') === true) now.delete(Number(at(item, 'id')))
        else if (at(item, 'type') === 'post') now.add(Number(at(item, 'id')))
      assert.deepEqual(now, await everything())
    })
    reader.leave()
  })

  it('live/6 goes on while nothing changes', async (test) => {
    const often = await start({ requestTimeoutMs: 1000 })
    test.after(often.stop)
    const reader = await placed(often)
    await reader.until((text) => text.split('\n\n').length > 6)
    reader.leave()
  })

  it('live/7 is limited for each client and in all, until a client leaves', async (test) => {
    const narrow = await start({
      changeStreamsMax: 2,
      changeStreamsPerClientMax: 1,
      trustedProxies: ['127.0.0.1'],
    })
    test.after(narrow.stop)
    const from = (address: string) => ({ accept: 'text/event-stream', 'x-forwarded-for': address })
    const first = await streaming(narrow.url + path, from('203.0.113.1'))
    const own = await narrow.get(path, from('203.0.113.1'))
    assert.deepEqual([own.status, at(own.json, 'code')], [429, 'too_many_streams'])
    const second = await streaming(narrow.url + path, from('203.0.113.2'))
    assert.equal((await narrow.get(path, from('203.0.113.3'))).status, 503)
    first.leave()
    await eventually(async () => {
      const third = await streaming(narrow.url + path, from('203.0.113.3'))
      third.leave()
      assert.equal(third.status, 200)
    })
    second.leave()
  })

  it('live/8 has no body for HEAD, and ends as a whole when the gateway stops', async () => {
    const stopped = await start()
    const head = await stopped.send('HEAD', path, { headers: { accept: 'text/event-stream' } })
    assert.deepEqual([head.status, head.text], [200, ''])
    const readers = await Promise.all(Array.from({ length: 5 }, () => placed(stopped)))
    await stopped.stop()
    assert.deepEqual(await Promise.all(readers.map((reader) => reader.ended())), Array(5).fill(true))
    assert.deepEqual(
      stopped.observed.flatMap((each) => (each.kind === 'stream-ended' ? [each.outcome] : [])),
      Array(5).fill('whole'),
    )
  })

  it('live/9 ends when the settings are read again, and is taken up by the gateway that follows', async (test) => {
    const addresses = parseAddresses(on().database.adminUrl)
    const read = readConfig({
      file: { port: 0, changes: 'on', feed: 'binlog', cursorKey: ['a key for tests only'] },
      environment: {},
      flags: {},
    })
    assert(addresses !== null && read.kind === 'config')
    const reloadable = await startReloadable(read.config, addresses, () => {})
    const isStopped = started('a gateway that is reloaded', reloadable.stop)
    test.after(async () => {
      isStopped()
      await reloadable.stop()
    })
    await reloadable.ready
    const [first, second] = [
      await placed({ url: reloadable.localUrl }),
      await placed({ url: reloadable.localUrl }),
    ]
    await reloadable.reload({ config: read.config, addresses })
    assert.deepEqual([await first.ended(), await second.ended()], [true, true])
    const again = await placed({ url: reloadable.localUrl })
    await on().database.execute(
      `update wp_posts set post_title = 'After the reload', post_status = 'publish' where ID = 204`,
    )
    await again.until((text) => itemsIn(text).some((item) => at(item, 'id') === 204))
    again.leave()
  })
})
