// Measures answers that are not cached, in CPU time over a server written by hand for the same rows (plain-server.ts).
//   DATABASE_URL=… node --conditions=lectern-source test/bench/cost.ts [--work list,embed,…] [--connections 16] [--seconds 2] [--rounds 5]
// The works that begin with `new` ask for rows that were never asked for, of a site that the gateway knows: their database has
// copies of its posts (test/bench/copies.ts), ten for each answer of the whole run.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { pidOf, startGateway, type Server } from './gateway-process.ts'
import { startLoader } from './load.ts'
import { compare, table, type Contender } from './rounds.ts'

const { values: flags } = parseArgs({
  options: {
    config: { type: 'string', default: 'config/demo.ts' },
    work: { type: 'string', default: '' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
})

const list = '/cms-json/cms/v2/posts?before={second}'
/** Pages of copies, of which there are so many. */
const pagesMax = 9600
const unseen = `/cms-json/cms/v2/posts?before={ten%${pagesMax}}`
/** Addresses that were never asked for, most of them over rows that were; `isCold`: the gateway has room for no answer and no item. */
const works: Readonly<Record<string, { readonly path: string; readonly isCold?: boolean }>> = {
  list: { path: `${list}&per_page=10` },
  embed: { path: `${list}&per_page=10&_embed=1` },
  fields: { path: `${list}&per_page=10&_fields=id,title,link` },
  large: { path: `${list}&per_page=100&_embed=1` },
  cold: { path: `${list}&per_page=10`, isCold: true },
  'cold-embed': { path: `${list}&per_page=10&_embed=1`, isCold: true },
  new: { path: `${unseen}&per_page=10` },
  'new-embed': { path: `${unseen}&per_page=10&_embed=1` },
  'new-one': { path: `${unseen}&per_page=1` },
}

/** Answers of the gateways to rows that were never asked for. */
let asked = 0

const children: ChildProcess[] = []
/** One each, because a page of rows that were never asked for is counted by its loader. */
const loaders = [startLoader(), startLoader()] as const
try {
  await main()
} finally {
  for (const loader of loaders) loader.stop()
  for (const child of children) child.kill()
}

async function main(): Promise<void> {
  const ofOneSite = Object.keys(works).filter((name) => !name.startsWith('new'))
  const chosen = flags.work === '' ? ofOneSite : flags.work.split(',')
  const gateway = { config: flags.config, path: '/cms-json/cms/v2/posts', headers: {}, children }
  const plain = await startPlain()
  const warm = await startGateway({ ...gateway, environment: {} })
  const cold = await startGateway({ ...gateway, environment: { CACHE_BYTES_MAX: '1' } })
  for (const name of chosen) {
    const work = works[name]
    if (!work) throw new Error(`there is no work ${name}`)
    const contenders = [
      contender('by hand', plain, work.path, loaders[0]),
      contender(name, work.isCold === true ? cold : warm, work.path, loaders[1]),
    ]
    console.log(table(await compare(contenders, Number(flags.rounds))))
    if (work.path.startsWith(unseen) && asked > pagesMax)
      throw new Error(`${asked} pages were asked for: take fewer rounds or seconds, and one such work a run`)
  }
}

function contender(
  name: string,
  { url, pid }: Server,
  path: string,
  loader: (typeof loaders)[number],
): Contender {
  const load = { url, paths: [path], connections: Number(flags.connections), seconds: Number(flags.seconds) }
  const run = async () => {
    const report = await loader.load(load)
    if (loader === loaders[1] && path.startsWith(unseen)) asked += report.operations
    return report
  }
  return { name, pid, run }
}

async function startPlain(): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'plain-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const url of createInterface(child.stdout)) return { url, pid: pidOf(child) }
  throw new Error('the server did not start')
}
