// Languages of Polylang: addresses of content and terms by their language, lists of terms in one, and what languages there are.
import {
  definePack,
  defineRoute,
  everybody,
  filterArg,
  textOf,
  Type,
  type AddressBase,
  type ResourceDefinition,
} from '../../index.ts'
import { languagesOf, namedIn } from './settings.ts'

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

const list = defineRoute({
  namespace: 'pll/v1',
  path: '/languages',
  methods: ['GET'],
  permission: everybody,
  handle: async ({ read }) => {
    const site = await read.site()
    return languagesOf.of(site).all.map(({ id, slug, name, locale, isRtl, isDefault, home }) => ({
      name,
      slug,
      term_id: Number(id),
      locale,
      is_rtl: isRtl,
      home_url: `${home}/`,
      is_default: isDefault,
    }))
  },
})

export const languages = definePack({
  name: 'languages',
  about: 'languages of Polylang',
  reads: {},
  isUsed: ({ plugins }) => plugins.has('polylang') || plugins.has('polylang-pro'),
  define: () => ({
    siteValues: [languagesOf],
    addressBase,
    routes: [list],
    addsTo: (resource) => (isTranslated(resource) ? { args: { lang } } : null),
  }),
})

function isTranslated({ taxonomy }: ResourceDefinition): boolean {
  return taxonomy !== undefined && taxonomy.name !== 'nav_menu'
}
