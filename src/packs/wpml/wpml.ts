// Languages of WPML: lists and menus are in one language, and content and terms have the addresses of theirs. A table of the
// plug-in holds the language and the translations of each item.
import {
  definePack,
  filterArg,
  textOf,
  Type,
  type AddressBase,
  type Field,
  type ResourceDefinition,
  type Site,
  type SiteVariant,
} from '../../index.ts'
import { translationColumns } from '../followed-tables.ts'
import { translationFields, type Translating } from '../languages/translation-fields.ts'
import { wholeNumber } from '../php/stored.ts'
import { languagesOf, namedIn, setsOf, settingsIn, type WpmlLanguage, type WpmlSettings } from './settings.ts'

const table = 'icl_translations'

type FilterArg = ReturnType<typeof filterArg>
type Filters = ReturnType<FilterArg['filters']>

interface Wpml {
  readonly settings: WpmlSettings
  readonly languages: ReturnType<typeof languagesOf>
}

export const wpml = definePack({
  name: 'wpml',
  about: 'languages of WPML',
  reads: { options: ['icl_sitepress_settings', 'page_on_front'] },
  isUsed: ({ plugins }) => plugins.has('sitepress-multilingual-cms'),
  define: ({ option, plugins }) => {
    const settings = settingsIn(option('icl_sitepress_settings'))
    if (settings.first === '') return {}
    const front = wholeNumber(option('page_on_front'))
    const site: Wpml = { settings, languages: languagesOf(settings, front) }
    const translating = translatingBy(site)
    return {
      siteValues: [site.languages],
      addressBase: addressBaseOf(site),
      siteVariant: siteVariantOf(site),
      addsTo: (resource) => {
        const element = elementOf(resource, settings)
        if (element === null) return null
        const translated = translationFields(resource, translating)
        return {
          ...argsOf(element, site),
          ...(translated ? { nodeFields: translated.nodeFields } : {}),
          ...(translated && plugins.has('wpml-rest-api') && element.column === 'id'
            ? { fields: fieldsOf(translated) }
            : {}),
        }
      },
    }
  },
})

/** The plug-in's name of a kind, and the column whose values identify its items in the plug-in's rows. */
interface Element {
  readonly type: string
  readonly column: 'id' | 'taxonomy_id'
}

/** Null for resources without languages. */
function elementOf(
  { source, within, taxonomy, contentType, name }: ResourceDefinition,
  { contentTypes, taxonomies }: WpmlSettings,
): Element | null {
  if (within !== null) return null
  const element: Element | null =
    source === 'terms' && taxonomy
      ? { type: `tax_${taxonomy.name}`, column: 'taxonomy_id' }
      : source === 'posts' && (contentType || name === 'attachment')
        ? { type: `post_${name}`, column: 'id' }
        : null
  return element && (contentTypes.has(element.type) || taxonomies.has(element.type)) ? element : null
}

/** Lists are in the default language where the request names none; `all` means every language that is not hidden. */
function argsOf({ type, column }: Element, { settings, languages }: Wpml) {
  const ofLanguages = (values: readonly string[]): Filters[number] => ({
    kind: 'plug-in',
    table,
    id: 'element_id',
    column,
    where: { element_type: [type] },
    by: 'language_code',
    values,
  })
  const inLanguage = (code: string, site: Site): Filters => {
    if (code !== 'all') return [ofLanguages([namedIn(code, languages.of(site))?.slug ?? settings.first])]
    const hidden = [...settings.hidden]
    return hidden.length === 0 ? [] : [{ kind: 'none', filters: [ofLanguages(hidden)] }]
  }
  const named = filterArg(
    Type.Optional(
      Type.String({ description: 'Only items in this language; all for every language.', own: true }),
    ),
    (code, { site }) => inLanguage(code, site),
  )
  const arg = (other: string): FilterArg => ({
    ...named,
    otherwise: ({ site, args }) => (args[other] === undefined ? inLanguage('', site) : []),
  })
  return {
    args: { lang: arg('wpml_language'), wpml_language: arg('lang') },
    nodeArgs: { lang: named },
  }
}

function addressBaseOf({ settings, languages }: Wpml): AddressBase {
  const languageFor = (object: Parameters<AddressBase['of']>[0], site: Site): WpmlLanguage | undefined => {
    const { of, ofTerm } = languages.of(site)
    if (object.kind === 'term') return ofTerm(textOf(object.row, 'id'))
    const [row] = object.rows
    return row && of(textOf(row, 'language_code'))
  }
  return {
    usesTerms: false,
    rows: {
      table,
      id: 'element_id',
      columns: ['language_code', 'trid'],
      where: { element_type: [...settings.contentTypes] },
    },
    of: (object, site) => languageFor(object, site)?.home ?? null,
    argOf: (object, site) => languageFor(object, site)?.arg ?? null,
    isFront: (object, site) => {
      if (object.kind === 'term' || textOf(object.row, 'status') !== 'publish') return false
      const { frontSet } = languages.of(site)
      return frontSet !== null && object.rows.some((row) => textOf(row, 'trid') === frontSet)
    },
    siteOf: (object, site) => {
      const language = languageFor(object, site)
      return language
        ? { ...site, option: (name) => (name === 'WPLANG' ? language.locale : site.option(name)) }
        : site
    },
  }
}

/** Title, tagline, menus by location and the default category are those of the language, where it has them. */
function siteVariantOf({ languages }: Wpml): SiteVariant {
  return {
    arg: 'lang',
    description: 'Settings and menus in this language.',
    of: (site, code) => {
      const known = languages.of(site)
      const language = namedIn(code ?? '', known)
      if (!language) return site
      const inLanguage = (id: string) => known.setOf(id)?.get(language.slug) ?? id
      return {
        ...site,
        option: (name) =>
          name === 'default_category'
            ? inLanguage(site.option(name))
            : (known.textIn(name, language.slug) ?? site.option(name)),
        menuLocations: new Map([...site.menuLocations].map(([place, id]) => [place, inLanguage(id)])),
      }
    },
  }
}

function translatingBy({ settings, languages }: Wpml): Translating {
  return {
    languages: (site) => languages.of(site).all,
    read: async (resource, ids, reads) => {
      const { of, ofTerm, setOf } = languages.of(reads.site)
      if (resource.source === 'terms') return { languageOf: ofTerm, setOf }
      const element = elementOf(resource, settings)
      const rowsWhere = (where: Readonly<Record<string, readonly string[]>>) =>
        reads.plugInRows({
          table,
          columns: translationColumns,
          where: { ...where, element_type: element ? [element.type] : [] },
          order: { column: 'element_id' },
          limit: 10_000,
        })
      const own = await rowsWhere({ element_id: ids })
      const said = await rowsWhere({ trid: [...new Set(own.map((row) => textOf(row, 'trid')))] })
      const sets = setsOf(
        said.map((row) => ({
          id: textOf(row, 'element_id'),
          code: textOf(row, 'language_code'),
          set: textOf(row, 'trid'),
        })),
      )
      const codes = new Map(own.map((row) => [textOf(row, 'element_id'), textOf(row, 'language_code')]))
      return { languageOf: (id) => of(codes.get(id) ?? ''), setOf: (id) => sets.get(id) }
    },
  }
}

/** The fields of the plug-in WPML REST API: an item's locale, and its translations without the item itself. */
function fieldsOf({ field }: NonNullable<ReturnType<typeof translationFields>>): readonly Field[] {
  return [
    field('wpml_current_locale', 'string', (language) => language?.locale ?? null),
    field('wpml_translations', 'object', (own, all) =>
      Object.fromEntries(
        all
          .filter(({ language, row }) => language.slug !== own?.slug && textOf(row, 'status') === 'publish')
          .map(({ language: { locale }, id, url, row }) => [
            locale,
            {
              locale,
              id: Number(id),
              slug: textOf(row, 'slug'),
              post_title: textOf(row, 'title'),
              href: url,
            },
          ]),
      ),
    ),
  ]
}
