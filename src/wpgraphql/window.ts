// Converts first, after, last and before to the part of a list that is read.
import { GraphQLError } from 'graphql'
import { keyOfCursor } from './ids.ts'

export interface WindowArgs {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
}

export interface Window {
  readonly direction: 'forward' | 'backward'
  readonly count: number
  /** True where the client gave a number: pageInfo reports pages before or after only then. */
  readonly isSized: boolean
  /** The keys of the members that the cursors name. */
  readonly after: string | null
  readonly before: string | null
}

const sizeDefault = 10
const sizeMax = 100

export function windowOf({ first = null, last = null, after, before }: WindowArgs): Window {
  if (first !== null && last !== null && first !== 0 && last !== 0)
    throw new GraphQLError(
      'Connections take either first, with after, or last, with before: not both of them.',
    )
  for (const [name, value] of Object.entries({ first, last }))
    if (value !== null && value < 0) throw new GraphQLError(`${name} must be a positive integer.`)
  const asked = first || last || 0
  return {
    direction: last ? 'backward' : 'forward',
    count: Math.min(asked || sizeDefault, sizeMax),
    isSized: asked > 0,
    after: keyOfCursor(after),
    before: keyOfCursor(before),
  }
}
