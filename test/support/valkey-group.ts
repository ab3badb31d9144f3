// Several Valkeys or Redis that take over from each other: a primary with a replica that a Sentinel watches, and a cluster of two
// primaries with a replica each.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { startValkey } from './valkey-process.ts'

interface Test {
  readonly after: (end: () => Promise<void>) => void
}

export interface ValkeyGroup {
  readonly url: string
  /** The address of a server that is no primary, by itself. */
  readonly replicaUrl: string
  /** Makes another server the primary. */
  readonly failOver: () => Promise<void>
}

/** The primary is killed. */
export async function startWithSentinel(test: Test): Promise<ValkeyGroup> {
  const folder = folderOf(test)
  const own = ['--dir', folder, '--repl-diskless-sync-delay', '0']
  const primary = await startValkey(test, own)
  const replica = await startValkey(test, [...own, '--replicaof', '127.0.0.1', String(primary.port)])
  await eventually(async () => assert.match(await replica.send('INFO replication'), /master_link_status:up/))
  const settings = join(folder, 'sentinel.conf')
  const lines = [
    `monitor lectern 127.0.0.1 ${primary.port} 1`,
    'down-after-milliseconds lectern 500',
    'failover-timeout lectern 3000',
  ]
  writeFileSync(settings, lines.map((line) => `sentinel ${line}\n`).join(''))
  const sentinel = await startValkey(test, [settings, '--sentinel'])
  await eventually(async () =>
    assert.match(await sentinel.send('SENTINEL MASTERS'), /num-slaves\r\n\$1\r\n1/),
  )
  return {
    // One that does not answer does not matter
    url: `redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}/lectern`,
    replicaUrl: replica.url,
    failOver: async () => {
      await primary.kill()
      await eventually(async () => assert.match(await replica.send('INFO replication'), /role:master/))
    },
  }
}

const slots = 16_384
const votedMs = 1000

/** All primaries change places with their replicas. */
export async function startCluster(test: Test): Promise<ValkeyGroup> {
  const start = async () => {
    // By default nodes talk at a port that is 10 000 higher, which the system may have given to any connection
    const bus = await freePort()
    const own = ['--dir', folderOf(test), '--repl-diskless-sync-delay', '0', '--cluster-enabled', 'yes']
    return { bus, ...(await startValkey(test, [...own, '--cluster-port', String(bus)])) }
  }
  const primaries = [await start(), await start()]
  const replicas = [await start(), await start()]
  const [[first], [replica]] = [primaries, replicas]
  assert(first && replica)
  for (const [nth, { send }] of primaries.entries()) {
    const [from, to] = [(nth * slots) / 2, ((nth + 1) * slots) / 2 - 1]
    assert.match(await send(`CLUSTER ADDSLOTSRANGE ${from} ${to}`), /OK/)
    // Nodes with one epoch would only later agree on who has which slots
    await send(`CLUSTER SET-CONFIG-EPOCH ${nth + 1}`)
  }
  for (const { send } of [...primaries, ...replicas])
    await send(`CLUSTER MEET 127.0.0.1 ${first.port} ${first.bus}`)
  const ids = await Promise.all(primaries.map(async ({ send }) => idIn(await send('CLUSTER MYID'))))
  for (const [nth, { send }] of replicas.entries()) {
    await eventually(async () => assert.match(await send(`CLUSTER REPLICATE ${ids[nth]}`), /OK/))
    await eventually(async () => assert.match(await send('INFO replication'), /master_link_status:up/))
  }
  for (const { send } of [...primaries, ...replicas])
    await eventually(async () => {
      const info = await send('CLUSTER INFO')
      assert.match(info, /cluster_state:ok[^]*cluster_known_nodes:4/)
    })
  return {
    url: `redis+cluster://127.0.0.1:1,127.0.0.1:${first.port}`,
    replicaUrl: replica.url,
    failOver: async () => {
      for (const { send } of replicas) {
        let askedAt = -Infinity
        await eventually(async () => {
          // One that the others do not vote for in time gives up
          if (performance.now() - askedAt > votedMs && /OK/.test(await send('CLUSTER FAILOVER')))
            askedAt = performance.now()
          assert.match(await send('INFO replication'), /role:master/)
        })
      }
    },
  }
}

/** Replicas and nodes write what they know. */
function folderOf(test: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-valkey-'))
  test.after(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function idIn(reply: string): string {
  const [id] = /[0-9a-f]{40}/.exec(reply) ?? []
  assert(id)
  return id
}
