// Measures the plain feed page by GraphQL, beside graphql-js alone over rows that are in memory, in interleaved rounds:
// graphql-js by graphql-http, the same with the document kept, a miss over rows seen before with a new document and with a kept
// one, a miss without any cache, a hit, a 304.
//   node test/bench/graphql.ts [--config config/demo.ts] [--connections 16] [--seconds 2] [--rounds 5]
// The gateways run as a user would start them, over the environment's DATABASE_URL.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { fetchRaw, pidOf, startGateway, type Server } from './gateway-process.ts'
import { startLoader } from './load.ts'
import { compare, table, type Contender } from './rounds.ts'

const { values: flags } = parseArgs({
  options: {
    config: { type: 'string', default: 'config/demo.ts' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
})
const feed =
  '{ posts(first: 20) { edges { cursor node { id title createdAt } } pageInfo { endCursor hasNextPage } } }'
const path = `/graphql?query=${encodeURIComponent(feed)}`
/** Requests for the same page could share one reading: a variable that is not used tells them apart. */
const missPath = `${path}&variables=%7B%22n%22%3A{n}%7D`
const newDocumentPath = `${path}%23{n}`

const children: ChildProcess[] = []
const loader = startLoader()
try {
  await main()
} finally {
  loader.stop()
  for (const child of children) child.kill()
}

async function main(): Promise<void> {
  const gateway = { config: flags.config, path, headers: {}, children }
  const cached = await startGateway({ ...gateway, environment: {} })
  const uncached = await startGateway({ ...gateway, environment: { CACHE_BYTES_MAX: '0' } })
  const alone = await startAlone()
  const answer = await fetchRaw(cached.url + path, {})
  const etag = answer.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? ''

  const contender = (name: string, { url, pid }: Server, asked: string, headers = {}): Contender => ({
    name,
    pid,
    run: () =>
      loader.load({
        url,
        paths: [asked],
        headers,
        connections: Number(flags.connections),
        seconds: Number(flags.seconds),
      }),
  })
  const contenders = [
    contender('graphql-js, graphql-http', alone, path),
    contender('graphql-js, kept document', alone, path.replace('/graphql', '/kept')),
    contender('new document', cached, newDocumentPath),
    contender('kept document', cached, missPath),
    contender('miss, no cache', uncached, missPath),
    contender('hit', cached, path),
    contender('304', cached, path, { 'If-None-Match': etag }),
  ]
  console.log(
    `${answer.body.length} bytes, ${flags.connections} connections, ${flags.rounds} rounds of ${flags.seconds} s each`,
  )
  console.log(table(await compare(contenders, Number(flags.rounds))))
}

async function startAlone(): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'graphql-js-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const url of createInterface(child.stdout)) return { url, pid: pidOf(child) }
  throw new Error('graphql-js did not start')
}
