// Requests that the gateway does not serve are answered by WordPress, where ORIGIN_URL names it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startOrigin, type TestOrigin } from '../support/origin.ts'

const posts = '/wp-json/wp/v2/posts'

for (const kind of testDatabases())
  describe(`what is passed on, over ${kind.name}`, () => {
    const pair = async (
      run: (gateway: TestGateway, origin: TestOrigin) => Promise<void>,
      settings = {},
    ): Promise<void> => {
      const [database, origin] = await Promise.all([kind.create(), startOrigin()])
      const gateway = await startTestGateway(database, { brand: 'wp', originUrl: origin.url, ...settings })
      await run(gateway, origin)
      await gateway.stop()
      await origin.stop()
      await database.drop()
    }

    it('origin/1 is all that is not served here, and nothing else', () =>
      pair(async (gateway, origin) => {
        const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'log=a&pwd=b' }
        const passed = [
          ['GET', '/'],
          ['GET', '/2024/05/01/hello-world/'],
          ['HEAD', '/wp-content/uploads/a.png'],
          ['POST', '/wp-login.php'],
          ['GET', '/wp-json/contact-form-7/v1/contact-forms'],
          ['OPTIONS', '/wp-json/contact-form-7/v1/contact-forms'],
          ['GET', '/?rest_route=/contact-form-7/v1'],
          ['POST', posts],
          ['PUT', `${posts}/201`],
          ['DELETE', `${posts}/201?force=true`],
          ['POST', '/?rest_route=/wp/v2/posts'],
          ['POST', `${posts}/201?_method=DELETE`],
          ['GET', '/wp-json/wp/v2/themes'],
          ['GET', '/wp-json/nothing'],
          ['PROPFIND', posts],
          ['GET', '/a%20b?x=%2F..%2F&y=[1]'],
        ] as const
        for (const [method, path] of passed) {
          const { status, headers, text } = await gateway.send(method, path, method === 'POST' ? form : {})
          assert.deepEqual([status, headers.get('x-origin')], [200, 'yes'], `${method} ${path}`)
          assert.equal(text, method === 'HEAD' ? '' : 'Hello.')
          const asked = origin.asked.at(-1)
          assert.deepEqual([asked?.method, asked?.target], [method, path])
          assert.equal(asked?.body, method === 'POST' ? form.body : '')
        }
        const kept = [
          ['GET', posts],
          ['HEAD', posts],
          ['OPTIONS', posts],
          ['GET', `${posts}/201`],
          ['GET', '/?rest_route=/wp/v2/posts'],
          ['POST', `${posts}?_method=GET`],
          ['GET', `${posts}/201?_method=DELETE`],
          ['GET', '/wp-json/'],
          ['GET', '/wp-json/wp/v2/users/me'],
          ['POST', '/graphql'],
          ['GET', `/${'a'.repeat(9000)}`],
        ] as const
        for (const [method, path] of kept)
          assert.equal((await gateway.send(method, path)).headers.get('x-origin'), null, `${method} ${path}`)
        assert.equal(origin.asked.length, passed.length)
        assert.equal(list((await gateway.get(posts)).json).length, 10)
      }))

    it('origin/2 is refused where what it names is closed', () =>
      pair(
        async (gateway, origin) => {
          const { json } = await gateway.get('/wp-json/wp/v2/users')
          assert.equal(at(json, 'code'), 'rest_no_route')
          assert.equal((await gateway.get('/about/users')).headers.get('x-origin'), 'yes')
          assert.equal(origin.asked.length, 1)
        },
        { closed: ['users'] },
      ))

    for (const feed of kind.flavour === 'sqlite' ? (['auto'] as const) : (['binlog', 'poll'] as const))
      it(`origin/3 is seen by whoever wrote it: what it made stale is gone when it is answered (${feed})`, async () => {
        const database = await kind.create()
        const origin = await startOrigin(({ headers }, response) => {
          const title = String(headers['x-title'])
          void database
            .execute('update wp_posts set post_title = ? where ID = 201', [title])
            .then(() => response.writeHead(200).end('Written.'))
        })
        const gateway = await startTestGateway(
          { url: feed === 'binlog' ? database.adminUrl : database.url },
          // Longer than the test, so that it is no limit that lets the answer through
          { brand: 'wp', originUrl: origin.url, feed, originCatchUpMs: 60_000 },
        )
        const read = () => gateway.get(`${posts}/201?_fields=title`)
        await eventually(async () => {
          await read()
          const last = gateway.observed.findLast((each) => each.kind === 'request')
          assert(last?.kind === 'request' && last.cache === 'hit')
        })
        for (let nth = 0; nth < 20; nth += 1) {
          await read()
          const headers = { 'x-title': `Title ${nth}` }
          const { text } = await gateway.send('POST', `${posts}/201`, { headers })
          assert.equal(text, 'Written.')
          assert.equal(at((await read()).json, 'title', 'rendered'), `Title ${nth}`)
        }
        await gateway.stop()
        await origin.stop()
        await database.drop()
      })
  })
