// Watches the rows that packs were made of: where they are no longer the same, the gateway has to be composed anew.
import type { Catalog } from './catalog.ts'
import type { FoundPacks } from './packs.ts'
import { isFailure } from '../core/failure.ts'
import type { ReadSite } from '../read/read-site.ts'

/** Looking costs nothing while the rows are kept with the site. */
const everyMs = 1000

export interface PackWatch {
  readonly stop: () => void
}

/** Calls `outdated` with what the rows are now, once for each time that they become something else. */
export function watchPacks(
  { mark, markThen }: Pick<FoundPacks, 'mark' | 'markThen'>,
  served: () => Catalog | null,
  readSite: ReadSite,
  outdated: (mark: string) => void,
): PackWatch {
  if (mark === null) return { stop: () => {} }
  let last = markThen
  let isLooking = false
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
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
