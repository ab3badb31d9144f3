// Totals: one count for all who ask meanwhile, kept until it changes; bounded, and said to be, where rows would have to be
// looked through for it and the owner chose so.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Observation } from '../../src/core/observation.ts'
import { asUser, demoKeys } from '../support/demo-credentials.ts'
import { onServer } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'
import { startProcess } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'

const v2 = '/cms-json/cms/v2'

onEveryDatabase(
  'totals',
  (on) => {
    const counts = () =>
      on().gateway.observed.filter((each) => each.kind === 'query' && /\.(?:count|page)$/.test(each.plan))
        .length

    it('totals/1 are counted once for any number of pages that are asked for at the same time, and kept', async () => {
      const { gateway } = on()
      const before = counts()
      const pages = await Promise.all(
        Array.from({ length: 15 }, (_, nth) =>
          gateway.get(`${v2}/posts?per_page=2&page=${nth + 1}&_fields=id`),
        ),
      )
      assert(pages.every(({ headers }) => headers.get('x-cms-total') === '32'))
      assert.equal(counts(), before + 1)
      assert.equal((await gateway.get(`${v2}/posts?per_page=3&_fields=id`)).headers.get('x-cms-total'), '32')
      assert.equal(counts(), before + 1)
      // Another list, another total
      await gateway.get(`${v2}/posts?per_page=2&categories=2&_fields=id`)
      assert.equal(counts(), before + 2)
    })

    it('totals/2 are shared with GraphQL', async () => {
      const { gateway } = on()
      const answer = await gateway.graphql('{ posts(first: 1) { totalCount } }')
      const before = counts()
      const again = await gateway.graphql('{ posts(first: 2) { totalCount } }')
      assert.deepEqual(
        at(answer.json, 'data', 'posts', 'totalCount'),
        at(again.json, 'data', 'posts', 'totalCount'),
      )
      assert.equal(counts(), before)
    })

    it('totals/3 are counted anew when what they count changes', async (test) => {
      const { database } = on()
      const gateway = await startTestGateway(database, { feed: 'auto' })
      test.after(gateway.stop)
      const total = async () =>
        (await gateway.get(`${v2}/posts?per_page=2&_fields=id`)).headers.get('x-cms-total')
      assert.equal(await total(), '32')
      await database.execute(`update wp_posts set post_status = 'draft' where ID = 201`)
      await eventually(async () => assert.equal(await total(), '31'))
      await database.execute(`update wp_posts set post_status = 'publish' where ID = 201`)
      await eventually(async () => assert.equal(await total(), '32'))
    })

    it('totals/9 are counted anew when a term comes that posts have already, on large tables', async (test) => {
      const { database } = on()
      const [posts, term] = [Array.from({ length: 5100 }, (_, nth) => ({ ID: 20_000 + nth })), 9100]
      await insertPosts(database, posts)
      await insertRows(
        database,
        'wp_term_relationships',
        posts.slice(0, 2).map(({ ID }) => ({ object_id: ID, term_taxonomy_id: term, term_order: 0 })),
      )
      const gateway = await startTestGateway(database, { feed: 'auto' })
      test.after(gateway.stop)
      const total = async () =>
        (await gateway.get(`${v2}/posts?categories=${term}&per_page=1`)).headers.get('x-cms-total')
      assert.equal(await total(), '0')
      await insertRows(database, 'wp_terms', [{ term_id: term, name: 'Late', slug: 'late', term_group: 0 }])
      await insertRows(database, 'wp_term_taxonomy', [
        { term_taxonomy_id: term, term_id: term, taxonomy: 'category', description: '', parent: 0, count: 2 },
      ])
      await eventually(async () => assert.equal(await total(), '2'))
    })

    it('totals/10 follow the terms of drafts for those who see these, on large tables', async (test) => {
      const { database } = on()
      const drafts = Array.from({ length: 5100 }, (_, nth) => ({ ID: 30_000 + nth, post_status: 'draft' }))
      await insertPosts(database, drafts)
      const relate = (ids: readonly number[]) =>
        insertRows(
          database,
          'wp_term_relationships',
          ids.map((id) => ({ object_id: id, term_taxonomy_id: 5, term_order: 0 })),
        )
      await relate(drafts.map(({ ID }) => ID))
      const gateway = await startTestGateway(
        { url: database.adminUrl },
        { ...demoKeys, feed: database.flavour === 'sqlite' ? 'auto' : 'binlog' },
      )
      test.after(gateway.stop)
      const total = async () => {
        const path = `${v2}/posts?status=draft&categories=5&per_page=1&_fields=id`
        return Number((await gateway.get(path, asUser('admin'))).headers.get('x-cms-total'))
      }
      await eventually(() => assert(gateway.observed.some(({ kind }) => kind === 'feed')))
      const before = await total()
      assert.ok(before >= 5100)
      await insertPosts(database, [{ ID: 40_000, post_status: 'draft' }])
      await eventually(async () => {
        const counted = gateway.observed.length
        await total()
        assert(
          !gateway.observed
            .slice(counted)
            .some((each) => each.kind === 'query' && /count|page/.test(each.plan)),
        )
      })
      await relate([40_000])
      await eventually(async () => assert.equal(await total(), before + 1))
    })
  },
  { cacheBlindLifeMs: 3_600_000 },
)

onEveryDatabase(
  'totals that are bounded',
  (on) => {
    const get = (path: string) => on().gateway.get(v2 + path)

    it('totals/4 end where the owner chose, say so, and lead on', async () => {
      const whole = list((await get('/posts?search=the&per_page=100&_fields=id')).json).length
      assert(whole > 6)
      const first = await get('/posts?search=the&per_page=2&_fields=id')
      assert.equal(first.headers.get('x-cms-total'), '4')
      assert.equal(first.headers.get('x-cms-totalpages'), '2')
      assert.equal(first.headers.get('x-cms-totalis'), 'at-least')
      assert.match(first.headers.get('access-control-expose-headers') ?? '', /X-CMS-TotalIs/)
      let found = 0
      let next: string | undefined = '/posts?search=the&per_page=2&_fields=id'
      while (next !== undefined) {
        const page: Awaited<ReturnType<typeof get>> = await get(next)
        assert.equal(page.status, 200)
        found += list(page.json).length
        next = /v2([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
      }
      assert.equal(found, whole)
    })

    it('totals/5 are whole where an index counts, or there are no more', async () => {
      const { headers } = await get('/posts?per_page=2&_fields=id')
      assert.deepEqual([headers.get('x-cms-total'), headers.get('x-cms-totalis')], ['32', null])
      const few = await get('/posts?search=comments%20galore&per_page=1&_fields=id')
      assert.equal(few.headers.get('x-cms-totalis'), null)
    })

    it('totals/6 end there in GraphQL, too', async () => {
      const { json } = await on().gateway.graphql(
        '{ found: posts(search: "the", first: 5) { totalCount pageInfo { hasNextPage } } all: posts { totalCount } postsCount }',
      )
      assert.deepEqual(at(json, 'data'), {
        found: { totalCount: 4, pageInfo: { hasNextPage: true } },
        all: { totalCount: 32 },
        postsCount: 32,
      })
    })

    it('totals/7 are bounded in searches of everything too', async () => {
      const { headers } = await get('/search?search=the&per_page=2')
      assert.equal(headers.get('x-cms-totalis'), 'at-least')
      assert.match(headers.get('link') ?? '', /page=2>; rel="next"/)
    })
  },
  { scanTotalMax: 4 },
)

const inserting = (id: number, status: string, type = 'post') =>
  `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt,
     post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_type)
   values (${id}, 1, '2024-03-01 10:00:00', '2024-03-01 10:00:00', '', 'Counted', '', '${status}', 'counted-${id}',
     '', '', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '', '${type}')`

for (const program of serverPrograms())
  it(`totals/8 are adjusted by rows that come, go and change, and counted no second time, on ${program.flavour} in ${program.root}`, async (test) => {
    // Its own: a transaction of several servers makes a gap for all who follow the log
    const { url, stop } = await startProcess(program)
    test.after(stop)
    const server = { name: '', flavour: program.flavour, url, socket: null, certificate: null }
    const database = await onServer(server).create()
    const gateway = await startTestGateway({ url: database.adminUrl }, { ...demoKeys, feed: 'binlog' })
    test.after(gateway.stop)
    await eventually(async () =>
      assert(gateway.observed.some((each) => each.kind === 'feed' && each.name === 'binlog')),
    )
    // Before the first proof nothing that is kept is used
    await eventually(async () => {
      await gateway.get(`${v2}/types`)
      assert.equal(gateway.observed.findLast((each) => each.kind === 'request')?.cache, 'hit')
    })
    const counts = () =>
      gateway.observed.filter((each) => each.kind === 'query' && /\.(?:count|page)$/.test(each.plan)).length
    const totalOf = async (kind: string) =>
      Number((await gateway.get(`${v2}/${kind}?per_page=2&_fields=id`)).headers.get('x-cms-total'))
    const [posts, pages] = [await totalOf('posts'), await totalOf('pages')]
    const before = counts()
    const become = async (statement: string, wanted: readonly [posts: number, pages: number]) => {
      await database.execute(statement)
      await eventually(async () => assert.deepEqual([await totalOf('posts'), await totalOf('pages')], wanted))
    }
    await become(inserting(700_001, 'publish'), [posts + 1, pages])
    await become(inserting(700_002, 'publish', 'page'), [posts + 1, pages + 1])
    await become(inserting(700_003, 'draft'), [posts + 1, pages + 1])
    await become(`update wp_posts set post_status = 'publish' where ID = 700003`, [posts + 2, pages + 1])
    await become(`update wp_posts set post_type = 'page' where ID in (700001, 700003)`, [posts, pages + 3])
    await become(`delete from wp_posts where ID >= 700001`, [posts, pages])
    assert.equal(counts(), before, told(gateway.observed))
    const adjusted = gateway.observed.filter(({ kind }) => kind === 'adjusted').length
    assert(adjusted >= 7, `${adjusted} adjustments`)
    // Whoever is logged in counts what nobody else sees
    const drafts = async () =>
      Number(
        (await gateway.get(`${v2}/posts?status=draft&per_page=1&_fields=id`, asUser('admin'))).headers.get(
          'x-cms-total',
        ),
      )
    const drafted = await drafts()
    const counted = counts()
    await database.execute(inserting(700_004, 'draft'))
    await eventually(async () => assert.equal(await drafts(), drafted + 1))
    await database.execute('delete from wp_posts where ID = 700004')
    await eventually(async () => assert.equal(await drafts(), drafted))
    assert.equal(counts(), counted, told(gateway.observed))
    // A transaction that waits for other servers, and is then rolled back, or committed
    for (const end of ['rollback', 'commit']) {
      const name = `'${database.adminUrl.split('/').at(-1)}-${end}'`
      await database.execute(
        `xa start ${name}; ${inserting(700_005, 'publish')}; xa end ${name}; xa prepare ${name}`,
      )
      await become(inserting(700_006, 'publish'), [posts + 1, pages])
      await database.execute(`xa ${end} ${name}`)
      const with5 = end === 'commit' ? 1 : 0
      await become('delete from wp_posts where ID = 700006', [posts + with5, pages])
    }
    await become('delete from wp_posts where ID = 700005', [posts, pages])
    const since = counts()
    // What only the server can compare is counted again
    await database.execute(`update wp_posts set post_status = 'PUBLISH' where ID = 201`)
    await eventually(async () => {
      assert.equal(await totalOf('posts'), posts)
      assert(counts() > since)
    })
  })

/** What the gateway did, for whoever reads why it counted again. */
function told(observed: readonly Observation[]): string {
  return observed
    .filter(({ kind }) => kind !== 'request')
    .map((each) => ('plan' in each ? each.plan : 'cause' in each ? `${each.kind} ${each.cause}` : each.kind))
    .join('\n')
}
