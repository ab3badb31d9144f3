// The memory of an export: `node --conditions=lectern-source test/bench/export.ts 1000000`. Four times on the way the gateway, which
// has a process of its own and nothing else to do, collects its garbage and says what is left.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { loadavg } from 'node:os'
import { createConnection } from 'mysql2/promise'
import { startGateway } from '../../src/app/gateway.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig } from '../../src/settings/config.ts'
import { announceServers } from '../support/announced-servers.ts'
import { testDatabases } from '../support/databases.ts'
import { startServers } from '../support/servers.ts'

const [word = '1000000', database = ''] = process.argv.slice(2)

if (word === 'gateway') await serve(database)
else await measure(Number(word))

async function serve(url: string): Promise<void> {
  const file = { port: 0, cursorKey: ['a key for benches only'], exports: 'on' }
  const read = readConfig({ file, environment: {}, flags: {} })
  const addresses = parseAddresses(url)
  if (addresses === null || read.kind !== 'config') throw new Error('the settings are wrong')
  const gateway = await startGateway(read.config, addresses, () => {})
  await gateway.ready
  process.on('message', () => {
    globalThis.gc?.()
    process.send?.(process.memoryUsage())
  })
  process.once('disconnect', () => process.exit(0))
  process.send?.({ url: gateway.localUrl })
}

async function measure(rows: number): Promise<void> {
  const servers = await startServers()
  announceServers(servers)
  const kind = testDatabases().find(({ flavour }) => flavour === 'mariadb')
  if (kind === undefined) throw new Error('there is no MariaDB')
  const made = await kind.create()
  const writer = await createConnection(made.adminUrl)
  await writer.query(
    `insert into wp_posts (post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, post_name,
       to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_type)
     select 1, '2000-01-01' + interval seq minute, '2000-01-01' + interval seq minute, repeat('word ', 20), concat('Title ', seq), '', 'publish',
       concat('row-', seq), '', '', '2000-01-01', '2000-01-01', '', 'post' from seq_1_to_${rows}`,
  )
  await writer.end()
  const gateway = fork(import.meta.filename, ['gateway', made.url], {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const { url } = await said(gateway)
  const address = `${String(url)}/cms-json/lectern/v1/export/posts.ndjson?_fields=id,title.rendered,content.rendered`
  const response = await new Promise<IncomingMessage>((resolve) => get(address, resolve))
  let lines = 0
  let next = 1
  for await (const part of response) {
    for (const byte of part) if (byte === 10) lines += 1
    if (lines < (rows / 4) * next) continue
    next += 1
    const heard = said(gateway)
    gateway.send('memory')
    const of = await heard
    const mb = (name: string) => (Number(of[name]) / 1e6).toFixed(1)
    console.log(
      `${lines} rows, load ${loadavg()[0]?.toFixed(0)}: heap ${mb('heapUsed')} MB, external ${mb('external')}, RSS ${mb('rss')}`,
    )
  }
  console.log(`${lines} rows in all, ${response.complete ? 'whole' : 'broken off'}`)
  gateway.kill()
  await made.drop()
  await Promise.all(servers.map((server) => server.stop()))
}

async function said(child: ChildProcess): Promise<Readonly<Record<string, unknown>>> {
  const [message] = await once(child, 'message')
  return { ...message }
}
