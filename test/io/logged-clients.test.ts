// A gateway that logs all it can names clients by the labels of their keys, in its log and metrics, and repeats nothing of what is
// wrong in a request.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { it } from 'node:test'
import { oneDatabase } from '../support/databases.ts'
import { startProcess, until } from '../support/process.ts'

const posts = '/cms-json/cms/v2/posts?per_page=2'
const [kind] = oneDatabase('keys are known before anything is read')
const keyOf = (label: string, quota: string) => `${label}:${hash('sha256', `key of ${label}`)}${quota}`

it('names clients by labels, and has nothing of a key, a trace header or an address that is none', async () => {
  const database = await kind?.create()
  assert(database)
  const gateway = startProcess(['serve', '--port', '0', '--admin-port', '0'], {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'debug',
    API_KEYS: [keyOf('front-end', ':2'), keyOf('former', ':revoked')].join(),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    TRACES_ONE_IN: '1000000',
  })
  const url = await gateway.served()
  const [, admin = ''] = /admin (http:\S+)\//.exec(gateway.output()) ?? []
  const get = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(url + posts, { headers })).status
  const byKey = (label: string) => get({ 'x-api-key': `key of ${label}` })
  assert.deepEqual(
    [await byKey('front-end'), await byKey('front-end'), await byKey('front-end')],
    [200, 200, 429],
  )
  assert.deepEqual([await byKey('former'), await byKey('nobody')], [401, 401])
  assert.equal(await get({ traceparent: 'marker-of-a-trace' }), 200)
  for (const address of ['marker of an address', 'http://marker.example.org/x', '//marker'])
    assert.ok((await fetch(`${admin}/explain?address=${encodeURIComponent(address)}`)).status >= 400)

  const metrics = await (await fetch(`${admin}/metrics`)).text()
  const counted = (client: string, label: string, limited: string) =>
    new RegExp(
      `^lectern_client_requests_total\\{client="${client}",label="${label}",limited="${limited}"\\} (\\d+)$`,
      'm',
    ).exec(metrics)?.[1]
  assert.equal(counted('key', 'front-end', 'no'), '2')
  assert.equal(counted('key', 'front-end', 'yes'), '1')
  assert.equal(counted('address', 'former', 'no'), '1')

  await until(() => /"label":"former"/.test(gateway.output()))
  gateway.child.kill('SIGTERM')
  assert.equal(await gateway.ended, 0)
  const said = gateway.output() + metrics
  assert.match(said, /"label":"front-end"/)
  for (const secret of ['key of', 'marker', hash('sha256', 'key of front-end')])
    assert.ok(!said.includes(secret), secret)
  await database.drop()
})
