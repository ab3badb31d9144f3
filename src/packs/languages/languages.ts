// Languages of Polylang: addresses of content and terms by their language, lists in one language, and the list of languages.
import {
  definePack,
  defineRoute,
  everybody,
  filterArg,
  textOf,
  Type,
  whoCan,
  type AddressBase,
  type ResourceDefinition,
  type Site,
} from '../../index.ts'
import { languageGraph } from './graph.ts'
import { isCalled, languagesOf, namedIn, type Language } from './settings.ts'
import { siteIn, siteVariant } from './site-variant.ts'
import { switcher, switcherLabel } from './switcher.ts'
import { translationFields } from './translation-fields.ts'
import { contentIn, frontPages, inLanguages, setIn, translating } from './translations.ts'
import { unservedTaxonomy } from '../types/unserved-taxonomy.ts'

/** An object's language decides its address; without a language it keeps the site's own. */
const addressBase: AddressBase = {
  usesTerms: true,
  of: (object, site) => languageFor(object, site)?.home ?? null,
  isFront: (object, site) =>
    object.kind === 'post' &&
    textOf(object.row, 'status') === 'publish' &&
    object.terms.some(
      (term) =>
        term['taxonomy'] === 'post_translations' &&
        [...setIn(textOf(term, 'description')).values()].includes(site.option('page_on_front')),
    ),
  siteOf: (object, site) => siteIn(languageFor(object, site), site),
}

function languageFor(object: Parameters<AddressBase['of']>[0], site: Site): Language | undefined {
  const { of, ofTerm, translatesFiles } = languagesOf.of(site)
  if (object.kind === 'term') return of(ofTerm.get(textOf(object.row, 'id')) ?? '')
  if (textOf(object.row, 'type') === 'attachment' && !translatesFiles) return undefined
  const term = object.terms.find(({ taxonomy }) => taxonomy === 'language')
  return term && of(textOf(term, 'slug'))
}

/** Only terms in a language; all terms if the request names none, for untranslated taxonomies, and for lists of a post's terms. */
const langOf = (taxonomy: string) =>
  filterArg(
    Type.Optional(Type.String({ description: 'Only terms in this language.', own: true })),
    (slug, { site, args }) => {
      const { translatedTaxonomies } = languagesOf.of(site)
      if (slug === undefined || slug === '' || args['post'] || !translatedTaxonomies.has(taxonomy)) return []
      return inLanguages('terms', [namedIn(slug, site)?.slug ?? ''], site)
    },
  )

/** The language as REST shows it, without the picture of its flag, which is a file of the plug-in, and Facebook's name for it. */
function shown(
  language: Language,
  frontOf: (language: Language) => Readonly<Record<string, number>>,
): Readonly<Record<string, unknown>> {
  const { id, slug, name, locale, isRtl, isDefault, isActive, home, hasHost, order, flag, terms } = language
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
    host: hasHost ? (URL.parse(home)?.host ?? '') : '',
    ...frontOf(language),
    flag_code: flag,
    custom_flag_url: '',
    custom_flag: '',
    active: isActive,
    fallbacks: [],
    is_default: isDefault,
    term_props: terms,
  }
}

const contextArg = Type.Optional(
  Type.String({ description: 'The scope of the answer: view or edit.', own: true }),
)

/** A refusal with the plug-in's own error codes. */
function refused(status: number, code: string, message: string) {
  return [status, { code, message, data: { status } }] as const
}

/** Null where the viewer may see languages in this context. */
function refusalOf(context: string | undefined, viewer: Parameters<typeof everybody>[0]) {
  if (context !== 'edit' || whoCan('manage_options')(viewer) === null) return null
  const status = viewer.kind === 'user' ? 403 : 401
  return refused(status, 'rest_forbidden_context', 'Sorry, you are not allowed to edit languages.')
}

/** Languages that the owner hides from visitors are shown only to viewers who manage the site. */
function seenBy(viewer: Parameters<typeof everybody>[0], site: Site): readonly Language[] {
  const { all, known } = languagesOf.of(site)
  return whoCan('manage_options')(viewer) === null ? known : all
}

const list = defineRoute({
  namespace: 'pll/v1',
  path: '/languages',
  methods: ['GET'],
  args: { context: contextArg },
  permission: everybody,
  handle: async ({ args, viewer, read, status }) => {
    const refusal = refusalOf(args.context, viewer)
    if (refusal) return status(...refusal)
    const frontOf = await read.gather(frontPages, [])
    return seenBy(viewer, await read.site()).map((language) => shown(language, frontOf))
  },
})

const one = defineRoute({
  namespace: 'pll/v1',
  path: '/languages/:language',
  methods: ['GET'],
  args: {
    language: Type.String({ description: 'Its slug or locale, or the id of its term.' }),
    context: contextArg,
  },
  permission: everybody,
  handle: async ({ args, viewer, read, status }) => {
    const refusal = refusalOf(args.context, viewer)
    if (refusal) return status(...refusal)
    const found = seenBy(viewer, await read.site()).find((language) => isCalled(language, args.language))
    if (found) return shown(found, await read.gather(frontPages, []))
    return /^\d+$/.test(args.language)
      ? status(...refused(404, 'rest_invalid_id', 'Invalid language ID'))
      : status(...refused(404, 'rest_invalid_slug', 'Invalid language slug'))
  },
})

const settingsRoute = defineRoute({
  namespace: 'pll/v1',
  path: '/settings',
  methods: ['GET'],
  permission: whoCan('manage_options'),
  handle: async ({ read }) => languagesOf.of(await read.site()).stored,
})

/** Taxonomies whose terms hold languages and translations, and which REST does not serve. */
const taxonomies = ['language', 'term_language', 'post_translations', 'term_translations'].map((name) =>
  unservedTaxonomy(name, {
    types: [],
    capabilities: { manage: 'manage_options', edit: 'manage_options', assign: 'edit_posts' },
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
    ...(plugins.has('wp-graphql-polylang') ? { graphTypes: languageGraph } : {}),
    addsTo: (resource) =>
      resource.name === 'nav_menu_item' ? switcherLabel : additionTo(resource, plugins.has('polylang-pro')),
  }),
})

/** As in WordPress, REST shows languages of content only with the paid plug-in; GraphQL always does. */
function additionTo(resource: ResourceDefinition, isPaid: boolean) {
  const translated = translationFields(resource, translating)
  if (translated === null) return null
  const { nodeFields, field } = translated
  const isTerm = resource.source === 'terms'
  const lang = isTerm ? langOf(resource.name) : contentIn
  const fields = [
    field('lang', 'string', (language) => language?.slug ?? null),
    field('translations', 'object', (_, all) =>
      Object.fromEntries(all.map(({ language, id }) => [language.slug, Number(id)])),
    ),
  ]
  return {
    nodeFields,
    nodeArgs: { lang },
    ...(isPaid ? { fields } : {}),
    ...(isTerm || isPaid ? { args: { lang } } : {}),
  }
}
