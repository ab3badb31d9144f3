// Labels of content types on WordPress's screens (get_post_type_labels).
import { sentence, translated, worded, type Translations } from '../../core/sentence.ts'
import type { ContentTypeDefinition, Wording } from '../../registry/content-type.ts'
import { keptLabels, labelIn, wordingIn, type LabelNames } from './label-words.ts'

/** Labels that a type does not define come from posts, or from pages if the type is hierarchical. */
export const typeLabels = keptLabels((type: ContentTypeDefinition, translations) => {
  const { name, labels, isHierarchical = false, wording = {} } = type
  const { plural, singular } = labels
  const isBuiltIn = name === 'post' || name === 'page'
  const own: Wording = {
    name: plural,
    singular_name: singular,
    all_items: plural,
    archives: plural,
    menu_name: plural,
    name_admin_bar: singular,
  }
  const general = isHierarchical ? pageNames : postNames
  const inLanguage = (words: Wording, names: LabelNames) => wordingIn(translations, words, names)
  const asWorded = (words: Wording) =>
    isOfWordPress(type) ? inLanguage(words, { ...general, plural, singular }) : words
  const { singular_name: one } = asWorded({ singular_name: singular })
  const single = { template_name: worded(sentence('Single item: %s', one ?? ''), translations) }
  return {
    ...inLanguage(generalLabels(general.plural, general.singular), general),
    ...(isBuiltIn ? {} : { ...asWorded(own), ...single }),
    ...asWorded(wording),
  }
})

/** The plural name of a type, in the site's language for WordPress's own types. */
export function typeName(type: ContentTypeDefinition, translations: Translations): string {
  const { plural, singular } = type.labels
  return isOfWordPress(type) ? labelIn(translations, plural, { ...postNames, plural, singular }) : plural
}

export function typeDescription(type: ContentTypeDefinition, translations: Translations): string {
  const { description = '' } = type
  return isOfWordPress(type) ? translated(description, [], translations) : description
}

const postNames = { kind: 'post type', plural: 'Posts', singular: 'Post', like: 'post' } as const
const pageNames = { kind: 'post type', plural: 'Pages', singular: 'Page', like: 'page' } as const

function isOfWordPress({ name, isBuiltIn = false }: ContentTypeDefinition): boolean {
  return isBuiltIn || ['post', 'page', 'attachment'].includes(name)
}

function generalLabels(plural: string, singular: string): Wording {
  const [many, one] = [plural.toLowerCase(), singular.toLowerCase()]
  return {
    name: plural,
    singular_name: singular,
    add_new: 'Add',
    ...doing(plural, singular),
    view_items: `View ${plural}`,
    parent_item_colon: singular === 'Page' ? `Parent ${singular}:` : null,
    all_items: `All ${plural}`,
    archives: `${singular} Archives`,
    attributes: `${singular} Attributes`,
    featured_image: 'Featured image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_by_date: 'Filter by date',
    ...listing(plural, many, one),
    item_published: `${singular} published.`,
    item_published_privately: `${singular} published privately.`,
    item_reverted_to_draft: `${singular} reverted to draft.`,
    item_trashed: `${singular} trashed.`,
    item_scheduled: `${singular} scheduled.`,
    item_updated: `${singular} updated.`,
    item_link: `${singular} Link`,
    item_link_description: `A link to a ${one}.`,
    menu_name: plural,
    name_admin_bar: singular,
  }
}

function doing(plural: string, singular: string): Wording {
  return {
    add_new_item: `Add ${singular}`,
    edit_item: `Edit ${singular}`,
    new_item: `New ${singular}`,
    view_item: `View ${singular}`,
    search_items: `Search ${plural}`,
  }
}

function listing(plural: string, many: string, one: string): Wording {
  return {
    not_found: `No ${many} found.`,
    not_found_in_trash: `No ${many} found in Trash.`,
    insert_into_item: `Insert into ${one}`,
    uploaded_to_this_item: `Uploaded to this ${one}`,
    filter_items_list: `Filter ${many} list`,
    items_list_navigation: `${plural} list navigation`,
    items_list: `${plural} list`,
  }
}

/** Labels of the building blocks of a site: templates, template parts, navigation. `many` and `one` are the forms inside sentences. */
export function builtOfLabels(plural: string, singular: string, many: string, one: string): Wording {
  return {
    add_new: `Add ${singular}`,
    ...doing(plural, singular),
    ...listing(many === one ? plural : capital(many), many, one),
    parent_item_colon: `Parent ${singular}:`,
    archives: `${capital(one)} archives`,
    item_updated: `${capital(one)} updated.`,
  }
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
