// The compose file of many gateways, without containers: what it names is started with its commands, environment and files, as
// processes of this machine, behind the nginx of its configuration.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { administer } from '../support/administer.ts'
import { eventually, until } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { at } from '../support/gateway.ts'
import { startProcess } from '../support/process.ts'
import { hasNginx } from '../support/proxy-programs.ts'
import { startManyNginx } from '../support/proxies.ts'
import { startProcess as startServer } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
const services: unknown = at(parse(read('config/deploy/many.compose.yaml'), { merge: true }), 'services')
const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const program = serverPrograms().find(({ flavour }) => flavour === 'mariadb')
const missing = [
  ...(program === undefined ? ['MariaDB'] : []),
  ...(valkeyProgram === null ? ['Valkey'] : []),
  ...(hasNginx ? [] : ['nginx']),
]
const skip = missing.length > 0 ? `there is no ${missing.join(' and no ')}` : false

it('the gateways of the compose file serve one site, of which one reads the log', { skip }, async (test) => {
  assert(program)
  const server = await startServer(program, words(at(services, 'database', 'command')))
  test.after(server.stop)
  const name = String(at(services, 'database', 'environment', 'MARIADB_DATABASE'))
  await administer(server.url, `create database ${name}`)
  for (const volume of words(at(services, 'database', 'volumes')))
    await administer(server.url + name, read(volume.split(':')[0] ?? ''))
  const [, ...own] = words(at(services, 'valkey', 'command'))
  const valkey = await startValkey(test, own)
  const ports = new Map([
    ['database', new URL(server.url).port],
    ['valkey', String(valkey.port)],
  ])
  const here = (value: unknown) =>
    String(value).replace(
      /(?<=@|\/\/)(database|valkey):\d+/,
      (_, host) => `127.0.0.1:${ports.get(String(host))}`,
    )
  const gateways = await Promise.all(
    ['one', 'other'].map(async (each) => {
      const environment = Object.entries(Object(at(services, each, 'environment'))).map(
        ([setting, value]) => [setting, here(value)] as const,
      )
      const [port, adminPort] = [await freePort(), await freePort()]
      const { child, ended } = startProcess(['serve'], {
        ...Object.fromEntries(environment),
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
      })
      test.after(async () => {
        child.kill('SIGKILL')
        await ended
      })
      return { child, ended, url: `http://127.0.0.1:${port}`, adminUrl: `http://127.0.0.1:${adminPort}` }
    }),
  )
  const [one, other] = gateways
  assert(one && other)
  const front = await startManyNginx(await freePort(), [one.url, other.url])
  test.after(front.stop)

  const roles = () =>
    Promise.all(
      gateways.map(async ({ adminUrl }) => {
        const ready: unknown = await (await fetch(`${adminUrl}/ready`)).json()
        return at(ready, 'feed', 'role')
      }),
    )
  await eventually(async () => assert.deepEqual(new Set(await roles()), new Set(['follower', 'reader'])))
  const titles = async (url: string) => {
    const response = await fetch(`${url}/cms-json/cms/v2/posts?per_page=1&include=204&_fields=title`)
    assert.equal(response.status, 200)
    return response.text()
  }
  for (const text of ['Before', 'After']) {
    await administer(server.url + name, `update wp_posts set post_title = '${text}' where ID = 204`)
    for (const { url } of [...gateways, front])
      await eventually(async () => assert.match(await titles(url), new RegExp(text)))
  }
  // On a busy machine another one may have become the reader meanwhile
  const reader = await until(async () => gateways[(await roles()).indexOf('reader')])
  reader.child.kill('SIGKILL')
  await reader.ended
  // The one that is left answers for both, and reads on
  assert.match(await titles(front.url), /After/)
  await administer(server.url + name, `update wp_posts set post_title = 'Alone' where ID = 204`)
  await eventually(async () => assert.match(await titles(front.url), /Alone/))
})
