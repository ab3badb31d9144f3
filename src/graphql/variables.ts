// Measures the variables of a request before they are used: their size as JSON, and their depth.
import type { GraphQLError } from 'graphql'
import { fail } from '../core/failure.ts'
import { toGraphError } from './context.ts'

export interface VariableLimits {
  readonly bytesMax: number
  readonly depthMax: number
}

/** Walks without recursion, so that no depth overflows the stack; ends at the first limit exceeded. */
export function refuseVariables(
  variables: object,
  { bytesMax, depthMax }: VariableLimits,
): GraphQLError | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: variables, depth: 0 }]
  let bytes = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (depth > depthMax) return refused(`The variables nest more than ${depthMax} values.`)
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
      // Brackets, and commas in between
      bytes += 2 + Math.max(0, entries.length - 1)
      for (const [name, inner] of entries) {
        if (!Array.isArray(value)) bytes += Buffer.byteLength(name) + 3
        open.push({ value: inner, depth: depth + 1 })
      }
    } else bytes += typeof value === 'string' ? Buffer.byteLength(value) + 2 : String(value).length
    if (bytes > bytesMax) return refused(`The variables are larger than ${bytesMax} bytes.`)
  }
  return null
}

function refused(message: string): GraphQLError {
  return toGraphError(fail('variables_too_large', message))
}
