// A gateway goes on with what it knows of plug-ins where that cannot be made anew, and tries again by itself.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import { startReloadable } from '../../src/app/reload.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { at } from '../support/gateway.ts'
import { activate, insertMeta, setOption } from '../support/plugins.ts'
import { createDoor, startProcess, until } from '../support/process.ts'
import { createObserved } from '../support/observed.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-packs-again-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const boats = { name: 'boats', label: 'Boats', public: 'true', show_in_rest: 'true', rest_base: 'boats' }
const group = {
  key: 'group_file',
  title: 'file',
  location: [[{ param: 'post_type', operator: '==', value: 'post' }]],
  active: true,
  show_in_rest: 1,
  fields: [{ key: 'field_word', label: 'word', name: 'word', type: 'text' }],
}
writeFileSync(join(folder, 'group.json'), JSON.stringify(group))

for (const kind of testDatabases()) {
  describe(`what plug-ins keep and cannot be composed anew on ${kind.name}`, () => {
    it('stays as it was, and is composed anew as soon as it can be', async () => {
      const database = await kind.create()
      await activate(database, 'custom-post-type-ui', 'advanced-custom-fields-pro')
      await insertMeta(database, 'post', 201, { word: 'sea' })
      const read = readConfig({
        file: {
          brand: 'wp',
          cursorKey: ['a key for tests only'],
          port: 0,
          logLevel: 'silent',
          acfJson: folder,
          queryTimeoutMs: 500,
        },
        environment: {},
        flags: {},
      })
      const addresses = parseAddresses(database.url)
      assert(addresses !== null && read.kind === 'config')
      const { observed, observe } = createObserved()
      const gateway = await startReloadable(read.config, addresses, observe)
      await gateway.ready
      const get = (path: string) => fetch(`${gateway.localUrl}/wp-json/wp/v2/${path}`)
      const wordIs = async (word: string) =>
        assert.equal(at(await (await get('posts/201?_fields=acf')).json(), 'acf', 'word'), word)
      await wordIs('sea')

      // A file that is none
      const broken = join(folder, 'broken.json')
      writeFileSync(broken, '{')
      await setOption(database, 'cptui_post_types', { boats })
      const notReloaded = await until(() => observed.find((each) => each.kind === 'not-reloaded'))
      assert.equal(notReloaded.retryMs, 1000)
      assert.match(notReloaded.reason, /broken\.json/)
      assert.equal((await get('types/boats')).status, 404)
      await wordIs('sea')
      rmSync(broken)
      await until(async () => (await get('types/boats')).status === 200)
      await wordIs('sea')

      if (kind.flavour !== 'sqlite') {
        // Rows that cannot be read, though all others can
        const owner = await createConnection(database.adminUrl)
        await owner.query('lock tables wp_options write')
        await assert.rejects(gateway.reload({ config: read.config, addresses }))
        await wordIs('sea')
        await owner.end()
        assert.deepEqual(await gateway.reload({ config: read.config, addresses }), [])
        assert.equal((await get('types/boats')).status, 200)
        await wordIs('sea')
      }

      await gateway.stop()
      await database.drop()
    })
  })
}

const server = testDatabases().find(({ flavour }) => flavour !== 'sqlite')

describe('workers', { skip: server === undefined && 'SQLite is never away' }, () => {
  it('are replaced by none that does not know what plug-ins keep', async () => {
    assert(server)
    const database = await server.create()
    await activate(database, 'custom-post-type-ui')
    await setOption(database, 'cptui_post_types', { boats })
    const { hostname, port } = new URL(database.url)
    const door = await createDoor(hostname, Number(port))
    await door.open()
    const through = new URL(database.url)
    through.port = String(door.port)
    const gateway = startProcess(['serve'], { DATABASE_URL: through.href, PORT: '0', WORKERS: '2' })
    const url = await gateway.url()
    const status = async () => (await fetch(`${url}/cms-json/cms/v2/types/boats`)).status
    await until(async () => (await status()) === 200)

    await door.shut()
    gateway.child.kill('SIGHUP')
    await until(() => gateway.output().includes('the settings stay as they were'))
    await door.open()
    const seen = new Set<number>()
    await until(async () => {
      seen.add(await status())
      return seen.has(200)
    })
    assert.deepEqual(seen.difference(new Set([200, 503])), new Set())

    gateway.child.kill('SIGTERM')
    assert.equal(await gateway.ended, 0)
    await door.shut()
    await database.drop()
  })
})
