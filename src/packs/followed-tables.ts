// Tables of plug-ins that packs read, with the columns that change feeds follow, so that responses made of them can be cached.
// Columns that change with each visit are left out: responses made of those are not cached.

/** The columns of a redirect that decide where it leads. */
export const redirectColumns = [
  'id',
  'url',
  'match_url',
  'match_data',
  'regex',
  'position',
  'group_id',
  'status',
  'action_type',
  'action_code',
  'action_data',
  'match_type',
] as const

export const groupColumns = ['id', 'name', 'module_id', 'status', 'position'] as const

/** The attributes of a shop. */
export const attributeColumns = [
  'attribute_id',
  'attribute_name',
  'attribute_label',
  'attribute_type',
  'attribute_orderby',
  'attribute_public',
] as const

/** Languages of WPML, their locales, and the name of each in every other. */
export const languageColumns = ['id', 'code', 'english_name', 'active', 'default_locale'] as const
export const localeColumns = ['code', 'locale'] as const
export const nameColumns = ['id', 'language_code', 'display_language_code', 'name'] as const

/** The language of an item in WPML, and the number that it shares with its translations. */
export const translationColumns = ['element_type', 'element_id', 'trid', 'language_code'] as const

/** Texts of a site in WPML, and their translations. */
export const stringColumns = ['id', 'context', 'name'] as const
export const stringTranslationColumns = ['string_id', 'language', 'status', 'value'] as const

export const followedTables: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['redirection_items', redirectColumns],
  ['redirection_groups', groupColumns],
  ['woocommerce_attribute_taxonomies', attributeColumns],
  ['icl_languages', languageColumns],
  ['icl_locale_map', localeColumns],
  ['icl_languages_translations', nameColumns],
  ['icl_translations', translationColumns],
  ['icl_strings', stringColumns],
  ['icl_string_translations', stringTranslationColumns],
])
