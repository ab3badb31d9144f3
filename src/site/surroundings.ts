// The related rows and the columns that are read before the address of a row is built.
import type { Integer, Row } from '../database/tables.ts'
import type { AddressRows, Site } from './site.ts'

/** Related rows from which a row's address is built. */
export interface Surroundings {
  readonly termsOf: (postId: Integer) => readonly Row[]
  readonly authorOf: (userId: Integer) => Row | null
  /** Slugs of a term's ancestors, then its own. */
  readonly pathOf: (term: Row) => readonly string[]
  /** Rows of a plug-in's table from which the base of the post's address follows. */
  readonly addressRowsOf: (postId: Integer) => readonly Row[]
  /** The category of posts that have none. */
  readonly defaultCategory: () => Row | null
  /** A post's parent, or the post that an attachment belongs to. */
  readonly postOf: (postId: Integer) => Row | null
  /** True where the viewer wrote the post or has the capability. */
  readonly isReader: (post: Row, capability: string) => boolean
}

/** Related rows that addresses of posts need on this site. */
export function surroundingsFor({ option, integer, addressBase }: Site): {
  readonly terms: boolean
  readonly paths: boolean
  readonly authors: boolean
  readonly defaultCategory?: number
  readonly addressRows?: AddressRows
} {
  const structure = option('permalink_structure')
  const categories = structure.includes('%category%')
  return {
    terms: categories || addressBase?.usesTerms === true,
    paths: categories,
    ...(addressBase?.rows ? { addressRows: addressBase.rows } : {}),
    authors: structure.includes('%author%'),
    ...(categories ? { defaultCategory: integer('default_category') } : {}),
  }
}

/**
 * Columns of a post that its address needs.
 *
 * @example
 * ```ts
 * import { addressColumns, defineExtension, defineGather, textOf, type FieldInput, type Row, type Site } from 'lectern'
 *
 * const links = defineGather(async (rows: readonly Row[], { rows: read, postLinks }) => {
 *   const ids = rows.map((row) => textOf(row, 'parent_id'))
 *   return postLinks(
 *     await read({
 *       source: 'posts',
 *       columns: addressColumns,
 *       filters: [
 *         { kind: 'in', column: 'id', values: ids },
 *         { kind: 'in', column: 'status', values: ['publish'] },
 *       ],
 *     }),
 *   )
 * })
 *
 * const above = {
 *   name: 'above',
 *   type: 'String',
 *   description: 'The address of the page above.',
 *   columns: ['id', 'parent_id'],
 *   needs: (site: Site) => ({ gathers: [links.on(site)] }),
 *   value: ({ row, needed }: FieldInput) => links.of(needed).get(textOf(row, 'parent_id')) ?? null,
 * } as const
 *
 * export default defineExtension({ name: 'above', adds: { page: { nodeFields: [above] } } })
 * ```
 */
export const addressColumns = [
  'id',
  'type',
  'slug',
  'status',
  'created_at',
  'author_id',
  'parent_id',
] as const
