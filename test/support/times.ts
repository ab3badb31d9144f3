// Times of each test file: `npm test -- --times` ends with a table, the dearest first.
import { appendFileSync, readFileSync } from 'node:fs'

interface Times {
  readonly wallMs: number
  /** Of this process. */
  readonly cpuMs: number
  /** Of processes that it started, and that have ended. */
  readonly childrenMs: number
}

const variable = 'TEST_TIMES'
/** /proc counts in hundredths of a second. */
const tickMs = 10

/** Files write what they took to this one. */
export function takeTimes(file: string): void {
  process.env[variable] = file
}

/** To be called where a file has run. */
export function timed(file: string): () => void {
  const to = process.env[variable]
  if (to === undefined) return () => {}
  const from = now()
  return () => {
    const { wallMs, cpuMs, childrenMs } = now()
    const took = [wallMs - from.wallMs, cpuMs - from.cpuMs, childrenMs - from.childrenMs]
    appendFileSync(to, `${file}\t${took.map(Math.round).join('\t')}\n`)
  }
}

export function printTimes(file: string): void {
  const rows = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([name = '', ...ms]) => ({ name, seconds: ms.map((each) => Number(each) / 1000) }))
  const cpu = ({ seconds: [, own = 0, children = 0] }: (typeof rows)[number]) => own + children
  const all = [0, 1, 2].map((column) => rows.reduce((sum, { seconds }) => sum + (seconds[column] ?? 0), 0))
  console.log('seconds: wall, CPU, CPU of processes that were started')
  for (const { name, seconds } of [
    { name: 'all', seconds: all },
    ...rows.toSorted((a, b) => cpu(b) - cpu(a)),
  ])
    console.log(`${seconds.map((each) => each.toFixed(1).padStart(7)).join('')}  ${name}`)
}

function now(): Times {
  const { user, system } = process.cpuUsage()
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  const childrenMs = (Number(fields[13]) + Number(fields[14])) * tickMs
  return { wallMs: performance.now(), cpuMs: (user + system) / 1000, childrenMs }
}
