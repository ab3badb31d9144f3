// Errors as clients see them: an error that is a bug is observed, and hidden from them.
import { GraphQLError } from 'graphql'
import { fail } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { toGraphError } from './context.ts'

/** An error that a resolver threw and that is no refusal is a bug. */
export function bugBehind(error: Readonly<Error>): Error | null {
  if (!(error instanceof GraphQLError) || !error.originalError) return null
  return error.originalError instanceof GraphQLError ? null : error.originalError
}

export function forClients(error: Readonly<Error>, observe: Observe): Readonly<Error> {
  const bug = bugBehind(error)
  if (bug === null) return error
  observe({ kind: 'error', error: bug, during: 'resolving a GraphQL document' })
  return toGraphError(fail('internal_error'))
}
