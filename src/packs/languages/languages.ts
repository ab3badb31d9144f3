// Languages of Polylang: addresses of content and terms by their language, lists of terms in one, and what languages there are.
import {
  definePack,
  defineRoute,
  defineTaxonomy,
  everybody,
  filterArg,
  textOf,
  Type,
  whoCan,
  type AddressBase,
  type ResourceDefinition,
  type Site,
  type SiteVariant,
} from '../../index.ts'
import { languagesOf, namedIn, type Language } from './settings.ts'
import { switcher, switcherLabel } from './switcher.ts'
import { contentIn, translationsOf } from './translations.ts'

/** The language that an object has decides; without one it is addressed as in the site's own. */
const addressBase: AddressBase = {
  usesTerms: true,
  of: (object, site) => languageFor(object, site)?.home ?? null,
  siteOf: (object, site) => {
    const language = languageFor(object, site)
    if (!language) return site
    const varied = siteVariant.of(site, language.slug)
    return { ...varied, option: (name) => (name === 'WPLANG' ? language.locale : varied.option(name)) }
  },
}

function languageFor(object: Parameters<AddressBase['of']>[0], site: Site): Language | undefined {
  const { of, ofTerm, translatesFiles } = languagesOf.of(site)
  if (object.kind === 'term') return of(ofTerm.get(textOf(object.row, 'id')) ?? '')
  if (textOf(object.row, 'type') === 'attachment' && !translatesFiles) return undefined
  const term = object.terms.find(({ taxonomy }) => taxonomy === 'language')
  return term && of(textOf(term, 'slug'))
}

/** Only terms in a language; every term where none is named. */
const lang = filterArg(
  Type.Optional(Type.String({ description: 'Only terms in this language.', own: true })),
  (slug, { site }) => {
    if (slug === undefined || slug === '') return []
    const language = namedIn(slug, site)
    const ids = [...languagesOf.of(site).ofTerm].filter(([, each]) => each === language?.slug)
    return [{ kind: 'in', column: 'id', values: ids.map(([id]) => id) }]
  },
)

/** Settings that the plug-in translates as texts. */
const texts: ReadonlySet<string> = new Set(['blogname', 'blogdescription', 'date_format', 'time_format'])

/** Settings and menus in a language; where there is none of that name, in the site's own. */
const siteVariant: SiteVariant = {
  arg: 'lang',
  description: 'Settings and menus in this language.',
  of: (site, slug) => {
    const { menusIn, textIn, termIn } = languagesOf.of(site)
    const language = slug === null ? undefined : namedIn(slug, site)
    // The plug-in keeps menus of other languages under places of its own, too
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

/** The language as REST shows it, without the picture of its flag, which is a file of the plug-in, and the name at Facebook. */
function shown(language: Language): Readonly<Record<string, unknown>> {
  const { id, slug, name, locale, isRtl, isDefault, home, hasHost, order, flag, terms } = language
  return {
    name,
    slug,
    term_group: order,
    term_id: Number(id),
    locale,
    is_rtl: isRtl,
    w3c: locale.replaceAll('_', '-'),
    home_url: `${home}/`,
    search_url: `${home}/`,
    host: hasHost ? new URL(home).host : '',
    flag_code: flag,
    custom_flag_url: '',
    custom_flag: '',
    active: true,
    fallbacks: [],
    is_default: isDefault,
    term_props: terms,
  }
}

const list = defineRoute({
  namespace: 'pll/v1',
  path: '/languages',
  methods: ['GET'],
  permission: everybody,
  handle: async ({ read }) => languagesOf.of(await read.site()).all.map(shown),
})

const one = defineRoute({
  namespace: 'pll/v1',
  path: '/languages/:language',
  methods: ['GET'],
  args: { language: Type.String({ description: 'Its slug, or the id of its term.' }) },
  permission: everybody,
  handle: async ({ args, read, fail }) => {
    const { all } = languagesOf.of(await read.site())
    const found = all.find(({ id, slug }) => id === args.language || slug === args.language)
    if (found) return shown(found)
    return fail('x_no_language', 404, 'There is no such language.')
  },
})

const settingsRoute = defineRoute({
  namespace: 'pll/v1',
  path: '/settings',
  methods: ['GET'],
  permission: whoCan('manage_options'),
  handle: async ({ read }) => languagesOf.of(await read.site()).stored,
})

/** Their rows are terms, which REST does not serve. */
const taxonomies = ['language', 'term_language', 'post_translations', 'term_translations'].map((name) =>
  defineTaxonomy({
    name,
    base: name,
    isServed: false,
    labels: { plural: name, singular: name },
    isHierarchical: false,
    shownIn: { site: false, screens: false },
    capabilities: { manage: 'manage_options', edit: 'manage_options', assign: 'edit_posts' },
    types: [],
  }),
)

export const languages = definePack({
  name: 'languages',
  about: 'languages of Polylang',
  reads: {},
  isUsed: ({ plugins }) => plugins.has('polylang') || plugins.has('polylang-pro'),
  define: ({ plugins }) => ({
    siteValues: [languagesOf],
    addressBase,
    siteVariant,
    meta: [switcher],
    routes: [list, one, settingsRoute],
    taxonomies,
    addsTo: (resource) =>
      resource.name === 'nav_menu_item' ? switcherLabel : additionTo(resource, plugins.has('polylang-pro')),
  }),
})

/** REST shows languages with the paid plug-in alone, as it does in WordPress; GraphQL always. */
function additionTo(resource: ResourceDefinition, isPaid: boolean) {
  const translated = translationsOf(resource)
  if (translated === null) return null
  const { nodeFields, fields } = translated
  const isTerm = resource.source === 'terms'
  return {
    nodeFields,
    ...(isPaid ? { fields } : {}),
    ...(isTerm ? { args: { lang } } : isPaid ? { args: { lang: contentIn } } : {}),
  }
}
