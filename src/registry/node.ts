// What GraphQL shows.
import type { Filter } from '../database/filter.ts'
import type { Site } from '../site/site.ts'
import type { Derived } from './field.ts'

/** What a field is called in GraphQL, and what it holds. */
export interface NodeName {
  readonly name: string
  readonly type: NodeScalar
}

export interface NodeDefinition {
  /** Its type in the schema: `Post`. Resources may share one, as taxonomies do. */
  readonly type: string
  readonly description: string
  /** What its ids begin with; what lies in the posts table has its decimal id. */
  readonly prefix: '' | 'term:' | 'user:' | 'comment:'
  /** Whether it is content, which addresses of the site lead to. */
  readonly isContent: boolean
  /** The fields of Query that list them and that give one; null where they are only reached from other nodes. */
  readonly connection: string | null
  readonly single: string | null
  readonly order: NodeOrder
  /** What its lists may be ordered by instead, by what the schema calls it. */
  readonly orders?: Readonly<Record<string, NodeOrder>>
  /** The statuses that the schema has names for: rows of others are no nodes. Null where rows have none. */
  readonly statuses: readonly string[] | null
  /** What else a row has to be to be a node. */
  readonly only?: (site: Site) => readonly Filter[]
  readonly fields: readonly NodeField[]
}

/** By a column, or by an instant. Equal rows are told apart by their ids, in the same direction. */
export interface NodeOrder {
  readonly column: string
  readonly descending: boolean
}

export interface NodeField extends Derived {
  readonly name: string
  readonly type: NodeFieldType
  readonly description: string
  /** What to use instead. */
  readonly deprecationReason?: string
  /**
   * What it counts in the cost of a document, where making it is dear: a plain field counts 1. A dear value is made once a
   * request for each row and its arguments, so its columns include `id`.
   */
  readonly cost?: number
  /** Shown to those alone who may edit the row: what REST shows in `context=edit`. */
  readonly isGuarded?: boolean
  /** Arguments that its value depends on: `args` of what it is made of. */
  readonly args?: Readonly<Record<string, NodeArg>>
}

export interface NodeArg {
  readonly type: 'String' | 'Int' | 'Float' | 'Boolean'
  readonly isRequired?: boolean
  readonly description: string
  readonly fallback?: string | number | boolean
}

/**
 * As GraphQL writes it; an object of plain members; or what the field leads to: `value` then gives the id of one row
 * (`node`, `content`), or that of the row whose terms (`terms`) or whose list (`connection`) it is.
 */
export type NodeFieldType =
  | NodeScalar
  | { readonly objects: NodeObject }
  | { readonly node: string }
  /** Of whatever content type, or of whatever taxonomy. */
  | { readonly content: true }
  | { readonly term: true }
  /** Terms of a taxonomy, all of them. */
  | { readonly terms: string }
  /**
   * Rows of a resource with the id in a column, or posts that carry it as a term of a taxonomy. `sizedBy` is the column of
   * the node's own row that says about how many they are.
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

export interface NodeObject {
  readonly type: string
  readonly description: string
  readonly members: Readonly<Record<string, NodeScalar>>
}

/** A field of Query that no resource has by itself; `C` is what a request is read with. */
export interface QueryFieldDefinition<C> {
  readonly name: string
  readonly type: QueryFieldType
  readonly description: string
  /** What to use instead. */
  readonly deprecationReason?: string
  readonly args: Readonly<Record<string, NodeArg>>
  /** Who defines it, for what is said of it at start: `extension shop.ts`. */
  readonly from: string
  /** Of a node its id, or null; of nodes their ids, in their order. */
  readonly resolve: (args: Readonly<Record<string, unknown>>, context: C) => Promise<unknown>
}

/** As GraphQL writes it; a list of plain objects; a node of a resource, or a list of them. */
export type QueryFieldType =
  | NodeScalar
  | { readonly objects: NodeObject }
  | { readonly node: string }
  | { readonly nodes: string }
