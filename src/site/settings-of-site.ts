// Each reading has a site of its own, which notes what is used of the present moment. Behind them stands one site for all readings
// until its options change.
import type { Site } from './site.ts'

/** By the site of a reading, the site that it was made of. */
const settings = new WeakMap<Site, Site>()

/** The site as one reading sees it. */
export function siteForReading(site: Site, present: Pick<Site, 'offsetHoursNow' | 'yearNow'>): Site {
  const own = { ...site, ...present }
  settings.set(own, site)
  return own
}

/**
 * The site by which values are remembered that follow from settings alone; it does not note what is
 * used of the present moment. A variant of a site is a site of its own.
 */
export function settingsOf(site: Site): Site {
  return settings.get(site) ?? site
}
