// Loads an HTTP server over keep-alive connections, each with one request on its way at a time, from a process of its
// own, so that neither the server nor whoever compares is slowed by it. Written on bare sockets: node:http's client
// costs more than the server that it would measure. Forked, this same file is that process.
import { fork } from 'node:child_process'
import { connect } from 'node:net'
import type { Batch } from './rounds.ts'

interface Load {
  /** http://host:port; a path is ignored. */
  readonly url: string
  /**
   * Asked for in turn. `{n}` counts the requests of the loader's whole life, so that no address comes twice;
   * `{n%200}` counts from 1 to 200, over and over; `{second}` is the n-th second from 2100-01-01 on; before
   * `{ten%9600}` stand the n-th ten of 96 000 posts that test/bench/copies.ts has made, over and over.
   */
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

interface LoadReport extends Batch {
  readonly wallMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers from 400 on, and connections that broke or stayed silent for ten seconds in the middle of one. */
  readonly errors: number
  readonly statuses: Readonly<Record<string, number>>
}

interface Loader {
  readonly load: (load: Load) => Promise<LoadReport>
  readonly pid: number
  readonly stop: () => void
}

export function startLoader(): Loader {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  return {
    load: (load) =>
      new Promise((resolve, reject) => {
        const exited = () => reject(new Error('the load generator has exited'))
        child.once('exit', exited)
        child.once('message', (report) => {
          child.off('exit', exited)
          if (isReport(report)) resolve(report)
        })
        child.send(load)
      }),
    pid: child.pid ?? 0,
    stop: () => child.disconnect(),
  }
}

/** "Name: value" as { Name: 'value' }, for the flags of the commands. */
export function pairs(texts: readonly string[], between: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(between)
      return [text.slice(0, at), text.slice(at + 1).trim()]
    }),
  )
}

if (import.meta.main) {
  process.on('message', (load) => {
    if (isLoad(load)) void generate(load).then((report) => process.send?.(report))
  })
}

/** What one load has come to so far. */
interface Run {
  readonly url: URL
  readonly untilMs: number
  readonly nextRequest: () => string | Buffer
  readonly latenciesMs: number[]
  readonly statuses: Record<string, number>
  broken: number
}

async function generate(load: Load): Promise<LoadReport> {
  const startMs = performance.now()
  const url = new URL(load.url)
  const run: Run = {
    url,
    untilMs: startMs + load.seconds * 1000,
    nextRequest: requestsOf(load, url),
    latenciesMs: [],
    statuses: {},
    broken: 0,
  }
  await Promise.all(Array.from({ length: load.connections }, () => keepAsking(run)))
  const latencies = run.latenciesMs.toSorted((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? NaN
  const refused = Object.entries(run.statuses).reduce(
    (sum, [status, count]) => (Number(status) < 400 ? sum : sum + count),
    0,
  )
  return {
    operations: latencies.length,
    wallMs: performance.now() - startMs,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    errors: run.broken + refused,
    statuses: run.statuses,
  }
}

async function keepAsking(run: Run): Promise<void> {
  while (performance.now() < run.untilMs) await useConnection(run)
}

/** One connection's life: until the time is up, or the server ends it. */
function useConnection(run: Run): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(run.url.port || 80), run.url.hostname.replace(/^\[|\]$/g, ''))
    let connected = false
    let sentMs = 0
    let answer: Answer | undefined
    const ask = () => {
      if (performance.now() >= run.untilMs) return socket.destroy()
      sentMs = performance.now()
      answer = new Answer()
      return socket.write(run.nextRequest())
    }
    socket.setNoDelay().setTimeout(10_000, () => socket.destroy())
    socket.on('connect', () => {
      connected = true
      ask()
    })
    socket.on('data', (chunk) => {
      if (typeof chunk === 'string' || !answer?.take(chunk)) return
      run.latenciesMs.push(performance.now() - sentMs)
      run.statuses[answer.status] = (run.statuses[answer.status] ?? 0) + 1
      const { last } = answer
      answer = undefined
      if (last) socket.destroy()
      else ask()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (answer || !connected) run.broken++
      setTimeout(resolve, connected ? 0 : 50)
    })
  })
}

/** Finds where an answer ends. One is awaited at a time, so what follows it never has to be kept. */
class Answer {
  status = ''
  /** The server closes the connection behind this answer. */
  last = false
  #head: Buffer = nothing
  #bytesLeft = 0
  #chunked = false
  #tail: Buffer = nothing

  /** True once the answer is complete. */
  take(chunk: Buffer): boolean {
    if (this.status !== '') return this.#takeBody(chunk)
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    this.#head = bytes
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return false
    const head = bytes.toString('latin1', 0, end)
    this.status = head.slice(9, 12)
    this.last = /\nconnection: close/i.test(head)
    const bodiless = this.status === '304' || this.status === '204'
    this.#chunked = !bodiless && /\ntransfer-encoding: chunked/i.test(head)
    this.#bytesLeft = bodiless ? 0 : Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    return this.#takeBody(bytes.subarray(end + 4))
  }

  /** A chunked body is complete where the bytes so far end like one: nothing is sent behind it. */
  #takeBody(bytes: Buffer): boolean {
    this.#bytesLeft -= bytes.length
    if (!this.#chunked) return this.#bytesLeft <= 0
    this.#tail = Buffer.concat([this.#tail, bytes]).subarray(-lastChunk.length)
    return this.#tail.equals(lastChunk)
  }
}

const nothing = Buffer.alloc(0)
const lastChunk = Buffer.from('0\r\n\r\n')

let requests = 0

function requestsOf({ paths, headers = {} }: Load, { host }: URL): () => string | Buffer {
  const rest = Object.entries({ Host: host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const request = (path: string) => `GET ${path} HTTP/1.1\r\n${rest}\r\n`
  const constant = paths.every((path) => !/\{(?:n|second|ten)/.test(path))
    ? paths.map((path) => Buffer.from(request(path)))
    : undefined
  const below = (n: number, max: string | undefined) => (max === undefined ? n : 1 + (n % Number(max)))
  return () => {
    const n = ++requests
    if (constant) return constant[n % paths.length] ?? ''
    const path = paths[n % paths.length] ?? '/'
    return request(
      path
        .replaceAll(/\{n(?:%(\d+))?\}/g, (_, max: string | undefined) => String(below(n, max)))
        .replaceAll('{second}', () => time(Date.UTC(2100, 0) + n * 1000))
        .replaceAll(/\{ten(?:%(\d+))?\}/g, (_, max: string | undefined) =>
          time(Date.UTC(2020, 0) - (below(n, max) - 1) * 600_000 - 30_000),
        ),
    )
  }
}

function time(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}

function isLoad(value: unknown): value is Load {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    'paths' in value &&
    'connections' in value
  )
}

function isReport(value: unknown): value is LoadReport {
  return typeof value === 'object' && value !== null && 'operations' in value && 'statuses' in value
}
