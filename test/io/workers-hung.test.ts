// A worker that hangs, since code of an extension never ends: it is noticed, ended and replaced, and the others serve on.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { extensionFile } from '../support/extensions.ts'
import { at } from '../support/gateway.ts'
import { until } from '../support/process.ts'
import { ask, lines, startWorkers, stopWorkers, workerIds, workersThat } from '../support/workers.ts'

const path = '/cms-json/cms/v2/posts/228?_fields=id,title'

const loops = `
  import { defineExtension, defineRoute, everybody } from 'lectern'
  export default defineExtension({
    name: 'loops',
    routes: [
      defineRoute({
        namespace: 'loops/v1',
        path: '/on',
        methods: ['GET'],
        args: {},
        permission: everybody,
        handle: () => {
          for (;;);
        },
      }),
    ],
  })
`

describe('a worker that hangs', () => {
  it('is ended and replaced, and the log and a metric say so', async (t) => {
    const [sqlite] = testDatabases()
    assert(sqlite)
    const database = await sqlite.create()
    t.after(() => database.drop())
    const running = await startWorkers(database.url, {
      EXTENSIONS: extensionFile('loops.mjs', loops),
      // Longer than a machine that has other things to do is silent
      WORKER_HANG_MS: '8000',
    })
    const before = await until(() => {
      const pids = workerIds(running)
      return pids.length === 2 && pids
    })
    await until(async () => {
      await ask(running.url + path)
      return workersThat(running, 'request').size === 2
    })
    assert.equal(await ask(`${running.url}/cms-json/loops/v1/on`), null)

    const line = await until(() =>
      lines(running).find((each) => /^worker \d+ has not answered/.test(String(at(each, 'msg')))),
    )
    const [, hung = ''] = /^worker (\d+)/.exec(String(at(line, 'msg'))) ?? []
    await until(() => running.started.output().includes(`worker ${hung} ended: it hung`))
    // In the place of the one that is gone
    const after = await until(() => {
      const pids = workerIds(running)
      return pids.length === 2 && pids
    })
    assert.equal(new Set(after).isSubsetOf(new Set(before)), false)
    const from = lines(running).length
    await until(async () => {
      assert.match((await ask(running.url + path)) ?? '', /"id":228/)
      return workersThat(running, 'request', {}, from).size === 2
    })
    assert.equal(workersThat(running, 'request', {}, from).has(Number(hung)), false)
    const metrics = await (await fetch(`${running.adminUrl}/metrics`)).text()
    assert.match(metrics, /^lectern_workers_hung_total [1-9]/m)
    await stopWorkers(running)
  })
})
