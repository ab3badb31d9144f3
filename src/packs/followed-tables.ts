// Tables of plug-ins that packs read, with the columns that answers are made of: feeds follow them, so that such answers are kept.
// Columns that change with each visit are left out: what is made of them is not kept.

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

export const followedTables: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['redirection_items', redirectColumns],
  ['redirection_groups', groupColumns],
  ['woocommerce_attribute_taxonomies', attributeColumns],
])
