// Servers that repeat what another commits, read in the source's stead: what is kept follows what the server that is read has
// repeated, not what the source has committed; another is read where it is gone, stands still or is too far behind.
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { freePort } from '../support/free-port.ts'
import { startProcess, until } from '../support/process.ts'
import { feedOf, racingSettings, staysRight } from '../support/racing.ts'
import { hasLoggingAndMute, through, type Member, type Replica } from '../support/replication.ts'
import { serverPrograms } from '../support/servers.ts'

// No server that is there is ever taken for one that is gone
const quick = { feed: 'auto', replicaCheckMs: 50, replicaTimeoutMs: 30_000, replicaReturnMs: 100 } as const
const item = '/cms-json/cms/v2/posts/228'

const programs = serverPrograms()

for (const program of programs) {
  /** What a process makes of its servers is the same of each kind: the tests before these look at what depends on it. */
  const ofProcesses = { skip: program === programs[0] ? false : 'processes read servers of every kind alike' }
  describe(`replicas of ${program.flavour}`, () => {
    const servers = hasLoggingAndMute(program)
    let gateways: TestGateway[] = []
    afterEach(async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      gateways = []
    })

    async function serve(members: readonly Member[], settings: ConfigFile = {}) {
      const { database } = servers()
      const gateway = await startTestGateway({ url: through(members, database) }, { ...quick, ...settings })
      gateways.push(gateway)
      const isKept = async () => {
        await gateway.get(item)
        return /hit/.test((await gateway.get(item)).headers.get('cache-status') ?? '')
      }
      await until(isKept)
      const title = async () => at((await gateway.get(item)).json, 'title', 'rendered')
      const change = (to: string) =>
        database.execute('update wp_posts set post_title = ? where ID = 228', [to])
      /** Where it was read from, one after the other. */
      const read = () =>
        gateway.observed.flatMap((each) => (each.kind === 'database-found' ? [each.at?.split('/')[0]] : []))
      return { gateway, title, change, read, isKept }
    }

    const portOf = ({ door }: Member) => `127.0.0.1:${door.port}`

    async function heldUp(replica: Replica, work: () => Promise<void>): Promise<void> {
      await replica.pause()
      try {
        await work()
      } finally {
        await replica.resume()
        await replica.caughtUp()
      }
    }

    /** It runs on, and is as well as before: one that is stopped is left for another within milliseconds. */
    async function lockedUp(replica: Replica, work: () => Promise<void>): Promise<void> {
      const unlock = await replica.lock(servers().database)
      try {
        await work()
      } finally {
        await unlock()
        await replica.caughtUp()
      }
    }

    it('are followed by their own logs, unless these leave out what is repeated', async () => {
      const { logging, mute } = servers()
      for (const [replica, feed] of [
        [logging, 'binlog'],
        [mute, 'poll'],
      ] as const) {
        const { gateway, title, change } = await serve([replica])
        assert(gateway.observed.some((each) => each.kind === 'feed' && each.name === feed))
        const first = await title()
        await heldUp(replica, async () => {
          await change(`Told by ${feed}`)
          assert.equal(await title(), first)
        })
        await until(async () => (await title()) === `Told by ${feed}`)
      }
    })

    for (const feed of ['binlog', 'poll'] as const)
      it(`are right whatever is written on their source while they are read (${feed})`, async (test) => {
        const { logging, mute, database } = servers()
        const url = through([feed === 'binlog' ? logging : mute], database)
        const gateway = await startTestGateway({ url }, { ...quick, ...racingSettings })
        gateways.push(gateway)
        await until(() => feedOf(gateway) === feed)
        await staysRight(database, gateway, (message) => test.diagnostic(message))
      })

    for (const feed of ['binlog', 'poll'] as const)
      it(`are read first, until they are gone, and again when they are back (${feed})`, async () => {
        const { source, logging } = servers()
        const { title, change, read, isKept } = await serve([logging, source], { feed })
        const [first, second] = [portOf(logging), portOf(source)]
        assert.deepEqual(read(), [first])
        const old = await title()
        await lockedUp(logging, async () => {
          await change(`Committed, by ${feed}`)
          // The replica is what is read: it has not repeated it
          assert.equal(await title(), old)
          await logging.door.shut()
          await until(async () => (await title()) === `Committed, by ${feed}`)
          assert.deepEqual(read(), [first, second])
          await until(isKept)
        })
        await logging.door.open()
        await until(() => read().length === 3)
        assert.deepEqual(read(), [first, second, first])
        await until(isKept)
        await change(`Repeated, by ${feed}`)
        await until(async () => (await title()) === `Repeated, by ${feed}`)
      })

    it('are left where the network falls silent', async () => {
      const { source, logging } = servers()
      const limits = { queryTimeoutMs: 2000, replicaTimeoutMs: 2000 }
      const { title, change, read } = await serve([logging, source], limits)
      await until(() => read().at(-1) === portOf(logging))
      // New connections fall silent too: the feed makes one
      const silencing = setInterval(() => logging.door.silence(), 5)
      await change('Past the silence')
      await until(async () => (await title()) === 'Past the silence')
      clearInterval(silencing)
      assert.equal(read().at(-1), portOf(source))
      await logging.door.shut()
      await logging.door.open()
    })

    it('are left where they stand still, for another', async () => {
      const { logging, mute, source } = servers()
      const { gateway, title, change, read } = await serve([logging, mute, source], {
        replicaReturnMs: 60_000,
        adminPort: 0,
      })
      await heldUp(logging, async () => {
        await until(() => read().at(-1) === portOf(mute))
        await change('Told where it was repeated')
        await until(async () => (await title()) === 'Told where it was repeated')
        const said = gateway.observed.filter((each) => each.kind === 'server')
        assert.deepEqual(
          said.map(({ place, condition }) => [place.split('/')[0], condition]),
          [[portOf(logging), 'stopped']],
        )
        const ask = async (path: string) => (await fetch(gateway.adminUrl + path)).text()
        const { pathname } = new URL(servers().database.url)
        // What was just repeated may have been a second behind when it was last looked at
        await eventually(async () => {
          assert.deepEqual(at(JSON.parse(await ask('/ready')), 'servers'), [
            { condition: 'stopped', replicaLagMs: null, read: false },
            { condition: 'well', replicaLagMs: 0, read: true },
            { condition: 'well', replicaLagMs: null, read: false },
          ])
          const metrics = await ask('/metrics')
          for (const line of [
            `lectern_server_well{server="${portOf(logging)}${pathname}"} 0`,
            `lectern_server_read{server="${portOf(mute)}${pathname}"} 1`,
            `lectern_replica_lag_seconds{server="${portOf(mute)}${pathname}"} 0`,
          ])
            assert(metrics.includes(`${line}\n`), metrics)
        })
        await mute.door.shut()
        await until(() => read().at(-1) === portOf(source))
        await mute.door.open()
      })
    })

    it('are left where they are too far behind', async () => {
      const { logging, source, database } = servers()
      const { change, read } = await serve([logging, source], { replicaLagMaxMs: 0, replicaReturnMs: 0 })
      const [first, second] = [portOf(logging), portOf(source)]
      const lock = await logging.lock(database)
      await change('Held up by a lock')
      await until(() => read().at(-1) === second)
      await lock()
      await until(() => read().at(-1) === first)
    })

    it('are read on where there is nothing better', async () => {
      const { logging } = servers()
      const { title, read, gateway } = await serve([logging], { replicaLagMaxMs: 0 })
      await heldUp(logging, async () => {
        await until(() => gateway.observed.some((each) => each.kind === 'server'))
        assert.notEqual(await title(), undefined)
        assert.equal(read().length, 1)
      })
    })

    it('are read by all workers alike, and by all where the feed listens', ofProcesses, async () => {
      const { logging, source, database } = servers()
      const gateway = startProcess(['serve'], {
        DATABASE_URL: through([logging, source], database),
        PORT: String(await freePort()),
        WORKERS: '2',
        REPLICA_CHECK_MS: '50',
        REPLICA_TIMEOUT_MS: '30000',
        REPLICA_RETURN_MS: '100',
      })
      const url = await gateway.url()
      // Of several connections, one after the other: whichever workers these are
      const titles = async () => {
        const answers = Array.from({ length: 4 }, async () => {
          const response = await fetch(url + item, { headers: { connection: 'close' } })
          return response.status === 200 ? at(await response.json(), 'title', 'rendered') : null
        })
        return new Set(await Promise.all(answers))
      }
      const all = async (title: unknown) => {
        const found = await titles()
        return found.size === 1 && found.has(title)
      }
      const isKept = async () => /hit/.test((await fetch(url + item)).headers.get('cache-status') ?? '')
      const change = (to: string) =>
        database.execute('update wp_posts set post_title = ? where ID = 228', [to])
      await change('Read by all')
      await until(() => all('Read by all'))
      await until(isKept)
      await lockedUp(logging, async () => {
        await change('Committed, for all')
        assert(await all('Read by all'))
        await logging.door.shut()
        await until(() => all('Committed, for all'))
        await until(isKept)
        await change('Committed again, for all')
        await until(() => all('Committed again, for all'))
      })
      await logging.door.open()
      await until(() => gateway.output().split(`at ${portOf(logging)}`).length > 3)
      await change('Repeated, for all')
      await until(() => all('Repeated, for all'))
      gateway.child.kill('SIGTERM')
      await gateway.ended
    })

    it('are looked at by lectern check, each', async () => {
      const { logging, mute, source, database } = servers()
      await mute.caughtUp()
      const environment = { DATABASE_URL: through([logging, mute, source], database) }
      await heldUp(logging, async () => {
        const checked = startProcess(['check', '--json'], environment)
        assert.equal(await checked.ended, 1)
        const topics = list(at(JSON.parse(checked.output()), 'topics'))
        const said = (topic: string) =>
          topics
            .filter((each) => at(each, 'topic') === topic)
            .map((each) => [
              String(at(each, 'server')).split('/')[0],
              at(each, 'findings', 0, 'level'),
              String(at(each, 'findings', 0, 'says')),
            ])
        const replicas = said('Replication')
        assert.deepEqual(
          replicas.map(([place, level]) => [place, level]),
          [
            [portOf(logging), 'warning'],
            [portOf(mute), 'good'],
            [portOf(source), 'good'],
          ],
        )
        assert.match(replicas[0]?.[2]?.toString() ?? '', /has stopped replicating/)
        assert.match(replicas[1]?.[2]?.toString() ?? '', /0 s behind/)
        assert.equal(said('Keys').length, 1)
        const follows = topics.filter((each) => at(each, 'topic') === 'Changes')
        assert.match(JSON.stringify(follows[1]), /log does not contain the replicated changes/)
      })
    })

    it('need the one to write to named where extensions write', async () => {
      const { logging, source, database } = servers()
      const url = through([logging, source], database)
      const extensions = ['config/extensions/myplugin.ts']
      await assert.rejects(startTestGateway({ url }, { extensions }), /writeDatabaseUrl: of several servers/)
    })

    it(
      'are gone without where one does not let the gateway in, and no password is said',
      ofProcesses,
      async () => {
        const { logging, source, database } = servers()
        const [wrong = '', right = ''] = through([logging, source], database).split(',')
        const refused = new URL(wrong)
        refused.password = 'not-the-password'
        const gateway = startProcess(['serve'], {
          DATABASE_URL: `${refused.href},${right}`,
          PORT: '0',
          REPLICA_TIMEOUT_MS: '30000',
        })
        const url = await gateway.url()
        await until(async () => (await fetch(url + item)).status === 200)
        await until(() => /cannot be reached: Access denied/.test(gateway.output()))
        gateway.child.kill('SIGTERM')
        await gateway.ended
        for (const secret of ['not-the-password', new URL(right).password])
          assert(!gateway.output().includes(secret))
        assert.match(gateway.output(), new RegExp(`the database is there: .* at ${portOf(source)}`))
      },
    )
  })
}
