// A SQLite file that another one takes the place of, as deployments and `litestream restore` do it: the new one is read, and
// nothing of the old one is served.
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'

const path = '/cms-json/cms/v2/posts/203?_fields=title'
const sqlite = testDatabases().find(({ flavour }) => flavour === 'sqlite')

const fileOf = ({ url }: TestDatabase) => url.slice('sqlite:'.length)

function write(file: string, title: string, journal = 'delete'): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec(`pragma journal_mode = ${journal}`)
  database.prepare('update wp_posts set post_title = ? where ID = 203').run(title)
  database.close()
}

function replace(database: TestDatabase, title: string): void {
  const file = fileOf(database)
  const next = `${file}.next`
  copyFileSync(file, next)
  write(next, title)
  renameSync(next, file)
}

const titleOf = async (gateway: TestGateway) => at((await gateway.get(path)).json, 'title', 'rendered')

it('is noticed by the feed, each time, and writes to the new file are too', async () => {
  const database = await sqlite?.create()
  assert(database)
  const gateway = await startTestGateway(database, { feed: 'auto' })
  const isHit = async () => assert.match((await gateway.get(path)).headers.get('cache-status') ?? '', /hit/)
  for (const title of ['Replaced', 'Replaced again', 'Replaced a third time']) {
    await titleOf(gateway)
    await eventually(isHit)
    replace(database, title)
    await eventually(async () => assert.equal(await titleOf(gateway), title))
    await eventually(isHit)
    write(fileOf(database), `${title}, written`)
    await eventually(async () => assert.equal(await titleOf(gateway), `${title}, written`))
  }
  assert.ok(
    gateway.observed.some((seen) => seen.kind === 'dropped' && /was written or replaced/.test(seen.cause)),
    'the log says why',
  )
  await gateway.stop()
  await database.drop()
})

it('is noticed where it is copied over the one that is open, with as many commits', async () => {
  const database = await sqlite?.create()
  assert(database)
  const file = fileOf(database)
  for (const journal of ['delete', 'wal']) {
    const next = `${file}.${journal}`
    copyFileSync(file, next)
    for (const [each, title] of [
      [file, `Before, ${journal}`],
      [next, `Copied, ${journal}`],
    ] as const)
      write(each, title, journal)
    const gateway = await startTestGateway(database, { feed: 'auto' })
    assert.equal(await titleOf(gateway), `Before, ${journal}`)
    // As `cp`, which keeps the file and writes other bytes
    writeFileSync(file, readFileSync(next))
    await eventually(async () => assert.equal(await titleOf(gateway), `Copied, ${journal}`))
    await gateway.stop()
  }
  await database.drop()
})

it('is read by the next request where nothing is kept', async () => {
  const database = await sqlite?.create()
  assert(database)
  const gateway = await startTestGateway(database, { feed: 'clock', cacheBytesMax: 0 })
  for (const title of ['Replaced', 'Replaced again']) {
    await titleOf(gateway)
    replace(database, title)
    assert.equal(await titleOf(gateway), title)
  }
  await gateway.stop()
  await database.drop()
})
