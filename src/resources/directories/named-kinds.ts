// Content types and taxonomies that WordPress registers for its own use: directories list them with their capabilities, and a
// few are served as content (builtins.ts).
import { Type } from 'typebox'
import type { Derived } from '../../registry/field.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { MetaDefinition } from '../../registry/stored-meta.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { everywhere, field, outsideEmbeds } from '../derived.ts'
import { footnotes, storedMeta } from '../content/post-meta.ts'
import { builtOfLabels } from './type-labels.ts'

/** Types that WordPress registers for internal use. */
export const hiddenTypes: readonly string[] = [
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
]

/** The hidden types whose rows no viewer edits as content. */
export const uneditedTypes: readonly string[] = ['custom_css', 'customize_changeset']

export const hiddenTaxonomies: readonly string[] = [
  'post_format',
  'link_category',
  'wp_theme',
  'wp_template_part_area',
]

const editing = [
  'edit_posts',
  'edit_others_posts',
  'delete_published_posts',
  'delete_others_posts',
  'edit_published_posts',
  'create_posts',
]
const storing = [...editing, 'delete_posts', 'publish_posts', 'read_private_posts']
const everyVerb = [...storing, 'delete_private_posts', 'edit_private_posts']

/** Maps all of these capabilities to the one for changing the site's appearance. */
function governedByAppearance(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, 'edit_theme_options']))
}

/** The sync status of a pattern; nothing is stored for a pattern that is synced wherever it is used. */
const syncStatus: MetaDefinition = {
  key: 'wp_pattern_sync_status',
  schema: Type.Enum(['partial', 'unsynced'], { type: 'string', title: '', description: '', default: '' }),
  // Patterns have it as a field of its own outside of `meta`
  exposed: ['schema'],
  read: (stored: string | null) =>
    stored !== null && ['partial', 'unsynced'].includes(stored) ? stored : '',
}

/** A field made of meta; it is empty in embeds, which read no meta. */
function ofMeta(meta: Derived): Derived {
  return { ...meta, value: (input) => (input.context === 'embed' ? '' : meta.value(input)) }
}

const nowhere = { menus: false, screens: false }
const onScreens = { menus: false, screens: true }
const unseen = { isViewable: false, isBuiltIn: true, shownIn: nowhere } as const

export const namedTypes: readonly ContentTypeDefinition[] = [
  {
    ...unseen,
    name: 'nav_menu_item',
    base: 'menu-items',
    labels: { plural: 'Navigation Menu Items', singular: 'Navigation Menu Item' },
    supports: ['title', 'editor'],
    showsMeta: true,
    capabilities: governedByAppearance(everyVerb),
  },
  {
    ...unseen,
    name: 'wp_block',
    base: 'blocks',
    labels: { plural: 'Patterns', singular: 'Pattern' },
    shownIn: onScreens,
    supports: ['title', 'excerpt', 'editor', 'revisions', 'custom-fields'],
    texts: { raw: outsideEmbeds, rendered: [] },
    meta: [syncStatus, footnotes],
    fields: [
      {
        ...field('wp_pattern_sync_status', everywhere, Type.String(), ofMeta(storedMeta(syncStatus))),
        isUnlisted: true,
      },
    ],
    capabilityType: 'block',
    capabilities: {
      edit_posts: 'edit_posts',
      edit_others_posts: 'edit_others_posts',
      delete_posts: 'delete_posts',
      read: 'edit_posts',
      delete_published_posts: 'delete_published_posts',
      delete_others_posts: 'delete_others_posts',
      edit_published_posts: 'edit_published_posts',
      create_posts: 'publish_posts',
    },
    wording: {
      add_new: 'Add Pattern',
      add_new_item: 'Add Pattern',
      edit_item: 'Edit Block Pattern',
      new_item: 'New Pattern',
      view_item: 'View Pattern',
      view_items: 'View Patterns',
      search_items: 'Search Patterns',
      not_found: 'No patterns found.',
      not_found_in_trash: 'No patterns found in Trash.',
      all_items: 'All Patterns',
      archives: 'All Patterns',
      filter_items_list: 'Filter patterns list',
      items_list_navigation: 'Patterns list navigation',
      items_list: 'Patterns list',
      item_published: 'Pattern published.',
      item_published_privately: 'Pattern published privately.',
      item_reverted_to_draft: 'Pattern reverted to draft.',
      item_scheduled: 'Pattern scheduled.',
      item_updated: 'Pattern updated.',
    },
  },
  {
    ...unseen,
    name: 'wp_template',
    base: 'templates',
    labels: { plural: 'Templates', singular: 'Template' },
    description: 'Templates to include in your theme.',
    supports: ['title', 'slug', 'excerpt', 'editor', 'revisions', 'author'],
    capabilityType: 'template',
    capabilities: governedByAppearance([...everyVerb, 'read']),
    wording: builtOfLabels('Templates', 'Template', 'templates', 'template'),
  },
  {
    ...unseen,
    name: 'wp_template_part',
    base: 'template-parts',
    labels: { plural: 'Template Parts', singular: 'Template Part' },
    description: 'Template parts to include in your templates.',
    supports: ['title', 'slug', 'excerpt', 'editor', 'revisions', 'author'],
    capabilities: governedByAppearance([...everyVerb, 'read']),
    wording: builtOfLabels('Template Parts', 'Template Part', 'template parts', 'template part'),
  },
  {
    ...unseen,
    name: 'wp_global_styles',
    base: 'global-styles',
    labels: { plural: 'Global Styles', singular: 'Global Styles' },
    description: 'Global styles to include in themes.',
    supports: ['title', 'editor', 'revisions'],
    savesItself: false,
    capabilities: { ...governedByAppearance(editing), read: 'edit_posts' },
  },
  {
    ...unseen,
    name: 'wp_navigation',
    base: 'navigation',
    labels: { plural: 'Navigation Menus', singular: 'Navigation Menu' },
    description: 'Navigation menus that can be inserted into your site.',
    shownIn: onScreens,
    supports: ['title', 'editor', 'revisions'],
    texts: { raw: ['edit', 'embed'], rendered: everywhere },
    capabilities: governedByAppearance(everyVerb),
    wording: builtOfLabels('Navigation Menus', 'Navigation Menu', 'Navigation Menu', 'Navigation Menu'),
  },
  {
    ...unseen,
    name: 'wp_font_family',
    base: 'font-families',
    labels: { plural: 'Font Families', singular: 'Font Family' },
    supports: ['title'],
    capabilities: governedByAppearance([...storing, 'read']),
  },
  {
    ...unseen,
    name: 'wp_font_face',
    base: 'font-families/(?P<font_family_id>[\\d]+)/font-faces',
    labels: { plural: 'Font Faces', singular: 'Font Face' },
    supports: ['title'],
    capabilities: governedByAppearance([...storing, 'read']),
  },
]

const unlisted = { site: false, screens: false }

export const namedTaxonomies: readonly TaxonomyDefinition[] = [
  {
    name: 'nav_menu',
    base: 'menus',
    labels: { plural: 'Navigation Menus', singular: 'Navigation Menu' },
    isHierarchical: false,
    shownIn: unlisted,
    types: ['nav_menu_item'],
    capabilities: {
      manage: 'edit_theme_options',
      edit: 'edit_theme_options',
      assign: 'edit_theme_options',
    },
  },
  {
    name: 'wp_pattern_category',
    base: 'wp_pattern_category',
    labels: { plural: 'Pattern Categories', singular: 'Pattern Category' },
    isHierarchical: false,
    shownIn: { site: false, screens: true, column: true },
    types: ['wp_block'],
    capabilities: { manage: 'manage_categories', edit: 'manage_categories', assign: 'edit_posts' },
    wording: {
      search_items: 'Search Pattern Categories',
      popular_items: 'Popular Pattern Categories',
      edit_item: 'Edit Pattern Category',
      view_item: 'View Pattern Category',
      update_item: 'Update Pattern Category',
      add_new_item: 'Add Category',
      new_item_name: 'New Pattern Category Name',
      separate_items_with_commas: 'Separate pattern categories with commas',
      add_or_remove_items: 'Add or remove pattern categories',
      choose_from_most_used: 'Choose from the most used pattern categories',
      not_found: 'No pattern categories found.',
      no_terms: 'No pattern categories',
      items_list_navigation: 'Pattern Categories list navigation',
      items_list: 'Pattern Categories list',
      back_to_items: '&larr; Go to Pattern Categories',
      item_link: 'Pattern Category Link',
      item_link_description: 'A link to a pattern category.',
    },
  },
]
