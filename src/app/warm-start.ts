// Warm start: the targets that were requested most are loaded again after a start. They come from a file, or from the predecessor
// of this gateway, and go through dispatch as anonymous requests.
import { hotTargets } from '../cache/hot-targets.ts'
import type { Observation, Observe } from '../core/observation.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { Invalidator } from '../invalidation/invalidator.ts'
import type { Dispatch } from '../http/dispatch.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { replayed } from './replay.ts'
import type { Config } from '../settings/config.ts'
import { loadSlowly } from '../warm-start/load-slowly.ts'
import { readTargets, writeTargets } from '../warm-start/target-file.ts'
import { notWritten } from '../core/whole-file.ts'

export interface WarmingOptions {
  readonly endpoints: readonly EndpointDefinition[]
  /** This dispatch has the same cache as that of clients' requests. */
  readonly dispatch: Dispatch
  readonly invalidator: Pick<Invalidator, 'responses'>
  /** Targets of the predecessor; they go before those of the file. */
  readonly inherited: readonly RequestTarget[]
  readonly observe: Observe
}

export interface Warming {
  /** Loading begins once the change feed follows, and requests are counted. */
  readonly observe: Observe
  readonly hot: () => readonly RequestTarget[]
  /** Writes the targets that were requested most, and stops loading. */
  readonly stop: () => Promise<void>
}

export function createWarming(config: Config, options: WarmingOptions): Warming {
  const { warmStartFile: path, warmStartMax: targetsMax, warmStartSaveMs: saveMs } = config
  const { invalidator, inherited, observe } = options
  const stopping = new AbortController()
  const requests = createRate()
  /** Targets that wait to be loaded keep their rank. */
  let left: readonly RequestTarget[] = inherited
  let loading: Promise<void> | null = null
  const hot = () => distinct([...hotTargets(invalidator.responses, targetsMax), ...left]).slice(0, targetsMax)
  const save = async () => {
    const targets = hot()
    if (path === undefined || targets.length === 0) return
    await writeTargets(path, targets).catch((error: unknown) => {
      observe({ kind: 'warning', message: `warmStartFile: ${notWritten(path, error)}` })
    })
  }
  const saving = path === undefined ? null : setInterval(() => void save(), saveMs).unref()
  const load = async () => {
    left = distinct([...inherited, ...(await readFile(config, observe))]).slice(0, targetsMax)
    if (left.length === 0) return
    const { loaded, why, ...rest } = await loadSlowly(left, {
      load: (target) => loadOne(target, options),
      pauseMs: config.warmStartPauseMs,
      isBusy: () => requests.lastSecond() > config.warmStartRequestsMax,
      signal: stopping.signal,
    })
    left = rest.left
    observe({ kind: 'warmed', loaded, left: left.length, why })
  }
  return {
    hot,
    observe: (observation) => {
      if (observation.kind === 'request') requests.count()
      if (observation.kind === 'feed')
        loading ??= load().catch((error: unknown) =>
          observe({ kind: 'error', error, during: 'a warm start' }),
        )
    },
    stop: async () => {
      if (saving) clearInterval(saving)
      stopping.abort()
      await save()
    },
  }
}

async function readFile(config: Config, observe: Observe): Promise<readonly RequestTarget[]> {
  const { warmStartFile: path, warmStartMax: targetsMax, addressBytesMax } = config
  if (path === undefined) return []
  const read = await readTargets(path, { targetsMax, addressBytesMax })
  if (read.kind === 'refused')
    observe({ kind: 'warning', message: `warmStartFile: ${path} is not used: ${read.reason}` })
  return read.kind === 'targets' ? read.targets : []
}

async function loadOne(
  target: RequestTarget,
  { endpoints, dispatch }: Pick<WarmingOptions, 'endpoints' | 'dispatch'>,
): Promise<number> {
  const found = replayed(target, endpoints)
  if (found === null) return 404
  const { status } = await dispatch(found.operation, found.request)
  return status
}

function distinct(targets: readonly RequestTarget[]): readonly RequestTarget[] {
  return [...new Map(targets.map((each) => [`${each.accept ?? ''} ${each.target}`, each])).values()]
}

/** Counts events, and remembers the count of the last whole second. */
function createRate() {
  let second = 0
  let [now, before] = [0, 0]
  const turn = () => {
    const current = Math.floor(performance.now() / 1000)
    if (current === second) return
    before = current === second + 1 ? now : 0
    now = 0
    second = current
  }
  return {
    count: () => {
      turn()
      now += 1
    },
    lastSecond: () => {
      turn()
      return Math.max(now, before)
    },
  }
}

/** Requests of a warm start come from no client, so they are not counted. */
export function withoutRequests(observe: Observe): Observe {
  return (observation: Observation) => {
    if (observation.kind !== 'request') observe(observation)
  }
}
