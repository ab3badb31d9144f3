// Errors as clients see them: an error that is a bug is observed, and hidden from them.
import { GraphQLError } from 'graphql'
import { fail } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { GivenUp } from '../core/work.ts'
import { toGraphError } from './context.ts'

/** An error that a resolver threw is a bug, unless it is a refusal, or work was given up. */
export function bugBehind(error: Readonly<Error>): Error | null {
  if (!(error instanceof GraphQLError) || !error.originalError) return null
  const { originalError } = error
  return originalError instanceof GraphQLError || originalError instanceof GivenUp ? null : originalError
}

export function forClients(error: Readonly<Error>, observe: Observe): Readonly<Error> {
  const bug = bugBehind(error)
  if (bug === null) return error
  observe({ kind: 'error', error: bug, during: 'resolving a GraphQL document' })
  return toGraphError(fail('internal_error'))
}
