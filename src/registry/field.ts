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
  /** Depends on settings of the site, with which it is cached, and on `args` and REST's `context` as in `FieldInput`. */
  readonly needs?: (site: Site, args?: FieldInput['args'], context?: Context) => Needs
  readonly value: (input: FieldInput) => unknown
  /**
   * REST fields whose closing removes this value, which reveals the same; with a leading slash fields of other resources,
   * or whole resources (`/media`).
   */
  readonly closedWith?: readonly string[]
  /** Changes the selected part of the value once all fields of the item are made. */
  readonly anew?: (input: FieldInput, value: unknown) => unknown
}

export interface Field extends Derived {
  readonly name: string
  /** True where it is served but absent from the schema that OPTIONS shows, as a few fields are in WordPress. */
  readonly isUnlisted?: boolean
  /** True where only requests that name it in `_fields` get it, since WordPress has no such field. */
  readonly isByName?: boolean
  /** True where WordPress makes the value and clients cannot set it. Default: decided by the name. */
  readonly isReadOnly?: boolean
  /** For a text: the contexts that show the stored and the rendered text, where they are not the default. */
  readonly texts?: TextContexts
  /** Names the replacement, and marks the field as deprecated. */
  readonly deprecationReason?: string
  readonly contexts: readonly Context[]
  readonly schema: TSchema
  /** The schema that OPTIONS shows instead of `schema`, where it depends on stored values. */
  readonly described?: StoredSchema
}

/**
 * A schema made of stored values: for an item that the viewer may see, `value`; else `ofAll`, which covers all items.
 * Undefined means the field's own schema, null none.
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
  /** The number of words of generated excerpts, where the request sets it. */
  readonly excerptWords?: number | undefined
  /** Arguments of a field of a GraphQL node; in REST the resource's `fieldArgs`, which embedded items do not get. */
  readonly args?: Readonly<Record<string, unknown>>
  /** Returns the next number, from 1, of a named sequence that spans the request; a step of 0 returns the last one. */
  readonly count: Count
}
