// Changes of the public content since a position: a client that follows the positions ends with what is public, and never learns
// of drafts.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { beyondLog } from '../support/beyond-log.ts'
import { eventually } from '../support/eventually.ts'
import { onFollowedDatabases } from '../support/followed.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { randomFor } from '../support/random.ts'
import { insertPosts } from '../support/rows.ts'

const path = '/cms-json/lectern/v1/changes'
const v2 = '/cms-json/cms/v2'

const changesAfter = async (gateway: TestGateway, position: unknown) => {
  const { json, status, text } = await gateway.get(`${path}?since=${String(position)}`)
  assert.equal(status, 200, text)
  return json
}
const positionNow = async (gateway: TestGateway) => {
  let position: unknown = null
  await eventually(async () => {
    position = at((await gateway.get(path)).json, 'position')
    assert.equal(typeof position, 'string')
  })
  return position
}

onFollowedDatabases('changes', ({ isFollowed, on, start }) => {
  it('changes/1 are no address unless the owner says so', async (test) => {
    const closed = await startTestGateway(on().database)
    test.after(closed.stop)
    assert.equal((await closed.get(path)).status, 404)
  })

  it('changes/2 since a position that is foreign, forged or too old are a gap', async (test) => {
    const other = await startTestGateway(on().database, {
      changes: 'on',
      cursorKey: ['another key for tests'],
    })
    test.after(other.stop)
    const genuine = isFollowed ? String(await positionNow(on().gateway)) : 'none'
    for (const since of [
      '',
      'x',
      '%00',
      genuine.slice(0, -2),
      `${genuine}a`,
      Buffer.from('00000000:4:binlog.000001').toString('base64url'),
    ]) {
      const json = await changesAfter(on().gateway, since)
      assert.deepEqual([at(json, 'gap'), at(json, 'changes')], ['start again', []], since)
    }
    assert.equal(at(await changesAfter(other, genuine), 'gap'), 'start again')
  })

  if (!isFollowed) return

  it('changes/3 are items as they are, tombstones of what is gone, and nothing of drafts', async () => {
    const first = await positionNow(on().gateway)
    for (const statement of [
      `update wp_posts set post_title = 'Changed' where ID = 201`,
      `update wp_posts set post_status = 'draft' where ID = 203`,
      `update wp_posts set post_title = 'Still hidden' where post_status = 'draft' or post_status = 'private'`,
      `insert into wp_postmeta (post_id, meta_key, meta_value) values (204, 'price', '3')`,
      `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, post_name,
         to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_type)
         select 9001, post_author, post_date, post_date_gmt, '', 'Begun', '', 'draft', 'begun', '', '', post_modified, post_modified_gmt, '', 'post'
         from wp_posts where ID = 201`,
      `update wp_posts set post_content = 'More' where ID = 9001`,
      `delete from wp_posts where ID = 9001`,
      `update wp_posts set post_title = 'Changed again' where ID = 201`,
    ])
      await on().database.execute(statement)
    let position: unknown = first
    const met = new Map<unknown, unknown>()
    await eventually(async () => {
      const json = await changesAfter(on().gateway, position)
      assert.equal(at(json, 'gap'), undefined)
      position = at(json, 'position')
      for (const item of list(at(json, 'changes'))) met.set(at(item, 'id'), item)
      assert.equal(met.size, 3)
    })
    assert.deepEqual(met.get(203), { id: 203, type: 'post', gone: true })
    const { json } = await on().gateway.get(
      `${v2}/posts?include=201,204&orderby=id&_fields=id,type,link,modified_gmt`,
    )
    assert.deepEqual(
      [met.get(204), met.get(201)].toSorted((one, other) => Number(at(other, 'id')) - Number(at(one, 'id'))),
      list(json),
    )
    await eventually(async () => {
      const rest = await changesAfter(on().gateway, position)
      position = at(rest, 'position')
      assert.deepEqual(list(at(rest, 'changes')), [])
    })
    // From the first position on it is the same once more
    const again = await changesAfter(on().gateway, first)
    assert.deepEqual(
      new Set(list(at(again, 'changes')).map((item) => at(item, 'id'))),
      new Set([201, 203, 204]),
    )
    await on().database.execute(`update wp_posts set post_status = 'publish' where ID = 203`)
    await eventually(async () => {
      const [item] = list(at(await changesAfter(on().gateway, position), 'changes'))
      assert.equal(at(item, 'link') === undefined, false)
    })
  })

  it('changes/7 have ids digit by digit', async () => {
    const id = '9007199254740993'
    const position = await positionNow(on().gateway)
    await insertPosts(on().database, [{ ID: id, post_name: 'huge' }])
    await eventually(async () => {
      const { text } = await on().gateway.get(`${path}?since=${String(position)}`)
      assert.match(text, new RegExp(`"id":${id},"type":"post","link"|"id":${id},.*"link"`))
    })
    await on().database.execute(`delete from wp_posts where ID = ${id}`)
  })

  it('changes/5 say of a changed id that the old one is gone', async () => {
    let position = await positionNow(on().gateway)
    await on().database.execute('update wp_posts set ID = 9002 where ID = 205')
    const met = new Map<unknown, unknown>()
    await eventually(async () => {
      const json = await changesAfter(on().gateway, position)
      position = at(json, 'position')
      for (const item of list(at(json, 'changes'))) met.set(at(item, 'id'), at(item, 'gone'))
      assert.deepEqual([met.get(205), met.has(9002), met.get(9002)], [true, true, undefined])
    })
    await on().database.execute('update wp_posts set ID = 205 where ID = 9002')
  })

  it('changes/6 since a position beyond the end of the log are a gap', async () => {
    const position = await positionNow(on().gateway)
    const json = await changesAfter(on().gateway, beyondLog(position))
    assert.deepEqual([at(json, 'gap'), at(json, 'changes')], ['start again', []])
    assert.equal(at(await changesAfter(on().gateway, at(json, 'position')), 'gap'), undefined)
  })

  it('changes/4 lead a client that asks again and again, at two gateways, to what is public', async (test) => {
    const second = await start()
    test.after(second.stop)
    const gateways = [on().gateway, second]
    // A gateway knows nothing of the time before it began to follow, in which others write to the server's log, too
    let position: unknown = await positionNow(second)
    const everything = async () => {
      const { json } = await on().gateway.get(`${v2}/posts?per_page=100&_fields=id`)
      return list(json).map((item) => Number(at(item, 'id')))
    }
    const copy = new Set(await everything())
    const { below } = randomFor('changes/4')
    const writes = async () => {
      for (let nth = 0; nth < 60; nth += 1) {
        const id = 201 + below(30)
        const status = below(2) === 0 ? 'draft' : 'publish'
        await on().database.execute(
          `update wp_posts set post_status = '${status}', post_title = 'Title ${nth}' where ID = ${id} and post_type = 'post' and post_password = ''`,
        )
      }
    }
    const follow = async () => {
      const json = await changesAfter(gateways[below(2)] ?? on().gateway, position)
      assert.equal(at(json, 'gap'), undefined)
      position = at(json, 'position')
      for (const item of list(at(json, 'changes')))
        if (at(item, 'gone') === true) copy.delete(Number(at(item, 'id')))
        else if (at(item, 'type') === 'post') copy.add(Number(at(item, 'id')))
    }
    let ended: 'ended' | null = null
    const writing = writes().then(() => 'ended' as const)
    while (ended === null) {
      await follow()
      ended = await Promise.race([writing, Promise.resolve(null)])
    }
    await eventually(async () => {
      await follow()
      assert.deepEqual(copy, new Set(await everything()))
    })
  })
})
