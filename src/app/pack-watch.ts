// Watches the rows that packs were made of: where they are no longer the same, the gateway has to be composed anew.
import type { Catalog } from './catalog.ts'
import type { FoundPacks } from './packs.ts'
import { isFailure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { ReadSite } from '../read/read-site.ts'

/** Looking costs nothing while the rows are kept with the site. */
const everyMs = 1000

export interface PackWatch {
  /** Settles once no look is under way. */
  readonly stop: () => Promise<void>
}

/** Calls `outdated` with what the rows are now, once for each time that they become something else. */
export function watchPacks(
  { mark, markThen }: Pick<FoundPacks, 'mark' | 'markThen'>,
  served: () => Catalog | null,
  readSite: ReadSite,
  outdated: (mark: string) => void,
  observe: Observe,
): PackWatch {
  if (mark === null) return { stop: async () => {} }
  let last = markThen
  let looked: Promise<void> | null = null
  const look = async () => {
    const catalog = served()
    if (catalog === null) return
    const site = await readSite(catalog.newReading())
    if (isFailure(site)) return
    const now = mark.of(site)
    if (now === last) return
    last = now
    outdated(now)
  }
  const timer = setInterval(() => {
    looked ??= look()
      .catch((error: unknown) => observe({ kind: 'error', error, during: 'a look for other packs' }))
      .finally(() => {
        looked = null
      })
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await looked
    },
  }
}
