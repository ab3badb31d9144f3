// Reports the cost of a document in `extensions.cost`, and refuses a document that exceeds the limit.
import { GraphQLError, type ExecutionResult } from 'graphql'
import { fail } from '../core/failure.ts'
import { toGraphError } from './context.ts'

export function withCost(result: ExecutionResult, requested: number | null, limit: number): ExecutionResult {
  if (requested === null) return result
  return { ...result, extensions: { ...result.extensions, cost: costOf(requested, limit) } }
}

/** The refusal before anything is read. */
export function tooCostly(requested: number, limit: number): GraphQLError {
  return refused(`The document may cost up to ${requested}, but the limit is ${limit}.`, requested, limit)
}

/** The refusal once the texts read turn out longer than the limit allows. */
export function tooMuchText(requested: number, limit: number): GraphQLError {
  return refused(
    `With the texts that it reads the document costs at least ${requested}, but the limit is ${limit}.`,
    requested,
    limit,
  )
}

function refused(sentence: string, requested: number, limit: number): GraphQLError {
  const { message, extensions } = toGraphError(fail('cost_too_high', sentence))
  return new GraphQLError(message, { extensions: { ...extensions, cost: costOf(requested, limit) } })
}

function costOf(requested: number, limit: number) {
  return { requested, limit, left: Math.max(0, limit - requested) }
}
