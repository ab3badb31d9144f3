// The languages of WPML: one option holds the form of addresses and the translated kinds, tables hold the languages.
import { defineSiteValue, textOf, type PhpValue, type PlugInRows, type Site } from '../../index.ts'
import {
  languageColumns,
  localeColumns,
  nameColumns,
  stringColumns,
  stringTranslationColumns,
  translationColumns,
} from '../followed-tables.ts'
import type { NamedLanguage } from '../languages/translation-fields.ts'
import { arrayOf, isTruthy, phpText, textIn, textsIn } from '../php/stored.ts'

/** Settings in the plug-in's option. */
export interface WpmlSettings {
  readonly first: string
  /** The part of addresses that names the language: a folder, a domain, or a query argument. */
  readonly way: 'folder' | 'domain' | 'argument'
  /** True where the default language has a folder, too. */
  readonly hasOwnFolder: boolean
  readonly domains: ReadonlyMap<string, string>
  /** Codes of languages that the owner hides from visitors. */
  readonly hidden: ReadonlySet<string>
  /** Content types and taxonomies that have languages, by the plug-in's names: `post_page`, `tax_category`. */
  readonly contentTypes: ReadonlySet<string>
  readonly taxonomies: ReadonlySet<string>
}

export interface WpmlLanguage extends NamedLanguage {
  /** The address of its home page, without a slash at the end. */
  readonly home: string
  /** The query argument of its addresses; null for none. */
  readonly arg: readonly [name: string, value: string] | null
}

export interface WpmlLanguages {
  /** Languages that visitors can choose, the default one first. */
  readonly all: readonly WpmlLanguage[]
  readonly of: (code: string) => WpmlLanguage | undefined
  /** The language of a term, and its translations, by the term's id. */
  readonly ofTerm: (id: string) => WpmlLanguage | undefined
  readonly setOf: (id: string) => ReadonlyMap<string, string> | undefined
  /** The site's title or tagline in a language, by the name of its option; undefined where it is not translated. */
  readonly textIn: (option: string, code: string) => string | undefined
  /** The number (`trid`) that the front pages of all languages share; null without a static front page. */
  readonly frontSet: string | null
}

const ways: ReadonlyMap<string, WpmlSettings['way']> = new Map([
  ['2', 'domain'],
  ['3', 'argument'],
])

/** Kinds with languages, by their modes: 0 has none, 1 and 2 have. Kinds in `usual` have them where no mode is stored. */
function translated(modes: PhpValue, usual: readonly string[], prefix: string): ReadonlySet<string> {
  const said = arrayOf(modes)
  const names = new Set([...usual, ...[...said.keys()].map(String)])
  const isTranslated = (name: string) => (said.has(name) ? isTruthy(said.get(name)) : usual.includes(name))
  return new Set([...names].filter(isTranslated).map((name) => prefix + name))
}

export function settingsIn(stored: PhpValue): WpmlSettings {
  const settings = arrayOf(stored)
  return {
    first: textIn(settings, 'default_language'),
    way: ways.get(textIn(settings, 'language_negotiation_type')) ?? 'folder',
    hasOwnFolder: isTruthy(arrayOf(settings.get('urls')).get('directory_for_default_language')),
    domains: new Map(
      [...arrayOf(settings.get('language_domains'))].map(([code, domain]) => [code, phpText(domain)]),
    ),
    hidden: new Set(textsIn(settings, 'hidden_languages')),
    contentTypes: translated(settings.get('custom_posts_sync_option') ?? null, ['post', 'page'], 'post_'),
    taxonomies: translated(
      settings.get('taxonomies_sync_option') ?? null,
      ['category', 'post_tag', 'nav_menu'],
      'tax_',
    ),
  }
}

const languageRows: PlugInRows = {
  table: 'icl_languages',
  columns: languageColumns,
  where: { active: [1] },
  order: { column: 'id' },
  limit: 500,
}
const localeRows: PlugInRows = {
  table: 'icl_locale_map',
  columns: localeColumns,
  order: { column: 'code' },
  limit: 500,
}
/** Names of all languages in every language; the limit exceeds those that the plug-in comes with. */
const nameRows: PlugInRows = {
  table: 'icl_languages_translations',
  columns: nameColumns,
  order: { column: 'id' },
  limit: 5000,
}

/** Translated options, by the names of their texts. */
const translatedOptions: ReadonlyMap<string, string> = new Map([
  ['Blog Title', 'blogname'],
  ['Tagline', 'blogdescription'],
])

const stringRows: PlugInRows = {
  table: 'icl_strings',
  columns: stringColumns,
  where: { context: ['WP'], name: [...translatedOptions.keys()] },
  order: { column: 'id' },
  limit: 10,
}
/** Finished translations. The plug-in registers title and tagline before all other texts. */
const stringTranslationRows: PlugInRows = {
  table: 'icl_string_translations',
  columns: stringTranslationColumns,
  where: { status: [10] },
  order: { column: 'string_id' },
  limit: 1000,
}

/**
 * The active languages, and the languages of at most 5 000 terms, in the order of their ids. `front` is the id of the static
 * front page.
 */
export function languagesOf(settings: WpmlSettings, front: number) {
  const frontRows: PlugInRows = {
    table: 'icl_translations',
    columns: translationColumns,
    where: { element_type: ['post_page'], element_id: [front] },
    order: { column: 'element_id' },
    limit: 1,
  }
  const { first, taxonomies } = settings
  const terms = {
    source: 'terms',
    columns: ['id', 'taxonomy_id'],
    filters: [
      { kind: 'in', column: 'taxonomy', values: [...taxonomies].map((name) => name.slice('tax_'.length)) },
    ],
  } as const
  const ofTerms: PlugInRows = {
    table: 'icl_translations',
    columns: translationColumns,
    where: { element_type: [...taxonomies] },
    order: { column: 'element_id' },
    limit: 5000,
  }
  return defineSiteValue({
    options: [],
    lists: [languageRows, localeRows, nameRows, terms, ofTerms, stringRows, stringTranslationRows, frontRows],
    make: ({ rows }, site): WpmlLanguages => {
      const locales = new Map(rows(localeRows).map((row) => [textOf(row, 'code'), textOf(row, 'locale')]))
      const names = new Map(
        rows(nameRows)
          .filter((row) => textOf(row, 'language_code') === textOf(row, 'display_language_code'))
          .map((row) => [textOf(row, 'language_code'), textOf(row, 'name')]),
      )
      const known = rows(languageRows)
        .map((row) => {
          const code = textOf(row, 'code')
          return {
            slug: code,
            name: names.get(code) || textOf(row, 'english_name'),
            locale: locales.get(code) || textOf(row, 'default_locale') || code,
            home: homeOf(code, settings, site),
            arg: settings.way === 'argument' && code !== first ? (['lang', code] as const) : null,
          }
        })
        .toSorted((one, other) => Number(other.slug === first) - Number(one.slug === first))
      const byCode = new Map(known.map((language) => [language.slug, language]))
      const idOf = new Map(rows(terms).map((row) => [textOf(row, 'taxonomy_id'), textOf(row, 'id')]))
      const said = rows(ofTerms).flatMap((row) => {
        const id = idOf.get(textOf(row, 'element_id'))
        return id === undefined ? [] : [{ id, code: textOf(row, 'language_code'), set: textOf(row, 'trid') }]
      })
      const codeOf = new Map(said.map(({ id, code }) => [id, code]))
      const sets = setsOf(said)
      const optionOf = new Map(
        rows(stringRows).map((row) => [textOf(row, 'id'), translatedOptions.get(textOf(row, 'name'))]),
      )
      const texts = new Map(
        rows(stringTranslationRows).map((row) => [
          `${optionOf.get(textOf(row, 'string_id'))} ${textOf(row, 'language')}`,
          textOf(row, 'value'),
        ]),
      )
      return {
        all: known.filter(({ slug }) => !settings.hidden.has(slug)),
        of: (code) => byCode.get(code),
        ofTerm: (id) => byCode.get(codeOf.get(id) ?? ''),
        setOf: (id) => sets.get(id),
        frontSet: rows(frontRows).map((row) => textOf(row, 'trid'))[0] ?? null,
        textIn: (option, code) => texts.get(`${option} ${code}`) || undefined,
      }
    },
  })
}

/** The translations of each id, by language code; ids with the same `set` translate each other. */
export function setsOf(
  said: readonly { readonly id: string; readonly code: string; readonly set: string }[],
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sets = new Map<string, ReadonlyMap<string, string>>()
  for (const rows of Map.groupBy(said, ({ set }) => set).values()) {
    const set = new Map(rows.map(({ code, id }) => [code, id]))
    for (const { id } of rows) sets.set(id, set)
  }
  return sets
}

function homeOf(code: string, { first, way, hasOwnFolder, domains }: WpmlSettings, { home }: Site): string {
  switch (way) {
    case 'folder':
      return code === first && !hasOwnFolder ? home : `${home}/${code}`
    case 'domain': {
      const domain = (domains.get(code) ?? '').replace(/(?<!\/)\/+$/, '')
      if (domain === '') return home
      if (/^https?:\/\//.test(domain)) return domain
      // The option may hold text that is no address, or has another scheme
      return `${/^https:/i.test(home) ? 'https' : 'http'}://${domain}`
    }
    case 'argument':
      return home
  }
}

/** The language of this code; the default language where visitors cannot choose it. */
export function namedIn(code: string, { all }: WpmlLanguages): WpmlLanguage | undefined {
  return all.find(({ slug }) => slug === code) ?? all[0]
}
