// A gateway goes on with what it knows of plug-ins where that cannot be made anew, and tries again by itself.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import { testDatabases } from '../support/databases.ts'
import { at } from '../support/gateway.ts'
import { activate, insertMeta, onPluginDatabases, setOption } from '../support/plugins.ts'
import { createDoor, startProcess, until } from '../support/process.ts'

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

onPluginDatabases(
  'what plug-ins keep and cannot be composed anew',
  async (database) => {
    await activate(database, 'custom-post-type-ui', 'advanced-custom-fields-pro')
    await insertMeta(database, 'post', 201, { word: 'sea' })
  },
  (on) => {
    it('stays as it was, and is composed anew as soon as it can be', async (t) => {
      const { database, gateway } = on()
      const get = (path: string) => gateway.get(`/wp-json/wp/v2/${path}`)
      const wordIs = async (word: string) =>
        assert.equal(at((await get('posts/201?_fields=acf')).json, 'acf', 'word'), word)
      await wordIs('sea')

      // A file that is none
      const broken = join(folder, 'broken.json')
      writeFileSync(broken, '{')
      await setOption(database, 'cptui_post_types', { boats })
      const notReloaded = await until(() => gateway.observed.find((each) => each.kind === 'not-reloaded'))
      assert.equal(notReloaded.retryMs, 1000)
      assert.match(notReloaded.reason, /broken\.json/)
      assert.equal((await get('types/boats')).status, 404)
      await wordIs('sea')
      rmSync(broken)
      await until(async () => (await get('types/boats')).status === 200)
      await wordIs('sea')

      if (database.flavour !== 'sqlite') {
        // Rows that cannot be read, though all others can; what was answered before is kept, once the feed has proven that it may be
        await until(async () => {
          const { headers } = await get('posts/201?_fields=acf')
          return headers.get('cache-status')?.includes('hit')
        })
        const owner = await createConnection(database.adminUrl)
        t.after(() => owner.destroy())
        await owner.query('lock tables wp_options write')
        await assert.rejects(gateway.reload())
        await wordIs('sea')
        await owner.end()
        assert.deepEqual(await gateway.reload(), [])
        assert.equal((await get('types/boats')).status, 200)
        await wordIs('sea')
      }
    })
  },
  { acfJson: folder, queryTimeoutMs: 500 },
)

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
