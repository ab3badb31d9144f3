// An address that comes to lead to another server, with several processes: connections of the primary, which follows the database, live
// on, and those of its workers are new.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import { startReplicated } from '../support/replication.ts'
import { serverPrograms } from '../support/servers.ts'
import { createTcpProxy } from '../support/tcp-proxy.ts'
import { ask, keptBy, startWorkers, stopWorkers } from '../support/workers.ts'

const post = '/cms-json/cms/v2/posts/228?_fields=title'
/** Longer than connections that reach another server are kept. */
const settledMs = 6000
/** Longer than a process proves nothing before it says so, which may be of the move itself. */
const saidMs = 3000

for (const program of serverPrograms())
  describe(`an address that leads workers to another ${program.flavour}`, () => {
    for (const feed of ['poll', 'binlog'])
      it(`is followed there by ${feed}`, async (test) => {
        const isMaria = program.flavour === 'mariadb'
        const started = await startReplicated(program, [isMaria ? ['--log-slave-updates'] : []])
        test.after(() => started.stop())
        const { source, replicas, create } = started
        const [replica] = replicas
        assert(replica)
        const database = await create()
        const { pathname, username } = new URL(database.url)
        const rights = `replication slave, replication client${isMaria ? ', replica monitor' : ''}`
        await database.execute(`grant ${rights} on *.* to '${username}'@'%'`)
        await replica.caughtUp()
        const proxy = await createTcpProxy(source.url)
        test.after(() => proxy.close())
        const url = new URL(database.url)
        url.host = new URL(proxy.url).host
        const running = await startWorkers(url.href, { FEED: feed })
        await keptBy(running, post, [1, 2])
        await replica.pause()
        proxy.lead(replica.url)
        running.started.child.kill('SIGHUP')
        await keptBy(running, post, [3, 4])
        const change = async (title: string) => {
          await replica.execute(
            `update \`${pathname.slice(1)}\`.wp_posts set post_title = '${title}' where ID = 228`,
          )
          await eventually(async () => {
            for (let times = 0; times < 8; times += 1)
              assert.match((await ask(running.url + post)) ?? '', new RegExp(`"${title}"`))
          })
          await keptBy(running, post, [3, 4])
        }
        await change('Elsewhere')
        await setTimeout(saidMs)
        const from = running.started.output().length
        await setTimeout(settledMs)
        await change('Elsewhere again')
        assert.doesNotMatch(running.started.output().slice(from), /is not fresh|is lost/)
        await stopWorkers(running)
      })
  })
