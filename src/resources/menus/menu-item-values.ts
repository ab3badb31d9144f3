// Values made of a menu item's row and its target: an item without a title of its own takes its target's title, and links to
// the target's address (wp_setup_nav_menu_item).
import { idToJson } from '../../core/json.ts'
import { sentence, translated, worded } from '../../core/sentence.ts'
import { storedInteger, storedPhpValue } from '../../database/php-value.ts'
import { integerOf, textOf, type Integer } from '../../database/tables.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Derived, FieldInput } from '../../registry/field.ts'
import type { Needed, Needs } from '../../related/relations.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { renderTitle } from '../../render/content.ts'
import { isNumeric } from '../../core/php-integer.ts'
import { plainText, withoutTags } from '../../core/plain-text.ts'
import { typography } from '../../render/typography.ts'
import { archiveSeen } from '../../site/archives.ts'
import { archiveLink, postLink, termLink } from '../../site/permalink.ts'
import { surroundingsFor } from '../../site/surroundings.ts'
import type { Site } from '../../site/site.ts'
import { translationsOf } from '../../site/translations.ts'
import { renderContext } from '../rendering/render-context.ts'
import { taxonomyLabels } from '../directories/taxonomy-labels.ts'
import { typeDescription, typeLabels } from '../directories/type-labels.ts'

/** The kinds of content and terms that menu items link to. */
export interface MenuTargets {
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly taxonomies: readonly TaxonomyDefinition[]
  /** True where all viewers may read menus: details of targets that the site's own menus leave out are then withheld (_is_valid_nav_menu_item). */
  readonly isForAll: boolean
}

/** The target as the item's meta names it. */
interface Aim {
  /** One of `post_type`, `taxonomy`, `post_type_archive`; for any other kind the item stores an address. */
  readonly kind: string
  readonly object: string
  /** The target's id; 0, which names no target, where the stored value is not a number. */
  readonly objectId: Integer
}

const keys = ['_menu_item_type', '_menu_item_object', '_menu_item_object_id', '_menu_item_url']

export const aimColumns = ['id', 'title', 'content']

export function aimNeeds(site: Site): Needs {
  return {
    ...surroundingsFor(site),
    paths: true,
    ancestors: true,
    meta: keys,
    target: (row, metaOf) => {
      const { kind, object, objectId } = aimOf(integerOf(row, 'id'), metaOf)
      if (kind === 'post_type') return { kind: 'post', id: objectId }
      if (kind === 'taxonomy') return { kind: 'term', id: objectId }
      return kind === 'post_type_archive' && object === 'post' ? { kind: 'post', id: postsPage(site) } : null
    },
  }
}

export function aimOf(id: Integer, metaOf: Needed['metaOf']): Aim {
  const written = metaOf(id, '_menu_item_object_id') ?? ''
  const named = isNumber(storedPhpValue(written)) ? storedInteger(written) : '0'
  return {
    kind: metaOf(id, '_menu_item_type') ?? '',
    object: metaOf(id, '_menu_item_object') ?? '',
    objectId: named === '0' ? 0 : named,
  }
}

/** True for a number, and for a text that spells one (is_numeric). */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && isNumeric(value))
}

/** The id of the page that lists posts, or 0. */
function postsPage({ option, integer }: Site): number {
  return option('show_on_front') === 'page' ? integer('page_for_posts') : 0
}

/** The target; empty members where it does not exist. */
interface Found {
  readonly label: string
  readonly title: string
  readonly url: string
  readonly about: string
  readonly isMissing: boolean
}

function found(input: FieldInput, { contentTypes, taxonomies, isForAll }: MenuTargets): Found {
  const { row, needed, site } = input
  const id = integerOf(row, 'id')
  const { kind, object, objectId } = aimOf(id, needed.metaOf)
  const type = contentTypes.find(({ name }) => name === object)
  const translations = translationsOf(site)
  const objectOf = storedInteger(needed.metaOf(id, '_menu_item_object_id') ?? '')
  const untitled = worded(sentence('#%d (no title)', objectOf), translations)
  const none = { title: untitled, url: '', about: '', isMissing: true }
  switch (kind) {
    case 'post_type': {
      const label = (type && typeLabels(type, translations)['singular_name']) ?? object
      const post = needed.postOf(objectId)
      const isTrash = post !== null && textOf(post, 'status') === 'trash'
      if (post === null || (isForAll && (isTrash || type === undefined))) return { ...none, label }
      return {
        label,
        title: renderTitle(textOf(post, 'title'), renderContext(input)) || untitled,
        url: postLink(post, site, needed),
        about: '',
        isMissing: isTrash,
      }
    }
    case 'taxonomy': {
      const taxonomy = taxonomies.find(({ name }) => name === object)
      const label = (taxonomy && taxonomyLabels(taxonomy, translations)['singular_name']) ?? object
      const term = needed.termOf(objectId, object)
      if (term === null || (isForAll && taxonomy === undefined)) return { ...none, label }
      return {
        label,
        title: textOf(term, 'name') || untitled,
        url: termLink(term, site, needed),
        about: '',
        isMissing: false,
      }
    }
    case 'post_type_archive': {
      const url = type ? archiveOf(type, input) : archiveSeen(object, site)
      return {
        label: translated('Post Type Archive', [], translations),
        title: (type && typeLabels(type, translations)['archives']) ?? '',
        url: url ?? '',
        about: type ? typeDescription(type, translations) : '',
        isMissing: url === null,
      }
    }
    default: {
      const url = needed.metaOf(id, '_menu_item_url') ?? ''
      return {
        label: translated('Custom Link', [], translations),
        title: '',
        url,
        about: '',
        isMissing: false,
      }
    }
  }
}

function archiveOf(
  { name, hasArchive = false }: ContentTypeDefinition,
  { site, needed }: FieldInput,
): string {
  if (name !== 'post') return hasArchive ? archiveLink(name, site) : ''
  const page = needed.postOf(postsPage(site))
  return page === null ? site.home : postLink(page, site, needed)
}

function ofAim(value: (found: Found, input: FieldInput) => unknown) {
  return (targets: MenuTargets): Derived => ({
    columns: aimColumns,
    needs: aimNeeds,
    value: (input) => value(found(input, targets), input),
  })
}

/** The stored title, else the target's. */
export const rawTitle = ofAim((target, { row }) => textOf(row, 'title') || target.title)

export const typeLabel = ofAim(({ label }) => label)
export const url = ofAim((target) => target.url)
export const isInvalid = ofAim(({ isMissing }) => isMissing)
export const description = ofAim(({ about }, input) =>
  shortened(typography(textOf(input.row, 'content'), renderContext(input)) || about),
)

/** The text of the link's tooltip: with typographic quotes and dashes, and without tags. */
export const attributeTitle: Derived = {
  columns: ['excerpt'],
  value: (input) => withoutTags(typography(textOf(input.row, 'excerpt'), renderContext(input))),
}

const wordsMax = 200

/** The first words of the text (wp_trim_words). */
function shortened(text: string): string {
  const words = plainText(text)
    .split(/[ \t\n\r\v\f]+/)
    .filter((word) => word !== '')
  return words.length <= wordsMax ? words.join(' ') : `${words.slice(0, wordsMax).join(' ')}&hellip;`
}

export function title(targets: MenuTargets): Derived {
  const [raw, shown] = [rawTitle(targets), shownTitle(targets)]
  return {
    ...raw,
    value: (input) => ({
      ...(input.context === 'edit' ? { raw: raw.value(input) } : {}),
      rendered: shown.value(input),
    }),
  }
}

/** The title with markup, as the site's pages show it. */
export function shownTitle(targets: MenuTargets): Derived {
  const raw = rawTitle(targets)
  return { ...raw, value: (input) => renderTitle(String(raw.value(input)), renderContext(input)) }
}

/** The id of the item's menu; undefined where it is in none. */
export const menuOf: Derived = {
  columns: ['id'],
  needs: () => ({ terms: true }),
  value: ({ row, needed }) => {
    const terms = needed.termsOf(integerOf(row, 'id'))
    const menu = terms.find((term) => term['taxonomy'] === 'nav_menu')
    return menu && idToJson(integerOf(menu, 'id'))
  },
}
