// A process that hangs, since code of an extension never ends: it says where and ends with a code of its own. A worker is
// replaced, and the others serve on.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testDatabases } from '../support/databases.ts'
import { extensionFile } from '../support/extensions.ts'
import { at } from '../support/gateway.ts'
import { startProcess, until, type GatewayProcess } from '../support/process.ts'
import { ask, lines, startWorkers, stopWorkers, workerIds, workersThat } from '../support/workers.ts'

const path = '/cms-json/cms/v2/posts/228?_fields=id,title'
/** A start computes for less at a time; what waits for a processor meanwhile does not count. */
const hangMs = 700
/** So long a route computes while others have its processor: twice as long as a process that hangs is left alone. */
const starvedMs = 2 * hangMs
const ends = new RegExp(`for ${hangMs} ms: the process ends with exit code 70$`)

/** Routes that never end: in JavaScript, in microtasks, in native code; and one that ends after some time. */
const loops = `
  import { defineExtension, defineRoute, everybody } from 'lectern'
  const route = (path, handle) =>
    defineRoute({ namespace: 'loops/v1', path, methods: ['GET'], args: {}, permission: everybody, handle })
  const again = () => Promise.resolve().then(again)
  export default defineExtension({
    name: 'loops',
    routes: [
      route('/script', async ({ read }) => {
        await read.list('post', { values: { id: 'id' }, limit: 1 })
        for (;;);
      }),
      route('/microtasks', again),
      route('/native', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)),
      route('/starved', () => {
        console.log('it computes')
        const [end, before] = [performance.now() + ${starvedMs}, process.threadCpuUsage()]
        while (performance.now() < end);
        return process.threadCpuUsage(before).user / 1000
      }),
      route('/while', () => {
        const end = performance.now() + 500
        while (performance.now() < end);
        return 'ended'
      }),
    ],
  })
`

async function freshDatabase(t: TestContext): Promise<string> {
  const [sqlite] = testDatabases()
  assert(sqlite)
  const database = await sqlite.create()
  t.after(() => database.drop())
  return database.url
}

async function startOne(t: TestContext, settings: Readonly<Record<string, string>>) {
  const started = startProcess(['serve', '--port', '0'], {
    DATABASE_URL: await freshDatabase(t),
    EXTENSIONS: extensionFile('loops.mjs', loops),
    ...settings,
  })
  return { started, url: await started.served() }
}

const isOther = process.platform !== 'linux'

/** The first processor that a process may use. */
function processorOf(pid: number): string {
  const [first] =
    /\d+(?=[\d,-]*\n$)/.exec(execFileSync('taskset', ['-p', '-c', String(pid)], { encoding: 'utf8' })) ?? []
  assert(first)
  return first
}

const fatal = (started: GatewayProcess) => lines({ started }).filter((line) => at(line, 'level') === 'fatal')

describe('a process that hangs', () => {
  for (const loop of ['script', 'native'])
    it(`in a route's ${loop} says which route it is, and ends`, async (t) => {
      const { started, url } = await startOne(t, { HANG_MS: String(hangMs) })
      // Answered before and beside it, and named nowhere
      assert.match((await ask(url + path)) ?? '', /"id":228/)
      const answer = ask(`${url}/cms-json/loops/v1/${loop}?secret=1`)
      assert.equal(await answer, null)
      assert.equal(await started.ended, 70)
      const [line, ...others] = fatal(started)
      assert.deepEqual(others, [])
      assert.equal(at(line, 'route'), `GET /cms-json/loops/v1/${loop}`)
      assert.match(String(at(line, 'stack', 0)), /loops\.mjs:\d+:\d+$/)
      assert.match(String(at(line, 'msg')), ends)
      assert.doesNotMatch(started.output(), /secret/)
    })

  it('is left alone by HANG_MS=0', async (t) => {
    const { started, url } = await startOne(t, { HANG_MS: '0' })
    assert.equal(await ask(`${url}/cms-json/loops/v1/while`), '"ended"')
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
  })

  it('is not one that was stopped, and goes on', async (t) => {
    const { started, url } = await startOne(t, { HANG_MS: String(hangMs) })
    started.child.kill('SIGSTOP')
    await setTimeout(2 * hangMs + 500)
    started.child.kill('SIGCONT')
    assert.match((await ask(url + path)) ?? '', /"id":228/)
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
    assert.deepEqual(fatal(started), [])
  })

  it(
    'is not one that waits for a processor, and goes on',
    { skip: isOther && 'Linux counts that' },
    async (t) => {
      const { started, url } = await startOne(t, { HANG_MS: String(hangMs) })
      const pid = Number(started.child.pid)
      const onOne = ['-c', processorOf(pid)]
      const other = spawn('taskset', [...onOne, process.execPath, '-e', 'for (;;);'])
      t.after(() => other.kill('SIGKILL'))
      const computing = ask(`${url}/cms-json/loops/v1/starved`)
      await until(() => started.output().includes('it computes'))
      // The main thread alone, since that has the id of the process, shares a processor with another that has more of a right to it
      execFileSync('taskset', ['-p', ...onOne, String(pid)])
      setPriority(pid, constants.priority.PRIORITY_LOW)
      // It is past its end by then, and would wait long for the processor to say so
      await setTimeout(starvedMs)
      other.kill('SIGKILL')
      const ranMs = Number(await computing)
      assert.ok(ranMs > 0 && ranMs < hangMs, `it ran for ${ranMs} ms`)
      started.child.kill('SIGTERM')
      assert.equal(await started.ended, 0)
      assert.deepEqual(fatal(started), [])
    },
  )

  it('in microtasks is replaced where it is a worker, and the log and a metric say so', async (t) => {
    const running = await startWorkers(await freshDatabase(t), {
      EXTENSIONS: extensionFile('loops.mjs', loops),
      HANG_MS: String(hangMs),
    })
    const before = await until(() => {
      const pids = workerIds(running)
      return pids.length === 2 && pids
    })
    await until(async () => {
      await ask(running.url + path)
      return workersThat(running, 'request').size === 2
    })
    assert.equal(await ask(`${running.url}/cms-json/loops/v1/microtasks`), null)

    const [line] = await until(() => {
      const found = fatal(running.started)
      return found.length > 0 && found
    })
    assert.equal(at(line, 'route'), 'GET /cms-json/loops/v1/microtasks')
    assert.match(String(at(line, 'stack', 0)), /loops\.mjs:\d+:\d+$/)
    assert.match(String(at(line, 'msg')), ends)
    const hung = Number(at(line, 'worker'))
    await until(() =>
      running.started.output().includes(`worker ${hung} ended: it hung, and it exited with code 70`),
    )
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
    assert.equal(workersThat(running, 'request', {}, from).has(hung), false)
    const metrics = await (await fetch(`${running.adminUrl}/metrics`)).text()
    assert.match(metrics, /^lectern_workers_hung_total [1-9]/m)
    await stopWorkers(running)
  })
})
