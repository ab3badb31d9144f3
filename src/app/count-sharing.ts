// Counts that gateways with the same REDIS_URL keep together: requests of limited clients, and wrong credentials. While Valkey
// does not answer, each gateway counts for itself, which is logged.
import { monotonicMs } from '../core/change.ts'
import type { Observe } from '../core/observation.ts'
import type { SharedCounts } from '../core/shared-counts.ts'
import type { Config } from '../settings/config.ts'
import { sharedSeal } from './database-options.ts'

export interface Counting {
  readonly counts: SharedCounts
  readonly stop: () => void
}

type Counted = 'requests' | 'credentials'

/** Shared counting is logged as recovered after it has worked for this long. */
const settledMs = 5000

/** Null where the settings share no counts. */
export function shareCounts(config: Config, observe: Observe): Counting | null {
  const { redisUrl: url, redisCounts, publicUrl: site = '' } = config
  const seal = sharedSeal(config)
  if (url === undefined || seal === null || redisCounts === 'off') return null
  // The client library is loaded only where it is used
  const opening = import('../valkey/counts.ts').then(
    ({ createCounts }) => createCounts({ url, seal, site }),
    (error: unknown) => {
      observe({ kind: 'error', error, during: 'opening the counts of all gateways' })
      return null
    },
  )
  const reported = noteOf(observe)
  const counted = async <T>(what: Counted, count: (counts: SharedCounts) => Promise<T | null>) => {
    const opened = await opening
    return reported(what, opened && (await count(opened)))
  }
  return {
    counts: {
      take: (client, quotas) => counted('requests', ({ take }) => take(client, quotas)),
      note: (who, window, digest) => counted('credentials', ({ note }) => note(who, window, digest)),
      wait: (who, window) => counted('credentials', ({ wait }) => wait(who, window)),
    },
    stop: () => void opening.then((opened) => opened?.stop()),
  }
}

function noteOf(observe: Observe) {
  let isAlone = false
  let lastAloneAt = -Infinity
  return <T>(what: Counted, count: T | null): T | null => {
    const isShared = count !== null
    observe({ kind: 'counted', what, isShared })
    if (!isShared) lastAloneAt = monotonicMs()
    if (isAlone !== isShared || (isAlone && monotonicMs() - lastAloneAt < settledMs)) return count
    isAlone = !isShared
    observe({ kind: 'warning', message: isAlone ? alone : together })
    return count
  }
}

const alone =
  'the Valkey does not answer: this gateway counts the requests and wrong credentials of clients alone'
const together = 'the requests and wrong credentials of clients are counted with other gateways again'
