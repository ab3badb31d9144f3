// Fields that are stored under a key.
import type { TSchema } from 'typebox'
import type { NodeName } from './node.ts'

/** What is stored under a key of meta, as a member of the field `meta`. */
export interface MetaDefinition {
  readonly key: string
  /** What of its value is served; where there is none, what stands for it. */
  readonly schema: TSchema
  readonly read: (stored: string | null) => unknown
  /** Whether it is a list of all that is stored under the key, else the first of it. */
  readonly isMultiple?: boolean
  /** Whether it is a part of the text, which a password protects with it. */
  readonly isText?: boolean
  /** Without a word everywhere. */
  readonly exposed?: readonly Exposure[]
  /** What to use instead. */
  readonly deprecationReason?: string
  /** The field of the GraphQL node that serves it; without a word one of its own name, where it is a scalar. */
  readonly node?: NodeName
}

/** Where a field is served. */
export type Exposure = 'rest' | 'graphql'
