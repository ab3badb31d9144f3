// Fills what definitions of content types and taxonomies leave out, as WordPress does (register_post_type, register_taxonomy);
// all plug-ins that define them share it.
import {
  defineContentType,
  defineTaxonomy,
  footnotes,
  isFeature,
  type ContentTypeDefinition,
  type PhpArray,
  type TaxonomyDefinition,
} from '../../index.ts'
import { arrayOf, phpText, textIn } from '../php/stored.ts'

/** The lengths of names that WordPress's columns hold; their characters are those of sanitize_key. */
const nameMax = { type: 20, taxonomy: 32 } as const

export function isName(name: string, kind: keyof typeof nameMax): boolean {
  return /^[a-z0-9_-]+$/.test(name) && name.length <= nameMax[kind]
}

/** An empty text, or REST's own namespace, means none. */
function namespaceOf(stored: string): { readonly namespace?: string } {
  const namespace = stored.replace(/^\/+|(?<!\/)\/+$/g, '')
  return namespace === '' || namespace === 'wp/v2' || !/^[\w-]+(?:\/[\w-]+)*$/.test(namespace)
    ? {}
    : { namespace }
}

function baseOf(stored: string, name: string): string {
  const base = stored.replace(/^\/+|(?<!\/)\/+$/g, '')
  return /^[\w-]+(?:\/[\w-]+)*$/.test(base) ? base : name
}

/** Stored labels by their names, with those that follow from others filled in (_get_custom_object_labels). */
function wordingOf(
  labels: PhpArray,
  { plural, singular }: { readonly plural: string; readonly singular: string },
): Readonly<Record<string, string>> {
  const said = Object.fromEntries(
    [...labels].map(([name, label]) => [name, phpText(label)] as const).filter(([, label]) => label !== ''),
  )
  const menu = said['menu_name'] ?? plural
  const all = said['all_items'] ?? menu
  return {
    menu_name: menu,
    all_items: all,
    archives: all,
    name_admin_bar: singular,
    ...said,
    name: plural,
    singular_name: singular,
  }
}

/** Arguments of registration that types and taxonomies share. */
interface RegisteredArgs {
  readonly name: string
  readonly plural: string
  readonly singular: string
  readonly labels: PhpArray
  readonly description: string
  readonly isPublic: boolean
  readonly isQueryable: boolean
  readonly hasScreens: boolean
  readonly hasMenus: boolean
  readonly isServed: boolean
  readonly isInGraph: boolean
  readonly isHierarchical: boolean
  readonly base: string
  readonly namespace: string
  /** True where it is the kind's name. */
  readonly queryVar: string | boolean
}

/** Reads a setting that is on or off; returns `otherwise` for one that is not stored. */
type ReadFlag = (stored: PhpArray, key: string, otherwise: boolean) => boolean

/** Reads arguments that plug-ins store under WordPress's names; `usual` has the defaults of `isPublic` and `isServed`. */
export function storedAlike(
  stored: PhpArray,
  isOn: ReadFlag,
  usual: Pick<RegisteredArgs, 'isPublic' | 'isServed'>,
): Omit<RegisteredArgs, 'name' | 'plural' | 'singular' | 'labels' | 'queryVar'> {
  const isPublic = isOn(stored, 'public', usual.isPublic)
  return {
    description: textIn(stored, 'description'),
    isPublic,
    isQueryable: isOn(stored, 'publicly_queryable', isPublic),
    hasScreens: isOn(stored, 'show_ui', isPublic),
    hasMenus: isOn(stored, 'show_in_nav_menus', isPublic),
    isServed: isOn(stored, 'show_in_rest', usual.isServed),
    isInGraph: isOn(stored, 'show_in_graphql', usual.isServed),
    isHierarchical: isOn(stored, 'hierarchical', false),
    base: textIn(stored, 'rest_base'),
    namespace: textIn(stored, 'rest_namespace'),
  }
}

export interface TypeArgs extends RegisteredArgs {
  readonly archive: boolean | string
  readonly rewrite: { readonly slug: string; readonly withFront: boolean } | null
  /** The words in the names of its capabilities. */
  readonly capabilityWords: readonly [singular: string, plural: string]
  readonly supports: readonly string[]
  readonly taxonomies: readonly string[]
  readonly icon: string | null
}

export function typeOf(args: TypeArgs): ContentTypeDefinition {
  const { name, rewrite, isQueryable, capabilityWords } = args
  const [word, words] = capabilityWords
  return defineContentType({
    ...definedAlike(args),
    ...namespaceOf(args.namespace),
    ...(args.icon === null ? {} : { icon: args.icon }),
    hasArchive: args.archive,
    isViewable: isQueryable,
    isPublic: args.isPublic,
    isSearched: args.isPublic,
    shownIn: { menus: args.hasMenus, screens: args.hasScreens },
    supports: [...new Set(args.supports)].filter(isFeature),
    meta: takesFootnotes.every((feature) => args.supports.includes(feature)) ? [footnotes] : [],
    capabilityType: word,
    ...(words === `${word}s` ? {} : { capabilities: capabilitiesOf(words) }),
    slug: rewrite?.slug ?? name,
    rewriting: {
      isPath: rewrite !== null,
      withFront: rewrite?.withFront ?? true,
      // Only queryable types have a query variable
      queryVar: queryVarOf(args.queryVar, name, isQueryable),
    },
    taxonomies: args.taxonomies,
  })
}

function definedAlike(args: RegisteredArgs) {
  const labels = { plural: args.plural, singular: args.singular }
  return {
    name: args.name,
    base: baseOf(args.base, args.name),
    ...(args.isServed ? {} : { isServed: false }),
    ...(args.isInGraph ? {} : { isInWpGraphql: false }),
    labels,
    wording: wordingOf(args.labels, labels),
    description: args.description,
    isHierarchical: args.isHierarchical,
  }
}

/** Types that support these have the footnotes of the block editor. */
const takesFootnotes = ['editor', 'custom-fields', 'revisions']

function queryVarOf(queryVar: string | boolean, name: string, isQueryable: boolean): string | null {
  if (queryVar === false || !isQueryable) return null
  return queryVar === true || queryVar === '' ? name : queryVar
}

const verbs = [
  'edit',
  'edit_others',
  'delete',
  'publish',
  'read_private',
  'delete_private',
  'delete_published',
  'delete_others',
  'edit_private',
  'edit_published',
]

/** The capabilities of a type whose plural is not its singular with an s. */
function capabilitiesOf(words: string): Readonly<Record<string, string>> {
  return Object.fromEntries(verbs.map((verb) => [`${verb}_posts`, `${verb}_${words}`]))
}

export interface TaxonomyArgs extends RegisteredArgs {
  readonly hasCloud: boolean
  readonly hasColumn: boolean
  readonly hasQuickEdit: boolean
  /** True where the list of taxonomies shows REST's own namespace if none is stored. */
  readonly showsOwnNamespace: boolean
  readonly rewrite: { readonly slug: string; readonly withFront: boolean; readonly isNested: boolean } | null
  readonly types: readonly string[]
  readonly capabilities: PhpArray
}

export function taxonomyOf(args: TaxonomyArgs): TaxonomyDefinition {
  const { name, rewrite, isQueryable, hasScreens } = args
  const capability = (verb: string, otherwise: string) =>
    phpText(arrayOf(args.capabilities).get(`${verb}_terms`)) || otherwise
  const { namespace } = namespaceOf(args.namespace)
  return defineTaxonomy({
    ...definedAlike(args),
    ...(namespace === undefined ? {} : { namespace }),
    ...(namespace === undefined && !args.showsOwnNamespace ? { shownNamespace: null } : {}),
    shownIn: {
      site: args.isPublic,
      screens: hasScreens,
      addresses: isQueryable,
      menus: args.hasMenus,
      cloud: args.hasCloud,
      column: args.hasColumn,
      quickEdit: args.hasQuickEdit,
    },
    types: args.types,
    capabilities: {
      manage: capability('manage', 'manage_categories'),
      edit: capability('edit', 'manage_categories'),
      delete: capability('delete', 'manage_categories'),
      assign: capability('assign', 'edit_posts'),
    },
    slug: rewrite?.slug ?? name,
    rewriting: {
      isPath: rewrite !== null,
      withFront: rewrite?.withFront ?? true,
      isHierarchical: rewrite?.isNested ?? false,
      queryVar: queryVarOf(args.queryVar, name, isQueryable),
    },
  })
}
