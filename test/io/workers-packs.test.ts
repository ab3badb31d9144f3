// Several processes over a database in which a plug-in keeps content types: a type that is made there is served by all of them,
// without a signal and without a refused request.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { oneDatabase } from '../support/databases.ts'
import { activate, setOption } from '../support/plugins.ts'
import { until } from '../support/process.ts'
import { startWorkers, stopWorkers } from '../support/workers.ts'

const type = (name: string) => ({ name, label: name, public: 'true', show_in_rest: 'true', rest_base: name })

/** Why one database is enough. */
const same = 'feeds.test.ts has what notices changes, and workers-race.test.ts their way to all workers'

for (const kind of oneDatabase(same)) {
  describe(`content types of several workers on ${kind.name}`, () => {
    it('are served as soon as they are made, and are left to no worker that begins while the gateway stops', async () => {
      const database = await kind.create()
      await activate(database, 'custom-post-type-ui')
      await setOption(database, 'cptui_post_types', { boats: type('boats') })
      const running = await startWorkers(database.adminUrl)
      const statusOf = async (name: string) =>
        (await fetch(`${running.url}/cms-json/cms/v2/types/${name}`, { headers: { connection: 'close' } }))
          .status
      await until(async () => (await statusOf('boats')) === 200)
      assert.equal(await statusOf('piers'), 404)
      await setOption(database, 'cptui_post_types', { boats: type('boats'), piers: type('piers') })
      // Each worker answers some of so many
      await until(async () => {
        const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf('piers')))
        assert.deepEqual(new Set(statuses).difference(new Set([200, 404])), new Set())
        return statuses.every((status) => status === 200)
      })

      // No worker begins while the gateway stops: the first has a successor, and the second is to have one when it has ended
      running.started.child.kill('SIGHUP')
      await until(() => running.started.output().includes('stopping'))
      await stopWorkers(running)
      await database.drop()
    })
  })
}
