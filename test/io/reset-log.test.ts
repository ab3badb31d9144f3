// A server's log that is reset begins again with the names of its files: a place in the log before is none in the new one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { onServer } from '../support/databases.ts'
import { eventually, until } from '../support/eventually.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'
import { startProcess } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'

const path = '/cms-json/lectern/v1/changes'

for (const program of serverPrograms())
  describe(`the log of ${program.binary} below ${program.root}`, () => {
    it('that was reset and has grown beyond an old position answers it with a gap', async (test) => {
      const server = await startProcess(program)
      test.after(server.stop)
      const database = await onServer({ flavour: program.flavour, name: program.binary, ...server }).create()
      const gateway = await startTestGateway(
        { url: database.adminUrl },
        { changes: 'on', feed: 'binlog', requestsPerMinuteMax: 1_000_000 },
      )
      test.after(gateway.stop)
      const since = async (position: string) => (await gateway.get(`${path}?since=${position}`)).json
      const positionNow = async () =>
        String(await until(async () => at((await gateway.get(path)).json, 'position')))
      const value = async (statement: string) =>
        Object.values((await database.execute(statement))[0] ?? {})[0]

      const old = await positionNow()
      const second = Number(await value('select unix_timestamp()'))
      // Files of the log are told apart by the second in which they were made
      await eventually(async () => assert(Number(await value('select unix_timestamp()')) > second))
      const [status] = await database
        .execute('show binary log status')
        .catch(() => database.execute('show master status'))
      await database.execute('reset binary logs and gtids').catch(() => database.execute('reset master'))
      await eventually(async () => assert.equal(at(await since(old), 'gap'), 'start again'))
      const first = await positionNow()
      await database.execute(`update wp_posts set post_status = 'draft' where ID = 203`)
      await database.execute('update wp_posts set post_content = repeat(?, ?) where ID = 204', [
        'x',
        Number(status?.['Position']),
      ])
      await eventually(async () => {
        const json = await since(first)
        assert.deepEqual([at(json, 'gap'), list(at(json, 'changes')).length], [undefined, 2])
      })
      assert.equal(at(await since(old), 'gap'), 'start again')
    })
  })
