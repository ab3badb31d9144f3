// Addresses of the archives of content types that no definition describes.
import { closed } from './permalink.ts'
import { archivePaths } from './seen-paths.ts'
import type { Site } from './site.ts'

/** The address of the type's archive; null where WordPress has none. */
export function archiveSeen(type: string, site: Site): string | null {
  const path = archivePaths.of(site).get(type)
  if (path === undefined) return null
  return site.home + closed(`/${path}`, site)
}
