// Watches the rows that packs were made of: when they change, the gateway has to be composed anew. Where the first read of them
// failed, nothing is served until they are known to be unchanged, because the answers would lack what they define.
import type { Catalog } from './catalog.ts'
import type { FoundPacks } from './packs.ts'
import { isFailure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { outsideRequests } from '../core/work.ts'
import type { ReadSite } from '../read/read-site.ts'

/** A look costs nothing while the rows are kept with the site. */
const everyMs = 1000

/** The longest time for which nothing is served once a database is found. */
const heldMsMax = 60_000

export interface PackWatch {
  /** Null while the gateway may not serve. */
  readonly served: () => Catalog | null
  /** False where the rows were not read, or differ from those that packs were made of. */
  readonly areKnown: () => Promise<boolean>
  /** Settles once no look is under way. */
  readonly stop: () => Promise<void>
}

/** Calls `outdated` with the mark of the current rows, once for each change. */
export function watchPacks(
  packs: Pick<FoundPacks, 'mark' | 'markThen' | 'isKnown'>,
  found: () => Catalog | null,
  readSite: ReadSite,
  outdated: (mark: string) => void,
  observe: Observe,
): PackWatch {
  const { mark, markThen } = packs
  if (mark === null) return { served: found, areKnown: async () => true, stop: async () => {} }
  let last = markThen
  let { isKnown } = packs
  let heldUntilMs: number | null = null
  let looked: Promise<void> | null = null
  const look = async () => {
    const catalog = found()
    if (catalog === null) return
    const site = await readSite(catalog.newReading())
    if (isFailure(site)) return
    const now = mark.of(site)
    isKnown ||= now === markThen
    if (now === last) return
    last = now
    outdated(now)
  }
  const lookOnce = () =>
    (looked ??= outsideRequests(look)
      .catch((error: unknown) => observe({ kind: 'error', error, during: 'a look for other packs' }))
      .finally(() => {
        looked = null
      }))
  const timer = setInterval(lookOnce, everyMs)
  timer.unref()
  return {
    served: () => {
      const catalog = found()
      if (isKnown || catalog === null) return catalog
      void lookOnce()
      heldUntilMs ??= performance.now() + heldMsMax
      return performance.now() < heldUntilMs ? null : catalog
    },
    areKnown: async () => {
      if (!isKnown) await lookOnce()
      return isKnown
    },
    stop: async () => {
      clearInterval(timer)
      await looked
    },
  }
}
