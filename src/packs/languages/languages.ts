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
} from '../../index.ts'
import { languagesOf, namedIn, type Language } from './settings.ts'

/** The language that an object has decides; without one it is addressed as in the site's own. */
const addressBase: AddressBase = {
  usesTerms: true,
  of: (object, site) => {
    const { of, ofTerm, translatesFiles } = languagesOf.of(site)
    if (object.kind === 'term') return of(ofTerm.get(textOf(object.row, 'id')) ?? '')?.home ?? null
    if (textOf(object.row, 'type') === 'attachment' && !translatesFiles) return null
    const term = object.terms.find(({ taxonomy }) => taxonomy === 'language')
    return (term && of(textOf(term, 'slug'))?.home) ?? null
  },
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

/** The language as REST shows it; flags are files of the plug-in. */
function shown(language: Language): Readonly<Record<string, unknown>> {
  const { id, slug, name, locale, isRtl, isDefault, home, order, flag, terms } = language
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
    flag_code: flag,
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
  define: () => ({
    siteValues: [languagesOf],
    addressBase,
    routes: [list, one, settingsRoute],
    taxonomies,
    addsTo: (resource) => (isTranslated(resource) ? { args: { lang } } : null),
  }),
})

function isTranslated({ taxonomy }: ResourceDefinition): boolean {
  return taxonomy !== undefined && taxonomy.name !== 'nav_menu'
}
