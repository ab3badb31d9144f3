// The languages of WPML: one option says how the site is addressed and what is translated, tables which languages there are.
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

/** All that the plug-in's option decides. */
export interface WpmlSettings {
  readonly first: string
  /** How addresses tell a language: by a folder, a domain, or an argument. */
  readonly way: 'folder' | 'domain' | 'argument'
  /** True where the site's own language has a folder, too. */
  readonly hasOwnFolder: boolean
  readonly domains: ReadonlyMap<string, string>
  /** Codes of languages that the owner keeps from visitors. */
  readonly hidden: ReadonlySet<string>
  /** Types of content and taxonomies that have languages, as the plug-in calls them: `post_page`, `tax_category`. */
  readonly contentTypes: ReadonlySet<string>
  readonly taxonomies: ReadonlySet<string>
}

export interface WpmlLanguage extends NamedLanguage {
  /** Where its pages are, without a slash at the end. */
  readonly home: string
  /** The argument that its addresses have; null for none. */
  readonly arg: readonly [name: string, value: string] | null
}

export interface WpmlLanguages {
  /** Those that visitors choose from, the site's own first. */
  readonly all: readonly WpmlLanguage[]
  readonly of: (code: string) => WpmlLanguage | undefined
  /** The language of a term, and its translations, by the term's id. */
  readonly ofTerm: (id: string) => WpmlLanguage | undefined
  readonly setOf: (id: string) => ReadonlyMap<string, string> | undefined
  /** The site's title or tagline in a language, by the name of its option; undefined where it is not translated. */
  readonly textIn: (option: string, code: string) => string | undefined
  /** The number of the pages that the site shows first, in each language; null where it shows none. */
  readonly frontSet: string | null
}

const ways: ReadonlyMap<string, WpmlSettings['way']> = new Map([
  ['2', 'domain'],
  ['3', 'argument'],
])

/** Modes of types and taxonomies: 0 has no languages; 1 and 2 have. Built-in ones have them where nothing is said. */
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
/** Names of all languages in all of them: as many as the plug-in comes with. */
const nameRows: PlugInRows = {
  table: 'icl_languages_translations',
  columns: nameColumns,
  order: { column: 'id' },
  limit: 5000,
}

/** Options that are translated as texts, by the names that these have. */
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
/** Finished ones. The plug-in knows title and tagline before all other texts. */
const stringTranslationRows: PlugInRows = {
  table: 'icl_string_translations',
  columns: stringTranslationColumns,
  where: { status: [10] },
  order: { column: 'string_id' },
  limit: 1000,
}

/**
 * The languages that are active, and those of terms: of at most 5 000 of them, in the order of their ids. `front`: the id of the page that
 * the site shows first.
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

/** Translations of each by the codes of their languages, of rows that say which of them belong together. */
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
      return /^https?:\/\//.test(domain) ? domain : `${new URL(home).protocol}//${domain}`
    }
    case 'argument':
      return home
  }
}

/** The language of this code: the site's own where visitors have none to choose. */
export function namedIn(code: string, { all }: WpmlLanguages): WpmlLanguage | undefined {
  return all.find(({ slug }) => slug === code) ?? all[0]
}
