// Each reading gets its own copy of the site, which tracks the use of values of the present moment (offset and year). All copies
// share one site until its options change.
import type { Site } from './site.ts'

/** The shared site by its copies. */
const settings = new WeakMap<Site, Site>()

/** A copy of the site for one reading, with that reading's tracked values. */
export function siteForReading(site: Site, present: Pick<Site, 'offsetHoursNow' | 'yearNow'>): Site {
  const own = { ...site, ...present }
  settings.set(own, site)
  return own
}

/**
 * The shared site, a key for values that follow from settings alone: it does not track the use of the
 * present moment. A variant of a site is its own key.
 */
export function settingsOf(site: Site): Site {
  return settings.get(site) ?? site
}
