// A process that is paused (SIGSTOP, as the migration of its machine does) has heard of no change meanwhile: what it answers
// first is not what it kept.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testDatabases, type TestDatabase, type TestDatabaseKind } from '../support/databases.ts'
import { startProcess, until } from '../support/process.ts'
import { startWorkers, stopWorkers, workerIds, keptBy } from '../support/workers.ts'

const path = '/cms-json/cms/v2/posts/203?_fields=title'

const setTitle = (database: TestDatabase, title: string) =>
  database.execute(`update wp_posts set post_title = '${title}' where ID = 203`)

/** With a write-ahead log, a process that is paused in the middle of a read keeps nobody from writing. */
async function created(kind: TestDatabaseKind): Promise<TestDatabase> {
  const database = await kind.create()
  if (kind.flavour === 'sqlite') await database.execute('pragma journal_mode = wal')
  return database
}

async function ask(url: string): Promise<{ readonly text: string; readonly from: string }> {
  const answer = await fetch(url + path)
  return { text: await answer.text(), from: answer.headers.get('cache-status') ?? '' }
}

/** What it answers to requests that were sent while it was paused, after a change. */
async function afterPause(
  url: string,
  database: TestDatabase,
  title: string,
  pids: readonly number[],
): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  // For longer than the cache is fresh without proof
  await setTimeout(2500)
  await setTitle(database, title)
  const asked = Array.from({ length: 4 }, () => ask(url))
  await setTimeout(200)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  for (const { text, from } of await Promise.all(asked)) assert.match(text, new RegExp(title), from)
}

for (const kind of testDatabases())
  for (const feed of kind.flavour === 'sqlite' ? ['auto'] : ['binlog', 'poll'])
    // Both wait for most of their time
    describe(`a paused gateway on ${kind.name}, feed ${feed}`, { concurrency: true }, () => {
      it('answers with what is there when it goes on, and keeps it as before', async () => {
        const database = await created(kind)
        const started = startProcess(['serve', '--port', '0', '--feed', feed], {
          DATABASE_URL: database.adminUrl,
        })
        const url = await started.served()
        const { pid } = started.child
        assert(pid !== undefined)
        for (let times = 1; times <= 2; times += 1) {
          await until(async () => /^lectern; hit; ttl=\d$/.test((await ask(url)).from))
          await afterPause(url, database, `After pause ${times}`, [pid])
        }
        await until(async () => (await ask(url)).from.startsWith('lectern; hit'))
        started.child.kill('SIGTERM')
        assert.equal(await started.ended, 0)
        await database.drop()
      })

      it('does so with several workers', async () => {
        const database = await created(kind)
        const running = await startWorkers(database.adminUrl, { FEED: feed })
        await keptBy(running, path, [1, 2])
        await afterPause(running.url, database, 'After a pause of the workers', workerIds(running))
        await keptBy(running, path, [1, 2])
        await stopWorkers(running)
        await database.drop()
      })

      it('keeps what it answers while another worker does not go on', async () => {
        const database = await created(kind)
        const running = await startWorkers(database.adminUrl, { FEED: feed })
        await keptBy(running, path, [1, 2])
        const [one, other] = workerIds(running)
        assert(one !== undefined && other !== undefined)
        for (const pid of [one, other]) process.kill(pid, 'SIGSTOP')
        // For longer than the cache is fresh without proof
        await setTimeout(2500)
        process.kill(one, 'SIGCONT')
        await keptBy(running, path, [1])
        process.kill(other, 'SIGCONT')
        await stopWorkers(running)
        await database.drop()
      })
    })
