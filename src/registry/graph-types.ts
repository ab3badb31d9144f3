// Types that extensions add to WPGraphQL's schema, and the fields of nodes that use them.
import type { Filter } from '../database/filter.ts'
import type { Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { Derived } from './field.ts'
import type { ResourceDefinition } from './resource.ts'

export interface GraphTypes {
  readonly types: readonly GraphType[]
  /** Fields of nodes, by resource, then by name. */
  readonly fields: ReadonlyMap<string, Readonly<Record<string, GraphField>>>
  /** Fields of RootQuery, by their names. */
  readonly roots?: Readonly<Record<string, GraphRoot>>
  /** Members of `where`, by listed resource, then by name. */
  readonly wheres?: ReadonlyMap<string, Readonly<Record<string, GraphWhere>>>
}

export type GraphType = GraphObject | GraphEnum

export interface GraphEnum {
  readonly kind: 'enum'
  readonly name: string
  readonly values: readonly string[]
}

export interface GraphObject {
  readonly kind: 'type' | 'interface'
  readonly name: string
  readonly interfaces: readonly string[]
  /** Types in GraphQL's notation, after arguments if there are any (`(flat: Boolean): [Block]`); or relations to nodes. */
  readonly members: Readonly<Record<string, string | GraphRelation>>
}

/** A member that leads to nodes: its value is an id or a list of ids, null for none. */
export interface GraphRelation {
  readonly to: 'content' | 'files' | 'terms' | 'users'
  readonly isList: boolean
  /** The prefix of its connection's type names: `AcfMediaItem`. */
  readonly named: string
}

export interface GraphField extends Derived {
  /**
   * A type of the same extension, or a list of it, after arguments if there are any: the value is an object with its
   * members. With `leads`, the type of the nodes that have the field, or a list of it: the value is an id, or a list of ids.
   */
  readonly type: string
  readonly leads?: 'to-one' | 'to-several'
  /** The cost of the field, as of a node's (registry/node.ts). */
  readonly cost?: number
  /** The interface of the nodes that have the field, if there is one. */
  readonly interface?: string
}

/** An argument that filters a list. */
export interface GraphWhere {
  /** A type of the same extension, or a list of it. */
  readonly type: string
  /** The filters for its value; enum values arrive as their names. */
  readonly filters: (value: unknown, site: Site) => readonly Filter[]
}

/** A field of RootQuery. Its value is an object with the members of its type, a list of them, or null. */
export interface GraphRoot extends Pick<Derived, 'needs' | 'value'> {
  /** A type of the same extension, or a list of it, after arguments if there are any. */
  readonly type: string
  /** The row that its `needs` and `value` get: at least an `id`. */
  readonly row: Row
  /** The cost of the field, as of a node's (registry/node.ts). */
  readonly cost?: number
}

/** A type of node in the schema. */
export interface GraphKind {
  /** The name of its type: `Post`. */
  readonly type: string
  readonly resource: ResourceDefinition
}

export interface GraphTypesDefinition {
  /** Changes whenever the result of `define` does. */
  readonly mark: (site: Site) => string
  readonly define: (site: Site, kinds: readonly GraphKind[]) => GraphTypes
}

/**
 * Types for an extension's `graphTypes`.
 *
 * @example
 * ```ts
 * import { defineExtension, defineGraphTypes, textOf } from 'lectern'
 *
 * const length = { type: 'Length', interface: 'WithLength', columns: ['title'] } as const
 *
 * const graphTypes = defineGraphTypes({
 *   mark: () => 'always the same',
 *   define: () => ({
 *     types: [
 *       { kind: 'type', name: 'Length', interfaces: [], members: { letters: 'Int' } },
 *       { kind: 'interface', name: 'WithLength', interfaces: [], members: { length: 'Length' } },
 *     ],
 *     fields: new Map([
 *       ['post', { length: { ...length, value: ({ row }) => ({ letters: textOf(row, 'title').length }) } }],
 *     ]),
 *   }),
 * })
 *
 * export default defineExtension({ name: 'lengths', graphTypes })
 * ```
 */
export function defineGraphTypes(definition: GraphTypesDefinition): GraphTypesDefinition {
  return definition
}
