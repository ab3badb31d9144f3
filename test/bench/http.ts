// Measures an answer, beside a bare node:http server that sends the same bytes, in interleaved rounds: a hit, a 304, a miss (a
// second gateway without cache).
//   node test/bench/http.ts [--path …] [--miss-path …]… [--header 'Name: value']… [--config config/demo.ts]
//     [--connections 16] [--seconds 2] [--rounds 7]
// The gateways run as a user would start them, over the environment's DATABASE_URL.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { fetchRaw, pidOf, startGateway, type Answer, type Server } from './gateway-process.ts'
import { pairs, startLoader } from './load.ts'
import { compare, table, type Contender } from './rounds.ts'

const { values: flags } = parseArgs({
  options: {
    path: { type: 'string', default: '/cms-json/cms/v2/posts?per_page=10' },
    'miss-path': { type: 'string', multiple: true },
    header: { type: 'string', multiple: true, default: [] },
    config: { type: 'string', default: 'config/demo.ts' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '7' },
  },
})
/** Thirty addresses that a site of the demo's size answers with ten posts each: requests for the same one could share
 * one computation, so no two of them should be on their way together. A large database wants others. */
const missPaths =
  flags['miss-path'] ??
  ['date', 'id', 'title', 'slug', 'modified'].flatMap((orderby) =>
    ['asc', 'desc'].map((order) => `${flags.path}&orderby=${orderby}&order=${order}&page={n%3}`),
  )
const headers = pairs(flags.header, ':')

const children: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
const loader = startLoader()
try {
  await main()
} finally {
  loader.stop()
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true })
}

async function main(): Promise<void> {
  const gateway = { config: flags.config, path: flags.path, headers, children }
  const cached = await startGateway({ ...gateway, environment: {} })
  const uncached = await startGateway({ ...gateway, environment: { CACHE_BYTES_MAX: '0' } })
  const answer = await fetchRaw(cached.url + flags.path, headers)
  if (answer.status !== 200)
    throw new Error(`${flags.path} answers ${answer.status}: ${answer.body.toString()}`)
  const etag = answer.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1]
  const bare = await startBare(answer)

  const contender = (
    name: string,
    { url, pid }: Server,
    paths: readonly string[],
    extra = {},
  ): Contender => ({
    name,
    pid,
    run: () =>
      loader.load({
        url,
        paths,
        headers: { ...headers, ...extra },
        connections: Number(flags.connections),
        seconds: Number(flags.seconds),
      }),
  })
  const contenders = [
    contender('bare node:http', bare, [flags.path]),
    contender('hit', cached, [flags.path]),
    ...(etag === undefined ? [] : [contender('304', cached, [flags.path], { 'If-None-Match': etag })]),
    contender('miss', uncached, missPaths),
  ]
  console.log(
    `${answer.body.length} bytes, ${flags.connections} connections, ${flags.rounds} rounds of ${flags.seconds} s each`,
  )
  console.log(table(await compare(contenders, Number(flags.rounds))))
}

async function startBare(answer: Answer): Promise<Server> {
  const file = join(folder, 'body')
  writeFileSync(file, answer.body)
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
  const lines = answer.headers
    .filter(([name]) => !own.has(name.toLowerCase()))
    .map((header) => header.join(': '))
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-server.ts'), file, ...lines.flatMap((line) => ['--header', line])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  for await (const url of createInterface(child.stdout)) return { url, pid: pidOf(child) }
  throw new Error('the bare server did not start')
}
