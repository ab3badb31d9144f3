// The site in a language: its settings and menus.
import type { Site, SiteVariant } from '../../index.ts'
import { languagesOf, namedIn, type Language } from './settings.ts'

/** Settings that the plug-in translates as texts. */
const texts: ReadonlySet<string> = new Set(['blogname', 'blogdescription', 'date_format', 'time_format'])

/** Settings and menus in a language; in the default language where none has that name. */
export const siteVariant: SiteVariant = {
  arg: 'lang',
  description: 'Settings and menus in this language.',
  of: (site, slug) => {
    const { menusIn, textIn, termIn } = languagesOf.of(site)
    const language = slug === null ? undefined : namedIn(slug, site)
    // The plug-in stores menus of other languages under locations of its own, too
    const isShown = (place: string) => !place.includes('___')
    const places = [...site.menuLocations].filter(([place]) => isShown(place))
    const menuPlaces = site.menuPlaces.filter(isShown)
    if (!language) return { ...site, menuPlaces, menuLocations: new Map(places) }
    return {
      ...site,
      menuPlaces,
      option: (name) => {
        const stored = site.option(name)
        if (name === 'default_category') return termIn(stored, language.slug)
        return texts.has(name) ? textIn(stored, language) : stored
      },
      menuLocations: new Map([...places, ...menusIn(site.option('stylesheet'), language.slug)]),
    }
  },
}

/** The site as pages in a language show it. */
export function siteIn(language: Language | undefined, site: Site): Site {
  if (!language) return site
  const varied = siteVariant.of(site, language.slug)
  return { ...varied, option: (name) => (name === 'WPLANG' ? language.locale : varied.option(name)) }
}

/** The site in the language with this home page; null for the site's own home page and other addresses. */
export function siteAtHome(address: string | null, site: Site): Site | null {
  const language = languagesOf.of(site).all.find(({ home }) => home !== site.home && address === `${home}/`)
  return language ? siteIn(language, site) : null
}
