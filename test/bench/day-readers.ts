// Readers who ask at a steady rate, from addresses of their own, and look whether what they get is as old as it may be.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What readers met during a step. */
export interface Reading {
  readonly requests: number
  /** By status; 0 where there was no answer. */
  readonly statuses: Readonly<Record<string, number>>
  readonly fromCache: number
  /** Answers that say that they are stale. */
  readonly stale: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How long the oldest text had been changed when it was asked for, ms; answers that say that they are stale apart. */
  readonly oldestMs: number
  readonly oldestMarkedMs: number
  readonly crawled: Readonly<Record<string, number>>
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly cache: string
}

const readsPerSecond = 150
const post = 228
const paths = [
  `/cms-json/cms/v2/posts/${post}`,
  '/cms-json/cms/v2/posts',
  '/cms-json/cms/v2/posts?_embed=1',
  '/cms-json/cms/v2/posts?per_page=5&_fields=id,title,link',
  '/cms-json/cms/v2/categories',
  '/graphql?query={posts(first:5){edges{node{title}}}}',
]

/** What a crawler turns lists by. */
const orders = ['date', 'id', 'title', 'slug', 'modified', 'author']

export function createReaders(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  /** When each version was committed, at the latest; and who is no longer the newest since when. */
  const commits: number[] = []
  let statuses: Record<string, number> = {}
  let crawled: Record<string, number> = {}
  let times: number[] = []
  let [fromCache, stale, oldestMs, oldestMarkedMs] = [0, 0, 0, 0]

  const ask = (path: string, localAddress: string) =>
    new Promise<Answer>((resolve) => {
      const failed = () => resolve({ status: 0, body: '', cache: '' })
      const request = get(url + path, { agent, localAddress, timeout: 10_000 }, (response) => {
        let body = ''
        response.on('data', (part: Buffer) => (body += part.toString()))
        response.on('error', failed)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body,
            cache: String(response.headers['cache-status'] ?? ''),
          }),
        )
      })
      request.on('timeout', () => request.destroy())
      request.on('error', failed)
    })

  async function read(nth: number): Promise<void> {
    const path = paths[nth % 2 === 0 ? 0 : Math.floor(nth / 2) % paths.length] ?? ''
    const askedMs = performance.now()
    const { status, body, cache } = await ask(path, `127.0.1.${1 + (nth % 50)}`)
    times.push(performance.now() - askedMs)
    statuses[status] = (statuses[status] ?? 0) + 1
    const isStale = /stale/.test(cache)
    if (isStale) stale += 1
    else if (/\bhit\b/.test(cache)) fromCache += 1
    const [, version] = /"rendered":"Version (\d+)"/.exec(body) ?? []
    if (status !== 200 || version === undefined) return
    // The version after the one that it shows was committed at that moment, at the latest
    const ageMs = askedMs - (commits[Number(version) + 1] ?? Infinity)
    if (isStale) oldestMarkedMs = Math.max(oldestMarkedMs, ageMs)
    else oldestMs = Math.max(oldestMs, ageMs)
  }

  const ending = new AbortController()
  const readOn = async () => {
    const beganMs = performance.now()
    for (let nth = 0; !ending.signal.aborted; nth += 1) {
      const waitMs = beganMs + (nth * 1000) / readsPerSecond - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      read(nth).catch(console.error)
    }
  }
  readOn().catch(console.error)

  const at = (sorted: readonly number[], part: number) =>
    Number((sorted[Math.floor(sorted.length * part)] ?? NaN).toFixed(1))

  return {
    post,
    /** Commits a version, and remembers when that was done. */
    committed: async (version: number, commit: () => Promise<unknown>) => {
      await commit()
      commits[version] = performance.now()
    },
    /** Asks for everything once, as fast as it is answered, from one address. */
    crawl: async (seconds: number) => {
      const untilMs = performance.now() + seconds * 1000
      let page = 0
      const walk = async () => {
        while (performance.now() < untilMs) {
          page += 1
          const order = orders[Math.floor(page / 100) % orders.length] ?? ''
          const path = `/cms-json/cms/v2/posts?_embed=1&per_page=${1 + (page % 100)}&orderby=${order}`
          const { status } = await ask(path, '127.0.0.2')
          crawled[status] = (crawled[status] ?? 0) + 1
        }
      }
      await Promise.all(Array.from({ length: 8 }, walk))
    },
    begin: () => {
      ;[statuses, crawled, times] = [{}, {}, []]
      ;[fromCache, stale, oldestMs, oldestMarkedMs] = [0, 0, 0, 0]
    },
    end: (): Reading => {
      const sorted = times.toSorted((one, other) => one - other)
      return {
        requests: sorted.length,
        statuses: { ...statuses },
        fromCache,
        stale,
        p50Ms: at(sorted, 0.5),
        p99Ms: at(sorted, 0.99),
        oldestMs: Math.round(oldestMs),
        oldestMarkedMs: Math.round(oldestMarkedMs),
        crawled: { ...crawled },
      }
    },
    stop: () => {
      ending.abort()
      agent.destroy()
    },
  }
}
