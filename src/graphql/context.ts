// The context that all resolvers of a request share, and the conversion of failures to GraphQL errors.
import { GraphQLError } from 'graphql'
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Cursors } from '../plan/cursor.ts'
import type { Reading } from '../read/execute.ts'
import type { Site } from '../site/site.ts'
import type { ChangedNode } from './change-fields.ts'
import type { TextsOfRequest } from './kept-texts.ts'
import type { Making } from './making.ts'

export type GraphContext = {
  readonly reading: Reading
  readonly viewer: Viewer
  readonly site: Site
  readonly cursors: Cursors
  readonly making: Making
  /** The cache of rendered texts; null or absent where this viewer's texts are not cached. */
  readonly texts?: TextsOfRequest | null
  /** The refusals of resolvers so far; the most serious one decides the HTTP status. */
  readonly failures: Failure[]
  /** The change for which a subscription is executed. */
  readonly changed?: ChangedNode
}

export function toGraphError(failure: Failure): GraphQLError {
  return new GraphQLError(failure.message, { extensions: { code: failure.code.toUpperCase() } })
}

/** Ends a resolver with a failure. */
export function refuse(failure: Failure, { failures }: GraphContext): never {
  failures.push(failure)
  throw toGraphError(failure)
}
