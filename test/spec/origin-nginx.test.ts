// nginx, then Lectern, then a whole site, as docs/origin.md has it, by the very file of config/proxies/.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { list, startTestGateway } from '../support/gateway.ts'
import { startOrigin } from '../support/origin.ts'
import { startSiteNginx } from '../support/proxies.ts'
import { hasNginx, nginxPath } from '../support/proxy-programs.ts'
import { rawRequest } from '../support/raw.ts'

const [kind] = testDatabases()
const skip = hasNginx ? false : `there is no ${nginxPath}`
const posts = '/wp-json/wp/v2/posts'

it('origin-nginx/1 nginx before Lectern before a site: each answers what is its own', { skip }, async () => {
  const files = mkdtempSync(join(tmpdir(), 'lectern-site-'))
  // nginx has an account of its own
  chmodSync(files, 0o755)
  mkdirSync(join(files, 'wp-content/uploads'), { recursive: true })
  writeFileSync(join(files, 'wp-content/uploads/a.txt'), 'A file.')
  const [database, port] = [await kind?.create(), await freePort()]
  assert(database)
  const origin = await startOrigin(({ url }, response) => {
    if (url === '/dies') {
      response.write('Hel')
      return void setTimeout(() => response.destroy(), 20)
    }
    response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Origin', 'yes']).end('Hello.')
  })
  const gateway = await startTestGateway(database, {
    brand: 'wp',
    originUrl: origin.url,
    publicUrl: 'https://example.org',
    trustedProxies: ['127.0.0.1'],
  })
  const nginx = await startSiteNginx(port, { gatewayUrl: gateway.url, files })
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    rawRequest(nginx.url + path, { host: 'example.org', ...headers })

  const served = await get(posts)
  assert.equal(served.header('x-origin'), undefined)
  assert.equal(list(JSON.parse(served.body.toString())).length, 10)

  const page = await get('/a-page/', { cookie: 'c=3', 'x-forwarded-for': '6.6.6.6' })
  assert.deepEqual(
    [page.status, page.header('set-cookie'), page.body.toString()],
    [200, 'a=1, b=2', 'Hello.'],
  )
  const asked = origin.asked.at(-1)
  assert(asked)
  assert.deepEqual(
    ['host', 'cookie', 'x-forwarded-for', 'x-forwarded-proto'].map(asked.header),
    // nginx says who asked it: this machine, which is trusted, so that who that says it asks for is believed
    ['example.org', 'c=3', '6.6.6.6, 127.0.0.1, 127.0.0.1', 'http'],
  )

  const written = await rawRequest(`${nginx.url}${posts}/201`, { host: 'example.org' }, 'POST')
  assert.equal(written.header('x-origin'), 'yes')
  assert.match(origin.asked.at(-1)?.header('via') ?? '', /lectern-/)
  // Whoever edits is answered by the site itself
  const session = { 'x-wp-nonce': 'abc', cookie: 'wordpress_logged_in_0123=a', origin: 'https://example.org' }
  assert.equal((await get(posts, session)).header('x-origin'), 'yes')

  assert.equal((await get('/wp-content/uploads/a.txt')).body.toString(), 'A file.')
  assert.equal((await get('/wp-content/uploads/b.txt')).header('x-origin'), 'yes')
  await assert.rejects(get('/dies'))

  const large = await fetch(`${nginx.url}/upload`, { method: 'POST', body: 'a'.repeat(1_100_000) })
  assert.equal(large.status, 413)

  await nginx.stop()
  await gateway.stop()
  await origin.stop()
  await database.drop()
  rmSync(files, { recursive: true, force: true })
})
