// Nodes: how GraphQL shows resources.
import type { Compared } from '../database/declared-filter.ts'
import type { Filter } from '../database/filter.ts'
import type { Site } from '../site/site.ts'
import type { Derived } from './field.ts'
import type { FilterArg } from './resource.ts'

/** The name and type of a field in GraphQL. */
export interface NodeName {
  readonly name: string
  readonly type: NodeScalar
}

export interface NodeDefinition {
  /** Its type in the schema: `Post`. Resources may share one, as all taxonomies do. */
  readonly type: string
  readonly description: string
  /** The prefix of its ids; rows of the posts table have their plain decimal id. */
  readonly prefix: '' | 'term:' | 'user:' | 'comment:'
  /** True where addresses of the site can lead to it. */
  readonly isContent: boolean
  /** The fields of Query for a list and for one item; null where only other nodes lead to them. */
  readonly connection: string | null
  readonly single: string | null
  readonly order: NodeOrder
  /** Other orders of its lists, by their names in the schema. */
  readonly orders?: Readonly<Record<string, NodeOrder>>
  /** The statuses that the schema names: rows with other statuses are no nodes. Null where rows have no status. */
  readonly statuses: readonly string[] | null
  /** Further conditions for a row to be a node. */
  readonly only?: (site: Site) => readonly Filter[]
  readonly fields: readonly NodeField[]
  /** Arguments of its lists, with texts as values, besides those that all nodes of its kind have. */
  readonly args?: Readonly<Record<string, FilterArg>>
}

/** Orders by a column or an instant. Ids break ties, in the same direction. */
export interface NodeOrder {
  readonly column: string
  readonly descending: boolean
  /** The owner's declaration, for a declared filter's order. */
  readonly declared?: Compared
}

export interface NodeField extends Derived {
  readonly name: string
  readonly type: NodeFieldType
  readonly description: string
  /** Names the replacement, and marks the field as deprecated. */
  readonly deprecationReason?: string
  /**
   * The field's part of a document's cost, where making it is expensive: a plain field counts 1. An expensive value
   * is made once a request for each row and its arguments, so its columns include `id`.
   */
  readonly cost?: number
  /** True where only viewers who may edit the row see the value, as in REST's `context=edit`. */
  readonly isGuarded?: boolean
  /** Arguments on which the value depends; they are `args` of its input. */
  readonly args?: Readonly<Record<string, NodeArg>>
}

export interface NodeArg {
  /** `TextFormat` is `HTML` or `TEXT`. */
  readonly type: 'String' | 'Int' | 'Float' | 'Boolean' | 'TextFormat'
  readonly isRequired?: boolean
  readonly description: string
  readonly fallback?: string | number | boolean
}

/** An argument for the format of a text, which is HTML by default. */
export const textFormat: NodeArg = {
  type: 'TextFormat',
  description: 'The form of the text.',
  fallback: 'HTML',
}

/**
 * A scalar as GraphQL writes it; an object of plain members, or a list of such; or a relation: `value` then returns the id
 * of one row (`node`, `content`, `term`), or of the row whose terms (`terms`) or list (`connection`) it is.
 */
export type NodeFieldType =
  | NodeScalar
  | { readonly object: NodeObject }
  | { readonly objects: NodeObject }
  | { readonly node: string }
  /** A row of any content type, or a term of any taxonomy. */
  | { readonly content: true }
  | { readonly term: true }
  /** All terms of a taxonomy that the row has. */
  | { readonly terms: string }
  /**
   * Rows of a resource with the id in a column, or posts that have it as a term of a taxonomy. `sizedBy` is a column
   * of the node's own row with their approximate number.
   */
  | { readonly connection: string; readonly match: string; readonly sizedBy?: string }
  | { readonly connection: string; readonly carrying: string }

export type NodeScalar =
  | 'ID!'
  | 'String'
  | 'String!'
  | 'Int'
  | 'Int!'
  | 'Float'
  | 'Boolean'
  | 'Boolean!'
  | 'DateTime'
  | 'DateTime!'
  | 'PostStatus!'
  | '[String!]'
  | '[String]'
  | '[Int]'
  | '[Float]'
  | '[Boolean]'
  | 'JSON'

export interface NodeObject {
  readonly type: string
  readonly description: string
  readonly members: Readonly<Record<string, NodeScalar | NodeMember>>
}

export type NodeMember = { readonly description: string } & (
  | { readonly scalar: NodeScalar }
  /** Nested objects; `same` means the type itself. */
  | { readonly objects: NodeObject | 'same' }
)

/** A field of Query beyond those of resources; `C` is the context of a request. */
export interface QueryFieldDefinition<C> {
  readonly name: string
  readonly type: QueryFieldType
  readonly description: string
  /** Names the replacement, and marks the field as deprecated. */
  readonly deprecationReason?: string
  readonly args: Readonly<Record<string, NodeArg>>
  /** The source of the definition, for errors at start: `extension shop.ts`. */
  readonly from: string
  /** Returns a node's id or null; or ids of nodes, in their order. */
  readonly resolve: (args: Readonly<Record<string, unknown>>, context: C) => Promise<unknown>
}

/** A scalar as GraphQL writes it; a list of plain objects; a node of a resource, or a list of nodes. */
export type QueryFieldType =
  | NodeScalar
  | { readonly objects: NodeObject }
  | { readonly node: string }
  | { readonly nodes: string }
