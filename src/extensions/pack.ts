// A pack is an extension whose definitions follow from the database. It names the rows that decide them; these are read at the
// start, and when one of them changes, everything is defined anew.
import { parsePhpValue, type PhpValue } from '../database/php-value.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { ExtensionDefinition } from './extension.ts'

export interface PackDefinition {
  /** A word that `PACKS` names it by. */
  readonly name: string
  /** A description for `check`: `custom fields of ACF and SCF`. */
  readonly about: string
  readonly reads: PackReads
  /** True where the database has the data that the pack serves. */
  readonly isUsed: (found: Omit<FoundRows, 'files'>) => boolean
  readonly define: (found: FoundRows) => Omit<ExtensionDefinition, 'name'>
}

/** Short lists of rows that decide what the pack defines. Settings and fields are better read as values of the site. */
export interface PackReads {
  readonly options?: readonly string[]
  /** Rows of posts of these types, with any status. */
  readonly postTypes?: readonly string[]
}

export interface FoundRows {
  /** Active plug-ins, by their folders: `advanced-custom-fields`. */
  readonly plugins: ReadonlySet<string>
  /** An option's value, unserialized; null where it is not stored or broken. */
  readonly option: (name: string) => PhpValue
  /** Posts of a type, in the order of their ids. */
  readonly posts: (type: string) => readonly FoundPost[]
  /** The JSON files that a setting names for the pack, parsed, in the order of their names; none for owners' packs. */
  readonly files: readonly unknown[]
}

export interface FoundPost {
  readonly title: string
  readonly slug: string
  readonly status: string
  readonly order: number
  /** The content, unserialized; null where it is broken. */
  readonly content: PhpValue
}

/**
 * A pack: the default export of a file that `extensions` names, as an extension is.
 *
 * @example
 * ```ts
 * import { defineContentType, definePack } from 'lectern'
 *
 * // A plug-in that keeps the names of its content types in one option
 * export default definePack({
 *   name: 'shelves',
 *   about: 'content types of Shelves',
 *   reads: { options: ['shelves_types'] },
 *   isUsed: ({ plugins }) => plugins.has('shelves'),
 *   define: ({ option }) => {
 *     const types = option('shelves_types')
 *     const names = types instanceof Map ? [...types.keys()] : []
 *     return {
 *       contentTypes: names.map((name) =>
 *         defineContentType({
 *           name,
 *           base: name,
 *           labels: { plural: name, singular: name },
 *           supports: ['title', 'editor'],
 *         }),
 *       ),
 *     }
 *   },
 * })
 * ```
 */
export function definePack(definition: PackDefinition): PackDefinition {
  return definition
}

/** The option with the active plug-ins, which every pack may use. */
const pluginsOption = 'active_plugins'

/** Columns of posts that packs see. */
export const packColumns = ['id', 'type', 'title', 'slug', 'status', 'menu_order', 'content'] as const

/** All rows that these packs read. */
export function readsOf(packs: readonly PackDefinition[]): Required<PackReads> {
  return {
    options: [...new Set([pluginsOption, ...packs.flatMap(({ reads }) => reads.options ?? [])])],
    postTypes: [...new Set(packs.flatMap(({ reads }) => reads.postTypes ?? []))],
  }
}

export function foundRows(
  option: (name: string) => string | null,
  posts: readonly Row[],
): Omit<FoundRows, 'files'> {
  const values = new Map<string, PhpValue>()
  const byType = Map.groupBy(posts, (row) => textOf(row, 'type'))
  const optionOf = (name: string) => {
    const known = values.get(name)
    if (known !== undefined) return known
    const value = valueOf(option(name))
    values.set(name, value)
    return value
  }
  const active = optionOf(pluginsOption)
  const files = active instanceof Map ? [...active.values()].filter((file) => typeof file === 'string') : []
  return {
    plugins: new Set(files.map((file) => file.replace(/\/.*$/s, ''))),
    option: optionOf,
    posts: (type) =>
      (byType.get(type) ?? []).map((row) => ({
        title: textOf(row, 'title'),
        slug: textOf(row, 'slug'),
        status: textOf(row, 'status'),
        order: Number(textOf(row, 'menu_order')) || 0,
        content: parsePhpValue(textOf(row, 'content')),
      })),
  }
}

/** A text that is not serialized is the value itself (maybe_unserialize). */
function valueOf(stored: string | null): PhpValue {
  if (stored === null) return null
  return parsePhpValue(stored) ?? (/^(?:[abids]:|N;)/.test(stored) ? null : stored)
}
