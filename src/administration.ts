// What an owner operates the gateway by, wired: metrics made of what is observed, and the admin port where one is set.
import type { Config } from './config.ts'
import type { Observe } from './core/observation.ts'
import type { Availability } from './database/availability.ts'
import type { Engine } from './database/engine.ts'
import type { Freshness } from './freshness.ts'
import { isLoopback } from './http/admin-access.ts'
import { serveAdmin } from './http/admin.ts'
import { addressList } from './http/receive.ts'
import { listen } from './http/server.ts'
import { createMetrics, type Metrics } from './observe/metrics.ts'
import { createRecent, type Recent } from './observe/recent.ts'

export interface Administered {
  readonly availability: Pick<Availability, 'server'>
  readonly engine: Pick<Engine, 'connections'>
  readonly freshness: Pick<Freshness, 'responses' | 'feed' | 'purge'>
}

export interface Administration {
  readonly observe: Observe
  /** Listens on the admin port; null where there is none. */
  readonly open: (administered: Administered) => Promise<AdminPort | null>
}

export interface AdminPort {
  readonly url: string
  /** The gateway is about to stop: whoever sends requests to it is to send them elsewhere. */
  readonly leave: () => void
  readonly stop: () => Promise<void>
}

/** Why the admin port cannot be opened as configured, in a sentence. */
export function adminProblem({ adminPort, adminHost, adminToken }: Config): string | null {
  if (adminPort === undefined || adminToken !== undefined || isLoopback(adminHost)) return null
  return `adminHost: ${adminHost} can be reached from other machines, which needs an adminToken`
}

export function createAdministration(config: Config, observe: Observe): Administration {
  const { adminPort } = config
  if (adminPort === undefined) return { observe, open: async () => null }
  let administered: Administered | null = null
  const feed = () => {
    const followed = administered?.freshness.feed() ?? null
    return followed && { name: followed.name, lagMs: followed.lagMs() }
  }
  const metrics = createMetrics({
    cache: () => administered?.freshness.responses.size() ?? { entries: 0, bytes: 0, tags: 0 },
    feed,
    isDatabaseThere: () => (administered?.availability.server ?? null) !== null,
    connections: () => administered?.engine.connections() ?? null,
  })
  const recent = createRecent()
  return {
    observe: (observation) => {
      metrics.observe(observation)
      recent.observe(observation)
      observe(observation)
    },
    open: (opened) => {
      administered = opened
      return openPort({ ...config, adminPort }, opened, { metrics, recent, feed, observe })
    },
  }
}

interface Shown {
  readonly metrics: Metrics
  readonly recent: Recent
  readonly feed: () => { readonly name: string; readonly lagMs: number } | null
  readonly observe: Observe
}

async function openPort(
  config: Config & { readonly adminPort: number },
  administered: Administered,
  { metrics, recent, feed, observe }: Shown,
): Promise<AdminPort> {
  const { availability, engine, freshness } = administered
  const listener = await listen({ ...config, host: config.adminHost, port: config.adminPort })
  let isStopping = false
  const loopBusy = createLoopBusy()
  const { stop } = serveAdmin(listener, {
    ...config,
    trustedProxies: addressList([]),
    token: config.adminToken,
    state: () => ({ database: availability.server?.name ?? null, feed: feed(), isStopping }),
    metrics,
    now: () => {
      const database = availability.server?.name ?? null
      const { heapUsed: heapBytes, rss: rssBytes } = process.memoryUsage()
      return {
        ready: database !== null && !isStopping,
        database,
        feed: feed(),
        uptimeS: Math.floor(process.uptime()),
        recent: recent.now(),
        cache: { ...freshness.responses.size(), bytesMax: config.cacheBytesMax },
        memory: { rssBytes, heapBytes },
        loopBusy: loopBusy(),
        connections: engine.connections(),
      }
    },
    purge: freshness.purge,
    observe,
  })
  const { address, port } = listener.address
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    leave: () => {
      isStopping = true
    },
    stop,
  }
}

/** The part of the last second or so in which the event loop was busy. */
function createLoopBusy(): () => number {
  let since = performance.eventLoopUtilization()
  let busy = 0
  return () => {
    const sofar = performance.eventLoopUtilization(since)
    if (sofar.idle + sofar.active >= 900) {
      busy = sofar.utilization
      since = performance.eventLoopUtilization()
    }
    return busy
  }
}
