// Compares contenders in interleaved rounds: A B C, then C B A, … after one round of warming up. What disturbs the
// machine disturbs the neighbours of a round alike, so the ratios within a round mean more than any figure alone.
// A contender is anything that does a batch of operations: requests to a server, queries, calls.
import { existsSync, readFileSync } from 'node:fs'

export interface Contender {
  readonly name: string
  readonly run: () => Promise<Batch>
  /** Runs before each round, and is not measured. */
  readonly prepare?: () => Promise<unknown>
  /** The process whose CPU time counts, with that of those it started; this one alone where it is left out. */
  readonly pid?: number
}

export interface Batch {
  readonly operations: number
  /** How long the operations took, where that is less than the whole of `run`. */
  readonly wallMs?: number
  readonly p50Ms?: number
  readonly p99Ms?: number
  readonly errors?: number
}

/** Medians over the rounds; ratios are those of each round to the first contender's figure in the same round. */
interface Standing {
  readonly name: string
  readonly perSecond: number
  readonly speed: Ratio
  readonly cpuUs: number
  readonly cpu: Ratio
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
  /** The figures of each round, in the order in which they ran. */
  readonly rounds: readonly Measured[]
}

interface Ratio {
  readonly median: number
  readonly min: number
  readonly max: number
}

export async function compare(contenders: readonly Contender[], rounds = 7): Promise<readonly Standing[]> {
  const measured = new Map(contenders.map(({ name }) => [name, new Array<Measured>()]))
  for (let round = 0; round <= rounds; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      await contender.prepare?.()
      const figures = await measure(contender)
      if (round > 0) measured.get(contender.name)?.push(figures)
    }
  }
  const first = measured.values().next().value ?? []
  return Array.from(measured, ([name, figures]) => standing(name, figures, first))
}

/** The standings as a table; operations are called `unit`. */
export function table(standings: readonly Standing[], unit = 'requests'): string {
  const head = [
    '',
    `${unit}/s`,
    'ratio',
    'min–max',
    'CPU µs each',
    'ratio',
    'min–max',
    'p50 ms',
    'p99 ms',
    'errors',
  ]
  const rows = standings.map(({ name, perSecond, speed, cpuUs, cpu, p50Ms, p99Ms, errors }) => [
    name,
    shown(perSecond, 0),
    ...ratio(speed),
    shown(cpuUs, 1),
    ...ratio(cpu),
    shown(p50Ms, 2),
    shown(p99Ms, 2),
    String(errors),
  ])
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(pad).join('  ')).join('\n')
}

interface Measured {
  readonly perSecond: number
  readonly cpuUs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
}

async function measure({ run, pid = process.pid }: Contender): Promise<Measured> {
  const cpu = cpuMs(pid)
  const start = performance.now()
  const batch = await run()
  const wallMs = batch.wallMs ?? performance.now() - start
  return {
    perSecond: (batch.operations / wallMs) * 1000,
    cpuUs: ((cpuMs(pid) - cpu) / batch.operations) * 1000,
    p50Ms: batch.p50Ms ?? NaN,
    p99Ms: batch.p99Ms ?? NaN,
    errors: batch.errors ?? 0,
  }
}

function standing(name: string, figures: readonly Measured[], first: readonly Measured[]): Standing {
  const middle = (key: keyof Measured) => median(figures.map((round) => round[key]))
  const ratios = (key: keyof Measured) => {
    const each = figures.map((round, i) => round[key] / (first[i]?.[key] ?? NaN))
    return { median: median(each), min: Math.min(...each), max: Math.max(...each) }
  }
  return {
    name,
    perSecond: middle('perSecond'),
    speed: ratios('perSecond'),
    cpuUs: middle('cpuUs'),
    cpu: ratios('cpuUs'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    errors: figures.reduce((sum, round) => sum + round.errors, 0),
    rounds: figures,
  }
}

/** CPU time of a process with all its threads, and of those it started. Linux counts it in hundredths of a second; elsewhere it is unknown. */
export function cpuMs(pid: number): number {
  if (pid === process.pid) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return NaN
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')
  const ofChildren = children
    .filter((child) => child !== '')
    .reduce((sum, child) => sum + cpuMs(Number(child)), 0)
  // What follows the name, which stands in parentheses and may hold anything: utime and stime are the 12th and 13th.
  const stat = readFileSync(file, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10 + ofChildren
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = NaN, high = NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}

function ratio({ median: middle, min, max }: Ratio): readonly string[] {
  const digits = middle < 0.1 ? 4 : 2
  return [shown(middle, digits), Number.isNaN(min) ? '' : `${shown(min, digits)}–${shown(max, digits)}`]
}

function shown(value: number, digits: number): string {
  return Number.isNaN(value) ? '' : value.toFixed(digits)
}
