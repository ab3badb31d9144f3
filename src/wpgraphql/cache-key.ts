// The cache key of an operation, equal for GET and POST and for any order of its variables' members; and the target that replays it.
import { hash } from 'node:crypto'
import { getOperationAST, OperationTypeNode, type DocumentNode } from 'graphql'
import { isFailure } from '../core/failure.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { canonical, targetSaying } from '../graphql/cache-key.ts'
import { isOne, type Asked, type Params } from './params.ts'

/** A document with its text. */
export interface Asking {
  readonly text: string
  readonly document: DocumentNode
}

/** Null for an answer that is not cached: a batch, a mutation, a refusal. */
export async function cacheKeyOf(
  asked: Asked,
  read: (one: Params) => Promise<Asking | null>,
): Promise<string | null> {
  if (isFailure(asked) || 'status' in asked || !isOne(asked)) return null
  const { operationName, variables } = asked
  const asking = await read(asked)
  if (asking === null) return null
  const operation = getOperationAST(asking.document, operationName)
  if (operation?.operation !== OperationTypeNode.QUERY) return null
  const parts = ['wpgraphql', operationName, canonical(variables), asking.text]
  return `graphql ${hash('sha256', JSON.stringify(parts), 'base64url')}`
}

/** The GET that replays an operation, also of a POST; null where the client sent no text, or a value may be a secret. */
export function targetOf(asked: Asked, path: string): RequestTarget | null {
  if (isFailure(asked) || 'status' in asked || !isOne(asked) || asked.query === null) return null
  const { query, operationName, variables } = asked
  const said = [
    ['view', 'wpgraphql'],
    ['query', query],
    ...(operationName === null ? [] : [['operationName', operationName] as const]),
    ...(Object.keys(variables).length === 0 ? [] : [['variables', JSON.stringify(variables)] as const]),
  ] as const
  return targetSaying(path, said, 'application/json')
}
