// Tables of WPML, as far as the pack reads them, with the indexes that the plug-in makes.
import type { TestDatabase } from './databases.ts'
import { insertRows } from './rows.ts'

type Database = Pick<TestDatabase, 'execute'>

/** What a row of translations says: the element, its language, and the number that its translations share. */
export type Translated = readonly [type: string, id: number, code: string, set: number]

export async function createTranslations(database: Database): Promise<void> {
  await database.execute(
    `create table wp_icl_translations (translation_id integer primary key, element_type varchar(36) not null,
      element_id bigint, trid bigint not null, language_code varchar(7) not null, source_language_code varchar(7))`,
  )
  await database.execute('create unique index el_type_id on wp_icl_translations (element_type, element_id)')
  await database.execute('create unique index trid_lang on wp_icl_translations (trid, language_code)')
  await database.execute(
    'create index id_type_language on wp_icl_translations (element_id, element_type, language_code)',
  )
}

export async function insertTranslations(database: Database, rows: readonly Translated[], from = 1) {
  await insertRows(
    database,
    'wp_icl_translations',
    rows.map(([element_type, element_id, language_code, trid], nth) => ({
      translation_id: from + nth,
      element_type,
      element_id,
      language_code,
      trid,
    })),
  )
}

/** English, French and Italian are active; the plug-in knows Arabic, too. */
export async function createLanguages(database: Database): Promise<void> {
  await database.execute(
    `create table wp_icl_languages (id integer primary key, code varchar(7), english_name varchar(128), active integer,
      default_locale varchar(35))`,
  )
  // As after an import that left its index out
  await database.execute(
    'create table wp_icl_locale_map (code varchar(7) not null, locale varchar(35) not null)',
  )
  await database.execute(
    `create table wp_icl_languages_translations (id integer primary key, language_code varchar(7),
      display_language_code varchar(7), name varchar(255))`,
  )
  const languages = ['Arabic ar 0 ar', 'English en 1 en_US', 'French fr 1 fr_FR', 'Italian it 1 it_IT']
  await insertRows(
    database,
    'wp_icl_languages',
    languages.map((said, nth) => {
      const [english_name = '', code = '', active = '', default_locale = ''] = said.split(' ')
      return { id: nth + 1, code, english_name, active: Number(active), default_locale }
    }),
  )
  await insertRows(database, 'wp_icl_locale_map', [{ code: 'fr', locale: 'fr_CA' }])
  const names = ['fr fr Français', 'fr en French', 'en en English', 'en fr Anglais']
  await insertRows(
    database,
    'wp_icl_languages_translations',
    names.map((said, nth) => {
      const [language_code = '', display_language_code = '', name = ''] = said.split(' ')
      return { id: nth + 1, language_code, display_language_code, name }
    }),
  )
}

/** Title and tagline of the site; the tagline's French translation is not finished. */
export async function createStrings(database: Database): Promise<void> {
  await database.execute(
    `create table wp_icl_strings (id integer primary key, language varchar(7) not null, context varchar(160) not null,
      name varchar(160) not null, value varchar(1000) not null, status integer not null)`,
  )
  await database.execute('create index language_context on wp_icl_strings (language, context)')
  await database.execute(
    `create table wp_icl_string_translations (id integer primary key, string_id integer not null,
      language varchar(10) not null, status integer not null, value varchar(1000))`,
  )
  await database.execute(
    'create unique index string_language on wp_icl_string_translations (string_id, language)',
  )
  const strings = [
    [1, 'WP', 'Blog Title', 'Harbour'],
    [2, 'WP', 'Tagline', 'By the sea'],
    [3, 'Widgets', 'Blog Title', 'Elsewhere'],
  ] as const
  await insertRows(
    database,
    'wp_icl_strings',
    strings.map(([id, context, name, value]) => ({ id, language: 'en', context, name, value, status: 10 })),
  )
  const translations = [
    [1, 'fr', 10, 'Port'],
    [2, 'fr', 3, 'Au bord'],
    [2, 'it', 10, 'Sul mare'],
    [3, 'fr', 10, 'Ailleurs'],
  ] as const
  await insertRows(
    database,
    'wp_icl_string_translations',
    translations.map(([string_id, language, status, value], nth) => ({
      id: nth + 1,
      string_id,
      language,
      status,
      value,
    })),
  )
}
