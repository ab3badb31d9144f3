// Fields of an item, and other values made of its row and related rows.
import type { TSchema } from 'typebox'
import type { Count } from '../core/counter.ts'
import type { Row } from '../database/tables.ts'
import type { Context, Needed, Needs } from '../related/relations.ts'
import type { Site } from '../site/site.ts'
import type { TextContexts } from './content-type.ts'

export type { Context } from '../related/relations.ts'

/**
 * A value made of a row: the columns and related rows that it needs, and the function that makes it.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, textOf, type Derived } from 'lectern'
 *
 * const mood: Derived = {
 *   columns: ['id'],
 *   needs: () => ({ meta: ['mood'] }),
 *   value: ({ row, needed }) => needed.metaOf(textOf(row, 'id'), 'mood') ?? 'calm',
 * }
 *
 * const moods = defineRoute({
 *   namespace: 'moods/v1',
 *   path: '/posts',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: ({ read }) => read.list('post', { values: { id: 'id', mood }, limit: 5 }),
 * })
 *
 * export default defineExtension({ name: 'moods', routes: [moods] })
 * ```
 */
export interface Derived {
  readonly columns: readonly string[]
  /** Follows from settings of the site, for which it is kept, and from `args` and REST's `context` as `FieldInput` has them. */
  readonly needs?: (site: Site, args?: FieldInput['args'], context?: Context) => Needs
  readonly value: (input: FieldInput) => unknown
  /** Fields in REST that an owner closes this with, since it says the same; behind a slash those of others, or others whole (`/media`). */
  readonly closedWith?: readonly string[]
  /** Changes the value, as far as it is selected, once all fields of the item are made. */
  readonly anew?: (input: FieldInput, value: unknown) => unknown
}

export interface Field extends Derived {
  readonly name: string
  /** Served, but absent from the schema that OPTIONS shows, as a few fields are in WordPress. */
  readonly isUnlisted?: boolean
  /** True where only clients that name it in `_fields` get it, since WordPress has no such field. */
  readonly isByName?: boolean
  /** True where WordPress makes the value itself and clients cannot set it. Default: decided by the name. */
  readonly isReadOnly?: boolean
  /** For a text: the contexts that show the stored and the rendered text, where they are not the default. */
  readonly texts?: TextContexts
  /** Names the replacement. */
  readonly deprecationReason?: string
  readonly contexts: readonly Context[]
  readonly schema: TSchema
  /** The schema for OPTIONS in the place of `schema`, where it follows from what is stored. */
  readonly described?: StoredSchema
}

/**
 * A schema that is made of rows: of an item that the viewer may see, by `value`; else of what items may have. Undefined stands
 * for the field's own schema, null for none.
 */
export interface StoredSchema extends Pick<Derived, 'columns' | 'needs' | 'value'> {
  readonly ofAll: (site: Site) => unknown
}

export interface FieldInput {
  readonly row: Row
  readonly context: Context
  readonly site: Site
  readonly needed: Needed
  /** True where the request has the password of the protected post. */
  readonly unlocked: boolean
  /** The number of words of generated excerpts, where the request states it. */
  readonly excerptWords?: number | undefined
  /** Arguments of a field of a GraphQL node; in REST the resource's `fieldArgs`, which nothing embedded has. */
  readonly args?: Readonly<Record<string, unknown>>
  /**
   * Returns the next number, from 1, of a named sequence that runs through the request; a step of 0 returns the last
   * one.
   */
  readonly count: Count
}
