// Types that extensions add to WPGraphQL's schema, and fields of nodes that have them.
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
}

export interface GraphType {
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

/** Its value is an object with the members of its type. */
export interface GraphField extends Derived {
  /** A type of the same extension, or a list of it, behind arguments if there are any. */
  readonly type: string
  /** As of a field of a node (registry/node.ts). */
  readonly cost?: number
  /** The interface of nodes that have it. */
  readonly interface: string
}

/** Its value is an object with the members of its type, or null. */
export interface GraphRoot extends Pick<Derived, 'needs' | 'value'> {
  /** A type of the same extension. */
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
