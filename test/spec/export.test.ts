// Lists from their beginning to their end in one answer, as NDJSON and CSV: every row once, as the list shows it to who asks, and
// nothing is made for a client that has left or does not read.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { it } from 'node:test'
import { countedTexts } from '../support/counted-texts.ts'
import { asUser } from '../support/demo-credentials.ts'
import { eventually, until } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, list, onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'
import { streaming } from '../support/streaming.ts'
import { sessionsIn } from '../support/sessions.ts'
import { createConnection } from 'mysql2/promise'

const exported = '/cms-json/lectern/v1/export'
const v2 = '/cms-json/cms/v2'
const rowsOf = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const ends = ({ observed }: TestGateway) =>
  observed.flatMap((each) => (each.kind === 'stream-ended' ? [each] : []))
const pagesRead = ({ observed }: TestGateway) =>
  observed.filter((each) => each.kind === 'query' && each.plan.startsWith('posts.')).length

/** Posts have a text of twelve million letters more. */
const longTexts = () =>
  extensionFile(
    'long-texts.mjs',
    `import { defineExtension, Type } from 'lectern'
     const text = 'x'.repeat(12_000_000)
     const long = {
       name: 'long_text', contexts: ['view'], schema: Type.String({ description: 'A long text.' }),
       columns: ['id'], value: () => text,
     }
     export default defineExtension({ name: 'long_texts', adds: { post: { fields: [long] } } })`,
  )

onEveryDatabase(
  'export',
  (on) => {
    const get = (path: string, headers = {}) => on().gateway.get(exported + path, headers)
    /** So many bytes that no socket holds them. */
    const insertLarge = (from = 8000, status = 'publish') =>
      insertPosts(
        on().database,
        Array.from({ length: 400 }, (_, nth) => ({
          ID: from + nth,
          post_status: status,
          post_name: `large-${nth}`,
          post_title: `Large ${nth} ${'x'.repeat(60_000)}`,
          post_date: `2031-01-01 10:${10 + (nth % 50)}:10`,
          post_date_gmt: `2031-01-01 10:${10 + (nth % 50)}:10`,
        })),
      )

    it('export/1 is no address unless the owner says so', async (test) => {
      const closed = await startTestGateway(on().database)
      test.after(closed.stop)
      assert.equal((await closed.get(`${exported}/posts.ndjson`)).status, 404)
    })

    it('export/2 has every row of the list once, over many pages, with its filters and fields', async () => {
      for (const query of [
        '_fields=id,title.rendered,link',
        'categories=2&_fields=id',
        'search=the&order=asc&_fields=id,date',
        'after=2024-01-05T00:00:00&before=2024-02-15T00:00:00&_fields=id',
        'author=2',
        'include=201,202&_fields=id',
        'ignore_sticky=false&_fields=id',
        'search=nothing-has-this',
      ]) {
        const answer = await get(`/posts.ndjson?${query}&per_page=3`)
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=UTF-8')
        const whole = await on().gateway.get(`${v2}/posts?${query}&per_page=100&cursor=`)
        assert.deepEqual(rowsOf(answer.text), list(whole.json), query)
      }
      assert.equal(rowsOf((await get('/posts.ndjson?_fields=id')).text).length > 25, true)
      assert.equal(rowsOf((await get('/comments.ndjson?_fields=id&per_page=2')).text).length > 4, true)
    })

    it('export/15 has ids digit by digit', async () => {
      const id = '9007199254740993'
      await insertPosts(on().database, [{ ID: id, post_name: 'huge', post_date: '2032-01-01 10:00:00' }])
      const of = `posts.ndjson?include=${id}&_fields=id,slug`
      assert.equal((await get(`/${of}`)).text, `{"id":${id},"slug":"huge"}\n`)
      assert.equal((await get(`/${of.replace('ndjson', 'csv')}`)).text, `id,slug\r\n${id},huge\r\n`)
      await on().database.execute(`delete from wp_posts where ID = ${id}`)
    })

    it('export/3 is never kept, has no length and is not compressed', async () => {
      const answer = await get('/posts.ndjson?_fields=id', { 'accept-encoding': 'br, gzip' })
      const named = (name: string) => answer.headers.get(name)
      assert.deepEqual(
        [named('cache-control'), named('etag'), named('content-length'), named('content-encoding')],
        ['private, no-store', null, null, null],
      )
      assert.deepEqual([named('x-accel-buffering'), named('x-robots-tag')], ['no', null])
      const head = await on().gateway.send('HEAD', `${exported}/posts.csv?_fields=id`)
      assert.deepEqual(
        [head.status, head.text, head.headers.get('content-type')],
        [200, '', 'text/csv; charset=UTF-8; header=present'],
      )
    })

    it('export/4 as CSV has a column for each field, quotes what needs it, and holds no formulas', async () => {
      await insertPosts(on().database, [
        { ID: 7001, post_name: 'formula', post_title: '=1+1', post_author: 3 },
        { ID: 7002, post_name: 'quotes', post_title: 'One "two", three', post_author: 3 },
        { ID: 7003, post_name: 'lines', post_title: 'Lines\nof text', post_author: 3 },
      ])
      const { text } = await get(
        '/posts.csv?include=7001,7002,7003&_fields=id,title.rendered,meta,sticky,none&order=asc&per_page=2',
      )
      const [head, ...lines] = text.split('\r\n')
      assert.equal(head, 'id,title.rendered,meta,sticky,none')
      assert.equal(
        lines.find((line) => line.startsWith('7001')),
        `7001,'=1+1,"{""footnotes"":""""}",false,`,
      )
      const quoted = lines.find((line) => line.startsWith('7002')) ?? ''
      assert.match(quoted, /^7002,"One .+, three",/)
      assert.match(text, /7003,"Lines\nof text",/)
      const without = await get('/posts.csv')
      assert.deepEqual(
        [without.status, at(without.json, 'code'), at(without.json, 'data', 'params', 0)],
        [400, 'rest_missing_callback_param', '_fields'],
      )
    })

    it('export/12 as CSV has members of what REST serves whole alone', async () => {
      for (const [base, member] of [
        ['comments', 'content'],
        ['media', 'description'],
      ] as const) {
        const lists = await on().gateway.get(`/cms-json/cms/v2/${base}?per_page=100`)
        const [, ...lines] = (await get(`/${base}.csv?_fields=${member}.rendered,id`)).text.split('\r\n')
        const filled = lines.filter((line) => /^[^,]/.test(line))
        const texts = list(lists.json).filter((item) => at(item, member, 'rendered') !== '')
        assert(texts.length > 0)
        assert(filled.length >= texts.length, `${base}: ${filled.length} of ${texts.length}`)
      }
    })

    it('export/5 shows each viewer what the list shows, and refuses what the list refuses', async () => {
      const drafts = '/posts.ndjson?status=draft&_fields=id,status'
      const anonymous = await get(drafts)
      assert.deepEqual([anonymous.status, at(anonymous.json, 'code')], [400, 'rest_invalid_param'])
      const editors = rowsOf((await get(drafts, asUser('edith'))).text)
      assert.equal(editors.length > 0 && editors.every((row) => at(row, 'status') === 'draft'), true)
      for (const [path, status, code] of [
        ['/users.ndjson', 400, 'invalid_cursor'],
        ['/categories.ndjson', 400, 'invalid_cursor'],
        ['/settings.ndjson', 401, 'rest_forbidden'],
        ['/nothing.ndjson', 404, 'rest_no_route'],
        ['/posts.xml', 404, 'rest_no_route'],
        ['/posts.ndjson?page=2', 400, 'invalid_page'],
        ['/posts.ndjson?orderby=title', 400, 'invalid_cursor'],
        ['/posts.ndjson?cursor=forged', 400, 'invalid_cursor'],
        ['/posts.ndjson?per_page=101', 400, 'rest_invalid_param'],
      ] as const) {
        const { json, status: found } = await get(path)
        assert.deepEqual([found, at(json, 'code')], [status, code], path)
      }
    })

    it('export/6 begins at a cursor of the list', async () => {
      const first = await on().gateway.get(`${v2}/posts?_fields=id&per_page=5&cursor=`)
      const cursor = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1]
      const rest = rowsOf((await get(`/posts.ndjson?_fields=id&per_page=5&cursor=${cursor}`)).text)
      const all = rowsOf((await get('/posts.ndjson?_fields=id')).text)
      assert.deepEqual([...list(first.json), ...rest], all)
    })

    it('export/7 is cut off for a client that does not read, and none of it is made ahead', async (test) => {
      await insertLarge()
      const gateway = await startTestGateway(on().database, { exports: 'on', requestTimeoutMs: 300 })
      test.after(gateway.stop)
      const slow = await streaming(`${gateway.url}${exported}/posts.ndjson?_fields=title&per_page=5`)
      await until(() => ends(gateway).length > 0)
      const [end] = ends(gateway)
      assert.equal(end?.outcome, 'left')
      assert.equal(pagesRead(gateway) < 80, true, `${pagesRead(gateway)} pages were read`)
      slow.leave()
    })

    it('export/8 reads on when the client does, and other requests are answered meanwhile', async (test) => {
      const gateway = await startTestGateway(on().database, { exports: 'on' })
      test.after(gateway.stop)
      const slow = await streaming(`${gateway.url}${exported}/posts.ndjson?_fields=title&per_page=5`)
      assert.equal((await gateway.get(`${v2}/posts?per_page=1`)).status, 200)
      assert.equal(await slow.ended(), true)
      assert.equal(rowsOf(slow.text()).length > 400, true)
      await until(() => ends(gateway)[0])
      assert.deepEqual(
        [ends(gateway)[0]?.outcome, ends(gateway)[0]?.bytes],
        ['whole', Buffer.byteLength(slow.text())],
      )
    })

    it('export/9 is limited for each client and in all, until a client leaves', async (test) => {
      const gateway = await startTestGateway(on().database, { exports: 'on', exportsMax: 2 })
      test.after(gateway.stop)
      const path = `${exported}/posts.ndjson?_fields=title&per_page=5`
      const first = await streaming(gateway.url + path)
      const second = await gateway.get(path)
      assert.deepEqual([second.status, at(second.json, 'code')], [429, 'too_many_streams'])
      assert.equal(second.headers.get('retry-after'), '5')
      const ofUser = await streaming(gateway.url + path, asUser('edith'))
      const third = await gateway.get(path, asUser('arthur'))
      assert.deepEqual([third.status, at(third.json, 'code')], [503, 'too_many_streams'])
      first.leave()
      ofUser.leave()
      await eventually(async () => assert.equal((await gateway.get(`${path}&include=201`)).status, 200))
      assert.equal((await gateway.get(`${exported}/posts.ndjson?include=201`, asUser('arthur'))).status, 200)
    })

    it('export/10 ends when the gateway stops, and its client sees that it is not whole', async () => {
      const gateway = await startTestGateway(on().database, { exports: 'on', stopTimeoutMs: 50 })
      const slow = await streaming(`${gateway.url}${exported}/posts.ndjson?_fields=title&per_page=5`)
      await gateway.stop()
      assert.equal(await slow.ended(), false)
    })

    it('export/14 is plain text for a client that knows no chunks (HTTP/1.0)', async () => {
      const path = `${exported}/posts.ndjson?_fields=id`
      const socket = connect(Number(new URL(on().gateway.url).port), '127.0.0.1').setEncoding('utf8')
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
      const [head = '', body] = (await socket.toArray()).join('').split('\r\n\r\n')
      assert.doesNotMatch(head, /transfer-encoding/i)
      assert.equal(body, (await on().gateway.get(path)).text)
    })

    it('export/16 reads pages row by row whose texts take too long, or are too long together', async (test) => {
      const ids = Array.from({ length: 9 }, (_, nth) => 9500 + nth)
      await insertPosts(
        on().database,
        ids.map((ID) => ({
          ID,
          post_name: `slow-${ID}`,
          post_content: '<p>[counted ms="30"]</p>',
          post_date: '2033-01-01 10:00:00',
        })),
      )
      const gateway = await startTestGateway(on().database, {
        exports: 'on',
        extensions: [countedTexts(), longTexts()],
        renderTimeoutMs: 50,
      })
      test.after(gateway.stop)
      const idsIn = (rows: readonly unknown[]) => rows.map((row) => at(row, 'id'))
      const listed = 'after=2032-06-01T00:00:00&per_page=9'
      const whole = idsIn(list((await gateway.get(`${v2}/posts?${listed}&_fields=id`)).json))
      assert.equal(whole.length, ids.length)
      for (const field of ['content', 'long_text']) {
        const earlier = pagesRead(gateway)
        const answer = await gateway.get(`${exported}/posts.ndjson?${listed}&_fields=id,${field}`)
        assert.deepEqual([answer.status, idsIn(rowsOf(answer.text))], [200, whole])
        // The first, of one row, of two, and others
        assert(pagesRead(gateway) - earlier > 3, `${pagesRead(gateway) - earlier} pages`)
      }
      assert(!gateway.observed.some((each) => each.kind === 'error'))
    })

    it('export/17 refuses a list of REST whose texts are too long together, and keeps nothing of that', async (test) => {
      const gateway = await startTestGateway(on().database, { extensions: [longTexts()] })
      test.after(gateway.stop)
      const path = (rows: number) => `${v2}/posts?per_page=${rows}&_fields=id,long_text`
      for (const _ of [1, 2]) {
        const answer = await gateway.get(path(4))
        assert.deepEqual([answer.status, at(answer.json, 'code')], [400, 'answer_too_long'])
        assert.doesNotMatch(answer.headers.get('cache-status') ?? '', /hit/)
      }
      assert.equal((await gateway.get(path(2))).status, 200)
    })

    it('export/13 ends where what it was asked for with is good no more', async (test) => {
      const { database } = on()
      await insertLarge(9000, 'draft')
      const gateway = await startTestGateway(database, { exports: 'on', applicationPasswords: 'any' })
      test.after(gateway.stop)
      const where = `user_id = 2 and meta_key = 'wp_capabilities'`
      const [before] = await database.execute(`select meta_value as value from wp_usermeta where ${where}`)
      const drafts = `${gateway.url}${exported}/posts.ndjson?status=draft&_fields=title&per_page=5`
      const slow = await streaming(drafts, asUser('edith'))
      assert.equal(slow.status, 200)
      await database.execute(`update wp_usermeta set meta_value = ? where ${where}`, [
        'a:1:{s:10:"subscriber";b:1;}',
      ])
      assert.equal(await slow.ended(), false)
      await until(() => ends(gateway)[0])
      assert.equal(ends(gateway)[0]?.outcome, 'failed')
      assert(!gateway.observed.some((each) => each.kind === 'error'))
      await database.execute(`update wp_usermeta set meta_value = ? where ${where}`, [
        String(before?.['value']),
      ])
      assert.equal((await gateway.get(`${v2}/posts?status=draft&per_page=1`, asUser('edith'))).status, 200)
    })

    it('export/11 ends its query when the client leaves', async (test) => {
      const { database } = on()
      if (database.flavour === 'sqlite') return test.skip('a query of SQLite runs in one go')
      const gateway = await startTestGateway(database, { exports: 'on' })
      test.after(gateway.stop)
      const path = `${exported}/posts.ndjson?_fields=title&per_page=5`
      const reader = await streaming(gateway.url + path)
      const holding = await createConnection(database.adminUrl)
      test.after(() => holding.end())
      await holding.query('lock tables wp_posts write')
      const waiting = async () => {
        const sessions = await sessionsIn(database)
        return sessions.filter(({ statement }) => statement.includes('wp_posts')).length
      }
      void reader.ended()
      await eventually(async () => assert.equal(await waiting(), 1))
      reader.leave()
      await eventually(async () => assert.equal(await waiting(), 0))
      await until(() => ends(gateway)[0])
      assert.equal(ends(gateway)[0]?.outcome, 'left')
      await holding.query('unlock tables')
      assert.equal((await gateway.get(`${v2}/posts?per_page=1`)).status, 200)
    })
  },
  { exports: 'on', exportsPerClientMax: 10 },
)
