// Profiles an answer that is not cached, by rooms: shares of the thread that answers, by the room whose code it was in or ran
// something for, from one CPU profile of a gateway without cache, or, with --kept, of one that keeps items.
//   node test/bench/miss.ts [--path …]… [--header 'Name: value']… [--config config/demo.ts] [--connections 4] [--seconds 10]
//     [--kept] [--functions 20]: so many functions by their own time, and of ours by the time of all that they call.
// The gateway runs from src/, so that the profile names its files, over the environment's DATABASE_URL. Of compression, which has threads of its
// own, what all threads took tells.
import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startGateway } from './gateway-process.ts'
import { pairs, startLoader } from './load.ts'
import { cpuMs } from './rounds.ts'

const { values: flags } = parseArgs({
  options: {
    path: { type: 'string', multiple: true },
    header: { type: 'string', multiple: true, default: [] },
    config: { type: 'string', default: 'config/demo.ts' },
    connections: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '10' },
    kept: { type: 'boolean', default: false },
    functions: { type: 'string', default: '0' },
  },
})
/** Pages of ten posts, no two of which can share one computation. */
const paths =
  flags.path ??
  ['date', 'id', 'title', 'slug', 'modified'].flatMap((orderby) =>
    ['asc', 'desc'].map(
      (order) => `/cms-json/cms/v2/posts?per_page=10&orderby=${orderby}&order=${order}&page={n%3}`,
    ),
  )
const headers = pairs(flags.header, ':')

/** Of what V8 writes, what is read here. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
    readonly children?: readonly number[]
  }[]
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const children: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'lectern-miss-'))
const loader = startLoader()
try {
  await main()
} finally {
  loader.stop()
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true })
}

async function main(): Promise<void> {
  const [first = '/'] = paths
  const { url, pid } = await startGateway({
    config: flags.config,
    path: first.replaceAll(/\{n[^}]*\}/g, '1'),
    headers,
    environment: {
      ...(flags.kept ? {} : { CACHE_BYTES_MAX: '0' }),
      NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}`,
    },
    fromSource: true,
    children,
  })
  const load = (seconds: number) =>
    loader.load({ url, paths, headers, connections: Number(flags.connections), seconds })
  // Until what is compiled once is
  await load(3)
  const beganUs = nowUs()
  const cpuBefore = cpuMs(pid)
  const { operations, p50Ms, errors } = await load(Number(flags.seconds))
  const [cpu, endedUs] = [cpuMs(pid) - cpuBefore, nowUs()]
  for (const child of children) {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  const profile = readProfile()
  const spent = byRoom(profile, beganUs, endedUs)
  const total = [...spent.values()].reduce((sum, { us }) => sum + us, 0)
  const share = (us: number) => `${((100 * us) / total).toFixed(1)} %`
  console.log(
    `${operations} answers, ${errors} errors, p50 ${p50Ms.toFixed(1)} ms, ${(cpu / operations).toFixed(2)} ms CPU each`,
  )
  for (const [room, { us, files }] of [...spent].toSorted(([, one], [, other]) => other.us - one.us)) {
    const largest = [...files]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 4)
      .map(([file, of]) => `${file} ${share(of)}`)
    console.log(`${room.padEnd(20)} ${share(us).padStart(6)}  ${largest.join(', ')}`)
  }
  if (flags.functions === '0') return
  const { own, inclusive } = byFunction(profile, beganUs, endedUs)
  for (const [title, shares] of [
    ['own time', own],
    ['with all that they call', inclusive],
  ] as const) {
    console.log(`\n${title}`)
    const largest = [...shares].toSorted(([, one], [, other]) => other - one)
    for (const [name, us] of largest.slice(0, Number(flags.functions)))
      console.log(`${share(us).padStart(7)}  ${name}`)
  }
}

/** The clock of profiles, where that is the system's. */
function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

function readProfile(): Profile {
  const sizes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const [largest = '{}'] = sizes.toSorted((one, other) => other.length - one.length)
  return JSON.parse(largest)
}

interface Spent {
  us: number
  readonly files: Map<string, number>
}

/** Times of functions, in microseconds, but for what was idle; inclusive ones of our functions alone. */
function byFunction({ nodes, startTime, samples, timeDeltas }: Profile, fromUs: number, toUs: number) {
  const parents = new Map(nodes.flatMap(({ id, children: below = [] }) => below.map((child) => [child, id])))
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const own = new Map<string, number>()
  const inclusive = new Map<string, number>()
  const add = (to: Map<string, number>, name: string, us: number) =>
    void to.set(name, (to.get(name) ?? 0) + us)
  let atUs = startTime
  for (const [nth, id] of samples.entries()) {
    const us = timeDeltas[nth] ?? 0
    atUs += us
    const name = names.get(id) ?? ''
    if (atUs < fromUs || atUs > toUs || name === '(idle)') continue
    add(own, name, us)
    const stack = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      stack.add(names.get(at) ?? '')
    for (const each of stack) if (each.includes(' src/')) add(inclusive, each, us)
  }
  return { own, inclusive }
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName
  const file = url.replace(/^.*\/(?=src\/|node_modules\/)/, '')
  return `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`
}

/** Each sample counts for the nearest caller in a room; without one, for the package or for Node. */
function byRoom({ nodes, startTime, samples, timeDeltas }: Profile, fromUs: number, toUs: number) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const parents = new Map(nodes.flatMap(({ id, children: below = [] }) => below.map((child) => [child, id])))
  const spent = new Map<string, Spent>()
  const placeOf = (id: number): readonly [room: string, file: string] => {
    const own = frames.get(id)?.functionName ?? ''
    if (own.startsWith('(')) return [own, '']
    let library: readonly [string, string] | null = null
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const url = frames.get(at)?.url ?? ''
      const [, room, file] = /\/src\/(?:([\w-]+)\/)?([\w-]+\.ts)$/.exec(url) ?? []
      if (file !== undefined) return [room ?? 'src', file]
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
      if (name !== undefined) library ??= [name, '']
    }
    return library ?? ['node', '']
  }
  const places = new Map(nodes.map(({ id }) => [id, placeOf(id)]))
  let atUs = startTime
  for (const [nth, id] of samples.entries()) {
    const us = timeDeltas[nth] ?? 0
    atUs += us
    const [room, file] = places.get(id) ?? ['node', '']
    if (atUs < fromUs || atUs > toUs || room === '(idle)') continue
    const into = spent.get(room) ?? { us: 0, files: new Map() }
    into.us += us
    if (file !== '') into.files.set(file, (into.files.get(file) ?? 0) + us)
    spent.set(room, into)
  }
  return spent
}
