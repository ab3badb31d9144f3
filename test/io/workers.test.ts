// Several processes that serve, each with its own cache: all see what changes, one that ends is replaced, and they are
// administered and end as one.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { oneDatabase, testDatabases, type TestDatabase } from '../support/databases.ts'
import { at } from '../support/gateway.ts'
import { startProcess, until } from '../support/process.ts'
import { ask, keptBy, lines, startWorkers, workerIds, workersThat, type Running } from '../support/workers.ts'

const path = '/cms-json/cms/v2/posts/228?_fields=id,title'

const json = async (url: string, init?: RequestInit): Promise<unknown> =>
  await (await fetch(url, init)).json()

const setTitle = (database: TestDatabase, title: string) =>
  database.execute(`update wp_posts set post_title = '${title}' where ID = 228`)

/** Nobody is answered with what it was before, once each worker has dropped. */
async function seenByAll(
  running: Running,
  database: TestDatabase,
  title: string,
  workers: readonly number[],
): Promise<void> {
  await keptBy(running, path, workers)
  const from = lines(running).length
  await setTitle(database, title)
  await until(() => new Set(workers).isSubsetOf(workersThat(running, 'dropped', {}, from)))
  const texts = await Promise.all(Array.from({ length: 20 }, () => ask(running.url + path)))
  for (const text of texts) assert.match(text ?? '', new RegExp(title))
}

async function metric({ adminUrl }: Running, name: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const values = text.split('\n').filter((line) => line.startsWith(name))
  return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** Why one database is enough. */
const same = 'workers-race.test.ts has changes of every database on their way to all workers'

for (const kind of oneDatabase(same)) {
  describe(`several workers on ${kind.name}`, () => {
    it('see what changes, are replaced when they end, are administered as one and end with the primary', async () => {
      const database = await kind.create()
      const running = await startWorkers(database.adminUrl)
      const { started, adminUrl } = running
      await keptBy(running, path, [1, 2])
      const feed = kind.flavour === 'sqlite' ? 'data-version' : 'binlog'
      assert.equal(at(await json(`${adminUrl}/ready`), 'feed', 'name'), feed)
      await seenByAll(running, database, 'Once', [1, 2])
      await seenByAll(running, database, 'Twice', [1, 2])

      await keptBy(running, path, [1, 2])
      const purge = { method: 'POST', body: '{"all": true}' }
      assert.deepEqual(await json(`${adminUrl}/purge`, purge), { dropped: 2 })
      const requests = () => lines(running).filter((line) => at(line, 'kind') === 'request').length
      // A line that was written may not be here yet
      await until(async () => (await metric(running, 'lectern_requests_total')) === requests())
      const asked = requests()
      assert.equal(await metric(running, 'lectern_request_duration_seconds_count'), asked)
      assert.equal(at(await json(`${adminUrl}/now`), 'recent', 'totals', 'requests'), asked)
      assert.equal(at(await json(`${adminUrl}/explain?address=/graphql`), 'interface'), 'graphql')
      assert.deepEqual(at(await json(`${adminUrl}/ready`), 'workers'), { ready: 2, of: 2 })

      // Nothing that is kept is served while nothing is heard of the primary
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const here = () => ask(running.url + path, agent)
      await keptBy(running, path, [1, 2])
      await here()
      started.child.kill('SIGSTOP')
      await setTitle(database, 'While nobody says so')
      await until(async () => /While nobody/.test((await here()) ?? ''))
      started.child.kill('SIGCONT')
      agent.destroy()
      await seenByAll(running, database, 'And then', [1, 2])

      const counted = await metric(running, 'lectern_requests_total')
      const [first] = workerIds(running)
      assert(first !== undefined)
      process.kill(first, 'SIGKILL')
      await seenByAll(running, database, 'After one ended', [2, 3])
      assert.match(started.output(), /worker 1 ended: it was ended by SIGKILL/)
      // What was counted stays counted
      assert.ok((await metric(running, 'lectern_requests_total')) > counted)
      assert.equal(await metric(running, 'lectern_workers_lost_total'), 1)

      for (const pid of workerIds(running)) process.kill(pid, 'SIGKILL')
      await seenByAll(running, database, 'After all ended', [4, 5])

      assert.equal(started.output().match(/^REST /gm)?.length, 1)
      const pids = workerIds(running)
      started.child.kill('SIGKILL')
      await until(() => pids.every((pid) => !isThere(pid)))
      await assert.rejects(fetch(running.url))
      await database.drop()
    })
  })
}

describe('several workers', () => {
  it('say once what keeps them from starting', async () => {
    const extension = join(tmpdir(), `lectern-broken-${process.pid}.mjs`)
    writeFileSync(extension, 'export default 7')
    const [sqlite] = testDatabases()
    assert(sqlite)
    const database = await sqlite.create()
    const started = startProcess(['serve', '--workers', '3', '--port', '0', '--extensions', extension], {
      DATABASE_URL: database.url,
    })
    assert.equal(await started.ended, 1)
    const said = started
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    assert.equal(said.length, 1, started.output())
    assert.match(said.join(''), /lectern-broken/)
    rmSync(extension)
    await database.drop()
  })
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
