// Watches the rows that packs were made of: where they are no longer the same, the gateway has to be composed anew. Where they
// could not be read, nothing is served before it is known that they are the same: it would lack what they define.
import type { Catalog } from './catalog.ts'
import type { FoundPacks } from './packs.ts'
import { isFailure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { outsideRequests } from '../core/work.ts'
import type { ReadSite } from '../read/read-site.ts'

/** Looking costs nothing while the rows are kept with the site. */
const everyMs = 1000

/** So long nothing is served at most, once a database is found. */
const heldMsMax = 60_000

export interface PackWatch {
  /** Null as long as nothing may be served. */
  readonly served: () => Catalog | null
  /** False where the rows were not read, and are not those that packs were made of. */
  readonly areKnown: () => Promise<boolean>
  /** Settles once no look is under way. */
  readonly stop: () => Promise<void>
}

/** Calls `outdated` with what the rows are now, once for each time that they become something else. */
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
