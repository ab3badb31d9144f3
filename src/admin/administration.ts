// Administration connects metrics to observations, and opens the admin port where one is configured.
import type { BoundedMaps } from '../cache/bounded-map.ts'
import { isLoopback } from '../core/loopback.ts'
import type { Explain } from '../core/explanation.ts'
import type { Observe } from '../core/observation.ts'
import type { PurgeRequest } from '../core/purge.ts'
import { urlHost } from '../core/url-host.ts'
import type { Availability } from '../database/servers/availability.ts'
import type { Choice } from '../database/servers/choice.ts'
import type { Engine } from '../database/engine.ts'
import { lagMsOf } from '../feed/feed.ts'
import type { Invalidator } from '../invalidation/invalidator.ts'
import { serveAdmin, type State } from './server.ts'
import { addressList } from '../core/forwarded.ts'
import type { ReceiveLimits } from '../http/receive.ts'
import { listen, type ListenOptions } from '../http/server.ts'
import type { Now, Reports } from '../observe/now.ts'
import { createRecent } from '../observe/recent.ts'
import type { ScanSlots } from '../read/scan-slots.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

export interface Administered {
  readonly availability: Pick<Availability, 'server'>
  /** True where the gateway answers requests from the database, if it can be read. */
  readonly isServed: () => boolean
  readonly choice: Pick<Choice, 'states'>
  readonly engine: Pick<Engine, 'connections'>
  readonly invalidator: Pick<Invalidator, 'responses' | 'feed' | 'feeds' | 'lease'>
  readonly purge: Reports['purge']
  readonly purgeHere: Reports['purgeHere']
  readonly explain: Explain
  readonly scanSlots: Pick<ScanSlots, 'count'>
  readonly webhooks: Pick<Webhooks, 'waiting'> | null
  readonly maps: Pick<BoundedMaps, 'fills'>
  readonly cacheBytesMax: number
  /** True where requests are proxied to WordPress. */
  readonly hasOrigin: boolean
}

/** The source of the admin port's figures: one process, or several together. */
export interface Shown {
  readonly state: () => Promise<Omit<State, 'isStopping'>>
  readonly metrics: { readonly contentType: string; readonly text: () => Promise<string> }
  readonly now: () => Promise<Now>
  readonly purge: (purge: PurgeRequest) => Promise<number>
  readonly explain: Explain
}

export interface Administration {
  readonly observe: Observe
  /** Opens the admin port; null where this process has none. A later call makes the open port show another gateway. */
  readonly open: (administered: Administered) => Promise<AdminPort | null>
}

export interface AdminPort {
  readonly url: string
  /** Makes the gateway unready, so that a load balancer sends its requests elsewhere. */
  readonly leave: () => void
  readonly stop: () => Promise<void>
}

/** The address, token and limits of the admin port. */
export interface AdminPortOptions extends ListenOptions, Omit<ReceiveLimits, 'trustedProxies'> {
  readonly token: string | undefined
}

/** Returns in a sentence why the admin port cannot be opened as configured; null where it can. */
export function adminProblem({ host, token }: AdminPortOptions): string | null {
  if (token !== undefined || isLoopback(host)) return null
  return `adminHost: ${host} can be reached from other machines, which needs an adminToken`
}

/**
 * `options`: null without an admin port. `report` receives the reports of a worker, which opens no port of its own. The modules
 * of metrics are loaded only where a port or the primary can read them.
 */
export async function createAdministration(
  options: AdminPortOptions | null,
  observe: Observe,
  report: ((reports: Reports) => void) | null = null,
): Promise<Administration> {
  if (options === null) return { observe, open: async () => null }
  const { createMetrics } = await import('../observe/metrics.ts')
  let administered: Administered | null = null
  let shownNow: Reports | null = null
  let port: AdminPort | null = null
  const feed = () => {
    const followed = administered?.invalidator.feed() ?? null
    const wanted = administered?.invalidator.feeds().wanted ?? followed?.name ?? ''
    const blind = [...(followed?.blind?.() ?? [])]
    const role = followed?.role?.() ?? null
    return followed && { name: followed.name, wanted, lagMs: lagMsOf(followed), blind, role }
  }
  const metrics = createMetrics({
    cache: () => administered?.invalidator.responses.size() ?? { entries: 0, bytes: 0, tags: 0 },
    feed,
    lease: () => administered?.invalidator.lease.state() ?? null,
    servers: () => administered?.choice.states() ?? [],
    isDatabaseThere: () => (administered?.availability.server ?? null) !== null,
    connections: () => administered?.engine.connections() ?? null,
    maps: () => administered?.maps.fills() ?? [],
    scans: () => administered?.scanSlots.count() ?? { running: 0, waiting: 0 },
    webhooksWaiting: () => administered?.webhooks?.waiting() ?? [],
  })
  const recent = createRecent()
  const loopBusy = createLoopBusy()
  const reportsOn = ({
    availability,
    isServed,
    choice,
    engine,
    invalidator,
    purge,
    purgeHere,
    explain,
    scanSlots,
    cacheBytesMax,
    hasOrigin,
  }: Administered): Reports => {
    const state = () => ({
      database: isServed() ? (availability.server?.name ?? null) : null,
      hasBegun: isServed(),
      servers: choice.states(),
      feed: feed(),
      lease: invalidator.lease.state(),
      origin: hasOrigin ? recent.passed() : null,
    })
    return {
      state,
      metrics: metrics.json,
      now: () => ({
        ...state(),
        ready: availability.server !== null && isServed(),
        uptimeS: Math.floor(process.uptime()),
        recent: recent.now(),
        cache: { ...invalidator.responses.size(), bytesMax: cacheBytesMax },
        memory: memoryInUse(),
        loopBusy: loopBusy(),
        connections: engine.connections(),
        scans: scanSlots.count(),
      }),
      purge,
      purgeHere,
      explain,
    }
  }
  return {
    observe: (observation) => {
      metrics.observe(observation)
      recent.observe(observation)
      observe(observation)
    },
    open: async (opened) => {
      administered = opened
      const reports = reportsOn(opened)
      shownNow = reports
      if (port) return port
      if (report) {
        report(reports)
        return null
      }
      const shown: Shown = {
        state: async () => (shownNow ?? reports).state(),
        metrics,
        now: async () => (shownNow ?? reports).now(),
        purge: async (purge) => (shownNow ?? reports).purge(purge),
        explain: (address) => (shownNow ?? reports).explain(address),
      }
      port = await openAdminPort(options, shown, observe)
      return port
    },
  }
}

export async function openAdminPort(
  { token, bodyBytesMax, ...listening }: AdminPortOptions,
  { state, metrics, now, purge, explain }: Shown,
  observe: Observe,
): Promise<AdminPort> {
  const listener = await listen(listening)
  let isStopping = false
  const { stop } = serveAdmin(listener, {
    addressBytesMax: listening.addressBytesMax,
    bodyBytesMax,
    trustedProxies: addressList([]),
    token,
    state: async () => ({ ...(await state()), isStopping }),
    metrics,
    now: async () => {
      const shown = await now()
      return { ...shown, ready: shown.ready && !isStopping }
    },
    purge,
    explain,
    observe,
  })
  const { address, port } = listener.address
  return {
    url: `http://${urlHost(address)}:${port}`,
    leave: () => {
      isStopping = true
    },
    stop,
  }
}

export function memoryInUse(): Now['memory'] {
  const { heapUsed: heapBytes, rss: rssBytes } = process.memoryUsage()
  return { rssBytes, heapBytes }
}

/** Measures the share of about the last second in which the event loop was busy. */
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
