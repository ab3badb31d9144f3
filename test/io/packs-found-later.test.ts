// A database that is there only after the start keeps content types of a plug-in: until they are known, nothing is answered as
// if there were none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { activate, setOption } from '../support/plugins.ts'
import { createDoor, startProcess, until } from '../support/process.ts'

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`content types that are found after the start on ${kind.name}`, () => {
    it('are refused with 503 until they are served, never missing, and as long it is not ready', async () => {
      const database = await kind.create()
      await activate(database, 'custom-post-type-ui')
      const boats = {
        name: 'boats',
        label: 'Boats',
        public: 'true',
        show_in_rest: 'true',
        rest_base: 'boats',
      }
      await setOption(database, 'cptui_post_types', { boats })
      const { hostname, port } = new URL(database.url)
      const door = await createDoor(hostname, Number(port))
      const through = new URL(database.url)
      through.port = String(door.port)
      const gateway = startProcess(['serve'], { DATABASE_URL: through.href, PORT: '0', ADMIN_PORT: '0' })
      const url = await gateway.url()
      const statusOf = async (path: string) => (await fetch(`${url}/cms-json/cms/v2/${path}`)).status
      const admin = await until(() => /admin (http:\S+)\//.exec(gateway.output())?.[1])
      const ready = async () => (await fetch(`${admin}/ready`)).status
      assert.equal(await ready(), 503)
      assert.deepEqual([await statusOf('types/boats'), await statusOf('boats')], [503, 503])

      await door.open()
      const [seen, whenReady] = [new Set<number>(), new Set<number>()]
      await until(async () => {
        const isReady = (await ready()) === 200
        const statuses = [await statusOf('types/boats'), await statusOf('boats')]
        for (const status of statuses) seen.add(status)
        if (isReady) for (const status of statuses) whenReady.add(status)
        return isReady && statuses.every((status) => status === 200)
      })
      assert.deepEqual(seen.difference(new Set([503])), new Set([200]))
      assert.deepEqual(whenReady, new Set([200]))

      gateway.child.kill('SIGTERM')
      assert.equal(await gateway.ended, 0)
      await door.shut()
      await database.drop()
    })
  })
}
