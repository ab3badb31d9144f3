// Types that extensions add to WPGraphQL's schema, and fields of nodes that have them.
import type { Filter } from '../database/filter.ts'
import type { Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { Derived } from './field.ts'
import type { ResourceDefinition } from './resource.ts'

export interface GraphTypes {
  readonly types: readonly GraphType[]
  /** Fields of nodes, by the names of their resources, then by their own. */
  readonly fields: ReadonlyMap<string, Readonly<Record<string, GraphField>>>
  /** Fields of RootQuery, by their names. */
  readonly roots?: Readonly<Record<string, GraphRoot>>
  /** Members of `where`, by the names of the resources that are listed, then by their own. */
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
  /** A type as GraphQL writes it, behind arguments if there are any (`(flat: Boolean): [Block]`); or nodes that the member leads to. */
  readonly members: Readonly<Record<string, string | GraphRelation>>
}

/** The value of such a member is an id or a list of ids, null where there are none. */
export interface GraphRelation {
  readonly to: 'content' | 'files' | 'terms' | 'users'
  readonly isList: boolean
  /** The beginning of the names of its connection's types: `AcfMediaItem`. */
  readonly named: string
}

export interface GraphField extends Derived {
  /**
   * A type of the same extension, or a list of it, behind arguments if there are any: the value is an object with its members.
   * With `leads`, the type of the nodes that have the field, or a list of it: the value is an id, or a list of ids.
   */
  readonly type: string
  readonly leads?: 'to-one' | 'to-several'
  /** As of a field of a node (registry/node.ts). */
  readonly cost?: number
  /** The interface of nodes that have it, if there is one. */
  readonly interface?: string
}

/** Narrows a list. */
export interface GraphWhere {
  /** A type of the same extension, or a list of it. */
  readonly type: string
  /** The filters that its value means: the names of enums, as texts. */
  readonly filters: (value: unknown, site: Site) => readonly Filter[]
}

/** Its value is an object with the members of its type, a list of them, or null. */
export interface GraphRoot extends Pick<Derived, 'needs' | 'value'> {
  /** A type of the same extension, or a list of it, behind arguments if there are any. */
  readonly type: string
  /** The row that its gathers and its value get: at least an `id`. */
  readonly row: Row
  /** As of a field of a node (registry/node.ts). */
  readonly cost?: number
}

/** A kind of node of the schema. */
export interface GraphKind {
  /** The name of its type: `Post`. */
  readonly type: string
  readonly resource: ResourceDefinition
}

export interface GraphTypesDefinition {
  /** Changes when what is defined does. */
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
