// A server, or a file, that cannot be read now is no fault of the gateway: 503 with Retry-After, and the server's own code in the log.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { until } from '../support/eventually.ts'
import { bugsOf } from '../support/extensions.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'

/** The SQLSTATE and number of an error of the server, and what clients and the log get. */
const errors = [
  ['HY000', 1205, 'query_timeout', 'ER_LOCK_WAIT_TIMEOUT'],
  // MariaDB's max_statement_time, and a connection that was killed: the driver has no names for these
  ['70100', 1969, 'query_timeout', '1969'],
  ['70100', 1927, 'database_unavailable', '1927'],
  ['HY001', 1038, 'overloaded', 'ER_OUT_OF_SORTMEMORY'],
  ['HY000', 1114, 'overloaded', 'ER_RECORD_FILE_FULL'],
  ['HY000', 1135, 'overloaded', 'ER_CANT_CREATE_THREAD'],
  ['40001', 1213, 'overloaded', 'ER_LOCK_DEADLOCK'],
  // MariaDB's engine has no such table
  ['42S02', 1932, 'database_unavailable', '1932'],
  // A node of a Galera cluster that is not ready
  ['08S01', 1047, 'database_unavailable', 'ER_UNKNOWN_COM_ERROR'],
  ['HY000', 1194, 'database_unavailable', 'ER_CRASHED_ON_USAGE'],
  // ProxySQL reaches no server
  ['HY000', 9001, 'database_unavailable', '9001'],
  ['HY000', 4031, 'database_unavailable', 'ER_CLIENT_INTERACTION_TIMEOUT'],
] as const

let asked = 0

/** Reads comments by both interfaces, not from a cache. */
async function refusals(gateway: TestGateway): Promise<readonly unknown[]> {
  asked += 1
  const rest = await gateway.get(`/cms-json/cms/v2/comments?per_page=${asked}`)
  const graph = await gateway.graphql(`{ comments(first: ${asked}) { edges { node { id } } } }`)
  return [
    [rest.status, at(rest.json, 'code')],
    [graph.status, String(at(graph.json, 'errors', 0, 'extensions', 'code')).toLowerCase()],
    ...[rest, graph].map(({ headers }) => /^\d+$/.test(headers.get('retry-after') ?? '')),
  ]
}

function refusedBy(code: string): readonly unknown[] {
  return [[503, code], [503, code], true, true]
}

/** Has a process leave a transaction half done in the file: the next that may write rolls it back. */
async function breakOff({ url }: TestDatabase): Promise<void> {
  const script = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
    database.exec('pragma cache_size = 1; begin immediate; update wp_posts set post_content = post_content || zeroblob(20000)')
    process.kill(process.pid, 'SIGKILL')`
  const writer = spawn(process.execPath, ['-e', script, url.slice('sqlite:'.length)], { stdio: 'ignore' })
  await once(writer, 'exit')
}

for (const kind of testDatabases())
  describe(`errors of ${kind.name}`, () => {
    it('server-errors/1 answers 503 where the database cannot be read now', async () => {
      const database = await kind.create()
      const failing = kind.flavour === 'sqlite' ? null : await failingComments(database)
      const gateway = await startTestGateway(database)
      try {
        if (failing === null) await whileBrokenOff(database, gateway)
        else await whileFailing(failing, gateway)
        assert.deepEqual(bugsOf(gateway), [])
      } finally {
        await gateway.stop()
        await database.drop()
      }
    })
  })

async function whileBrokenOff(database: TestDatabase, gateway: TestGateway): Promise<void> {
  await breakOff(database)
  assert.deepEqual(await refusals(gateway), refusedBy('database_unavailable'))
  await database.execute('select 1 from wp_posts')
  await until(async () => (await gateway.get('/cms-json/cms/v2/comments')).status === 200)
}

async function whileFailing(failing: (number: number) => Promise<void>, gateway: TestGateway): Promise<void> {
  const codes: string[] = []
  for (const [, number, code, named] of errors) {
    await failing(number)
    const from = gateway.observed.length
    assert.deepEqual(await refusals(gateway), refusedBy(code), named)
    const failed = gateway.observed.slice(from).filter((each) => each.kind === 'query-failed')
    codes.push([...new Set(failed.map((each) => each.code))].join())
  }
  assert.deepEqual(
    codes,
    errors.map(([, , , named]) => named),
  )
}

/** Makes comments a view that calls a function, which fails with the number that a table has. */
async function failingComments(database: TestDatabase): Promise<(number: number) => Promise<void>> {
  const cases = errors.map(
    ([state, number]) =>
      `if n = ${number} then signal sqlstate '${state}' set mysql_errno = ${number}; end if;`,
  )
  const { username, pathname } = new URL(database.url)
  for (const statement of [
    'create table failures (number int)',
    'insert into failures values (0)',
    `create function failing() returns int reads sql data
     begin declare n int; select number into n from failures; ${cases.join(' ')} return 1; end`,
    'rename table wp_comments to comments_stored',
    'create view wp_comments as select * from comments_stored where failing() = 1',
    // Servers do not show an account the columns of a view whose functions it may not call
    `grant execute on \`${pathname.slice(1)}\`.* to '${username}'@'%'`,
  ])
    await database.execute(statement)
  return async (number) => void (await database.execute(`update failures set number = ${number}`))
}
