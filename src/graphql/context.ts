// What every resolver of one request shares, and how a failure becomes an error of GraphQL's.
import { GraphQLError } from 'graphql'
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Cursors } from '../plan/cursor.ts'
import type { Reading } from '../read/execute.ts'
import type { Site } from '../site/site.ts'
import type { Making } from './making.ts'

export type GraphContext = {
  readonly reading: Reading
  readonly viewer: Viewer
  readonly site: Site
  readonly cursors: Cursors
  readonly making: Making
  /** What was refused meanwhile; the HTTP status follows the gravest. */
  readonly failures: Failure[]
}

export function toGraphError(failure: Failure): GraphQLError {
  return new GraphQLError(failure.message, { extensions: { code: failure.code.toUpperCase() } })
}

/** Ends a resolver. */
export function refuse(failure: Failure, { failures }: GraphContext): never {
  failures.push(failure)
  throw toGraphError(failure)
}
