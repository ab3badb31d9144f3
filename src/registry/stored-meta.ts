// Fields stored as meta.
import type { TSchema } from 'typebox'
import type { Context } from './field.ts'
import type { NodeName } from './node.ts'

/** A value stored under a key of meta, served as a member of the field `meta`. */
export interface MetaDefinition {
  readonly key: string
  /** The schema of the served value; `read` converts the stored text, or null where nothing is stored. */
  readonly schema: TSchema
  readonly read: (stored: string | null) => unknown
  /** True where it is the list of all values under the key, not only the first. */
  readonly isMultiple?: boolean
  /** True where such a list has, instead of being empty, the value that `read` makes of null. */
  readonly isNeverEmpty?: boolean
  /** Its name in the field `meta`. Default: the key. */
  readonly name?: string
  /** The contexts of REST that show it. Default: all that show the field `meta`. */
  readonly contexts?: readonly Context[]
  /** True where it is part of the text, which a post's password protects. */
  readonly isText?: boolean
  /** The content types that have it. Default: all whose `meta` is shown. */
  readonly types?: readonly string[]
  /** The interfaces that serve it. Default: all. */
  readonly exposed?: readonly Exposure[]
  /** Names the replacement, and marks the field as deprecated. */
  readonly deprecationReason?: string
  /** The field of the GraphQL node that serves it. Default: one with its own name, where it is a scalar. */
  readonly node?: NodeName
}

/** The interfaces that serve a field; `schema` where only OPTIONS of REST describes it, and no answer has it. */
export type Exposure = 'rest' | 'graphql' | 'schema'
