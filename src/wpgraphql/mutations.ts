// Mutations: the gateway reads, and says so.
import { GraphQLError } from 'graphql'
import type { Resolver } from './leading.ts'

export const mutationResolver: Resolver = (_, __, ___, { fieldName }) => {
  throw new GraphQLError(`${fieldName} changes the site, which this interface only reads.`)
}
