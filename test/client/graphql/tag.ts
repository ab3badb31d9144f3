// The tag of documents, which gives them the types of the schema that is in `generated`.
import { initGraphQLTada } from 'gql.tada'
import type { introspection } from './generated/schema.d.ts'

export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown }
}>()
