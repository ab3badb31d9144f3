// The file of the totals that changes adjust, sealed with a secret of the site: without the secret, a process that can write the
// file cannot make a gateway trust a number.
import type { Observe } from '../core/observation.ts'
import { hasLog } from '../feed/feed.ts'
import { nextRun } from '../feed/next-run.ts'
import type { Invalidator } from '../invalidation/invalidator.ts'
import { encodeSnapshot, parseSnapshot, type TotalsSnapshot } from '../invalidation/totals-snapshot.ts'
import type { Config } from '../settings/config.ts'
import { createSeal, type Seal } from '../core/seal.ts'
import { notWritten, readWhole, writeWhole } from '../core/whole-file.ts'
import { sharedSeal } from './database-options.ts'
import type { Observers } from './observers.ts'

const bytesMax = 8_388_608
/** The seal binds a text to its purpose: one that was sealed for Valkey is refused here. */
const place = 'totals of before a start'

/** Null where no usable file exists; the reason is logged. */
export async function readTotals(config: Config, observe: Observe): Promise<TotalsSnapshot | null> {
  const { totalsFile: path } = config
  if (path === undefined) return null
  const refused = (reason: string) => {
    observe({ kind: 'warning', message: `totalsFile: ${path} is not used: ${reason}` })
    return null
  }
  const seal = sealOf(config)
  if (seal === null)
    return refused('it has to be sealed, with WordPress’s keys and salts, CURSOR_KEY or REDIS_SECRET')
  const text = await readWhole(path, bytesMax)
  if (text === null) return null
  if (typeof text !== 'string') return refused(text.reason)
  const opened = seal.openText(place, text)
  if (opened === null) return refused('it was sealed with another secret, or changed')
  return parseSnapshot(opened) ?? refused('another version wrote it')
}

export interface TotalsKeeping {
  /** Writes the totals a last time. */
  readonly stop: () => Promise<void>
}

/** Writes the totals at intervals. */
export function keepTotals(
  config: Config,
  { totals }: Pick<Invalidator, 'totals'>,
  observers: Observers,
): TotalsKeeping {
  const { totalsFile: path, totalsSaveMs: saveMs } = config
  const seal = sealOf(config)
  const { observe } = observers
  if (path === undefined || seal === null) return { stop: async () => {} }
  const save = nextRun(async () => {
    const snapshot = totals()
    if (snapshot === null || snapshot.totals.length === 0) return
    await writeWhole(path, seal.closeText(place, encodeSnapshot(snapshot))).catch((error: unknown) =>
      observe({ kind: 'warning', message: `totalsFile: ${notWritten(path, error)}` }),
    )
  })
  observers.add((observation) => {
    if (observation.kind === 'feed' && !hasLog(observation.name))
      observe({
        kind: 'warning',
        message: `totalsFile: totals are counted again after a restart, since the change feed ${observation.name} does not report changes from before it`,
      })
  })
  const saving = setInterval(() => void save(), saveMs).unref()
  return {
    stop: async () => {
      clearInterval(saving)
      await save()
    },
  }
}

/** Null where no secret is configured. */
function sealOf(config: Config): Seal | null {
  const [key] = config.cursorKey
  return sharedSeal(config) ?? (key === undefined ? null : createSeal(key))
}
