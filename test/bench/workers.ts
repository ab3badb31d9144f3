// Compares several workers with one process, in interleaved rounds: hits, and misses (gateways without cache).
//   node test/bench/workers.ts [--workers 2] [--path …] [--config config/demo.ts] [--connections 32] [--seconds 2] [--rounds 7]
// The load generator runs on the same machine and takes what it needs of it: its own share of a core is shown, and so
// many cores there are.
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startGateway } from './gateway-process.ts'
import { startLoader } from './load.ts'
import { compare, cpuMs, table, type Contender } from './rounds.ts'

const { values: flags } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    path: { type: 'string', default: '/cms-json/cms/v2/posts?per_page=10' },
    config: { type: 'string', default: 'config/demo.ts' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '7' },
  },
})
const connections = Number(flags.connections)
const seconds = Number(flags.seconds)
const rounds = Number(flags.rounds)
const children: ChildProcess[] = []
const loader = startLoader()
let loaderMs = 0
let wallMs = 0
try {
  await main()
} finally {
  loader.stop()
  for (const child of children) child.kill()
}

async function main(): Promise<void> {
  const contenders: Contender[] = []
  for (const [name, cacheBytesMax] of [
    ['hits', undefined],
    ['misses', '0'],
  ] as const) {
    const environment = cacheBytesMax === undefined ? {} : { CACHE_BYTES_MAX: cacheBytesMax }
    for (const workers of ['1', flags.workers]) {
      const gateway = await startGateway({
        config: flags.config,
        path: flags.path,
        headers: {},
        environment: { ...environment, WORKERS: workers },
        children,
      })
      contenders.push({ name: `${name}, ${workers} serving`, pid: gateway.pid, run: () => load(gateway.url) })
    }
  }
  console.log(
    `${availableParallelism()} cores; ${connections} connections from one load generator; rounds of ${seconds} s`,
  )
  for (const pair of [contenders.slice(0, 2), contenders.slice(2)]) {
    ;[loaderMs, wallMs] = [0, 0]
    console.log(`\n${table(await compare(pair, rounds))}`)
    console.log(`the load generator took ${((100 * loaderMs) / wallMs).toFixed(0)} % of a core`)
  }
}

async function load(url: string) {
  const before = cpuMs(loader.pid)
  const report = await loader.load({ url, paths: [flags.path], connections, seconds })
  loaderMs += cpuMs(loader.pid) - before
  wallMs += report.wallMs
  return report
}
