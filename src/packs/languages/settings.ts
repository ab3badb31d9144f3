// The languages of Polylang: terms of the taxonomy `language`, their twins of `term_language`, which terms carry, and one option.
import { defineSiteValue, parsePhpValue, phpToJson, textOf, type Row, type Site } from '../../index.ts'
import { arrayOf, isTruthy, phpText, textIn, textsIn } from '../php/stored.ts'

export interface Language {
  readonly id: string
  /** The id of its twin in `term_language`. */
  readonly twinId: string
  readonly slug: string
  readonly name: string
  readonly locale: string
  readonly isRtl: boolean
  readonly isDefault: boolean
  /** False where the owner hides it from visitors. */
  readonly isActive: boolean
  /** The address of its home page, without a slash at the end. */
  readonly home: string
  /** True where addresses name the language by their host. */
  readonly hasHost: boolean
  /** Its position in the list of languages. */
  readonly order: number
  readonly flag: string
  /** Its term and its twin, as the plug-in shows them. */
  readonly terms: Readonly<Record<string, unknown>>
}

export interface Languages {
  readonly known: readonly Language[]
  /** Languages that visitors can choose. */
  readonly all: readonly Language[]
  readonly of: (slug: string) => Language | undefined
  /** The language of a term, by the term's id. */
  readonly ofTerm: ReadonlyMap<string, string>
  /** Posts, pages, and the types of content that the settings name. */
  readonly translatedTypes: ReadonlySet<string>
  /** Categories, tags, and the taxonomies that the settings name. */
  readonly translatedTaxonomies: ReadonlySet<string>
  readonly translatesFiles: boolean
  /** The menus of a language, by their locations. */
  readonly menusIn: (theme: string, language: string) => ReadonlyMap<string, string>
  /** The translation of a setting's text, or the text itself. */
  readonly textIn: (text: string, language: Language) => string
  /** A term's translation into a language, or the term itself. */
  readonly termIn: (id: string, language: string) => string
  /** The terms that translate a term, by the slugs of languages. */
  readonly setOf: (id: string) => ReadonlyMap<string, string>
  /** The plug-in's whole option, as JSON. */
  readonly stored: unknown
}

const terms = (taxonomy: string) =>
  ({
    source: 'terms',
    columns: ['id', 'name', 'slug', 'group', 'description', 'taxonomy_id', 'count'],
    filters: [{ kind: 'in', column: 'taxonomy', values: [taxonomy] }],
  }) as const

const languageRows = terms('language')
const twinRows = terms('term_language')
/** Relations of twins, in which `post_id` is the id of a term, not of a post. */
const carriers = {
  source: 'post_terms',
  columns: ['post_id', 'slug', 'taxonomy'],
  filters: [{ kind: 'in', column: 'taxonomy', values: ['term_language'] }],
} as const

/** Sets of terms that translate each other. */
const translationRows = terms('term_translations')
/** Translations of settings, in the meta of the languages' terms. */
const textRows = {
  source: 'termmeta',
  columns: ['id', 'term_id', 'value'],
  filters: [{ kind: 'in', column: 'key', values: ['_pll_strings_translations'] }],
} as const

const noSet: ReadonlyMap<string, string> = new Map()

export const languagesOf = defineSiteValue({
  options: ['polylang'],
  lists: [languageRows, twinRows, carriers, translationRows, textRows],
  make: ({ option, rows }, site): Languages => {
    const settings = arrayOf(parsePhpValue(option('polylang') ?? ''))
    const first = textIn(settings, 'default_lang')
    const domains = arrayOf(settings.get('domains'))
    const way = textIn(settings, 'force_lang')
    const hides = isTruthy(settings.get('hide_default'))
    const homeOf = (slug: string) => {
      if (way === '3') return textIn(domains, slug).replace(/(?<!\/)\/+$/, '') || site.home
      if (slug === first && hides) return site.home
      if (way === '2') return site.home.replace('://', `://${slug}.`)
      // Here the content alone determines the language, and addresses do not name it
      if (way === '0') return site.home
      return `${site.home}${isTruthy(settings.get('rewrite')) ? '' : '/language'}/${slug}`
    }
    const known = rows(languageRows)
      .toSorted((one, other) => Number(textOf(one, 'group')) - Number(textOf(other, 'group')))
      .map((row) => {
        const about = arrayOf(parsePhpValue(textOf(row, 'description')))
        const slug = textOf(row, 'slug')
        const twin = rows(twinRows).find((each) => textOf(each, 'slug') === `pll_${slug}`)
        return {
          id: textOf(row, 'id'),
          twinId: textOf(twin ?? {}, 'id'),
          slug,
          name: textOf(row, 'name'),
          locale: textIn(about, 'locale'),
          isRtl: isTruthy(about.get('rtl')),
          isDefault: slug === first,
          isActive: about.get('active') !== false,
          home: homeOf(slug),
          hasHost: way === '2' || way === '3',
          order: Number(textOf(row, 'group')),
          flag: textIn(about, 'flag_code'),
          terms: {
            language: termOf(row),
            term_language: termOf(twin),
          },
        }
      })
    const sets = new Map(
      rows(translationRows).flatMap((row) => {
        const set = new Map(
          [...arrayOf(parsePhpValue(textOf(row, 'description')))].map(([slug, id]) => [slug, phpText(id)]),
        )
        return [...set.values()].map((id) => [id, set] as const)
      }),
    )
    const texts = new Map(
      rows(textRows).map((row) => [
        textOf(row, 'term_id'),
        new Map(
          [...arrayOf(parsePhpValue(textOf(row, 'value'))).values()].map((pair) => {
            const [original = '', translation = ''] = [...arrayOf(pair).values()].map(phpText)
            return [original, translation === '' ? original : translation]
          }),
        ),
      ]),
    )
    const translatesFiles = isTruthy(settings.get('media_support'))
    const bySlug = new Map(known.map((language) => [language.slug, language]))
    return {
      known,
      all: known.filter(({ isActive }) => isActive),
      of: (slug) => bySlug.get(slug),
      ofTerm: new Map(
        rows(carriers).map((row) => [textOf(row, 'post_id'), textOf(row, 'slug').replace(/^pll_/, '')]),
      ),
      menusIn: (theme, language) =>
        new Map(
          [...arrayOf(arrayOf(settings.get('nav_menus')).get(theme))].flatMap(([place, menus]) => {
            const menu = textIn(arrayOf(menus), language)
            return menu === '' || menu === '0' ? [] : [[place, menu] as const]
          }),
        ),
      textIn: (text, { id }) => texts.get(id)?.get(text) ?? text,
      termIn: (id, language) => sets.get(id)?.get(language) ?? id,
      setOf: (id) => sets.get(id) ?? noSet,
      translatedTypes: new Set([
        'post',
        'page',
        ...textsIn(settings, 'post_types'),
        ...(translatesFiles ? ['attachment'] : []),
      ]),
      translatedTaxonomies: new Set(['category', 'post_tag', ...textsIn(settings, 'taxonomies')]),
      translatesFiles,
      stored: phpToJson(settings),
    }
  },
})

function termOf(row: Row = {}): Readonly<Record<string, number>> {
  return {
    term_id: Number(textOf(row, 'id')),
    term_taxonomy_id: Number(textOf(row, 'taxonomy_id')),
    count: Number(textOf(row, 'count')),
  }
}

/** True where `name` is the language's slug, its locale in either spelling, or the id of its term or its twin. */
export function isCalled({ id, twinId, slug, locale }: Language, name: string): boolean {
  return [id, twinId, slug, locale, locale.replaceAll('_', '-')].includes(name)
}

/** The language of this name; the site's default language where there is none. */
export function namedIn(name: string, site: Site): Language | undefined {
  const { all } = languagesOf.of(site)
  return all.find((language) => isCalled(language, name)) ?? all.find(({ isDefault }) => isDefault)
}
