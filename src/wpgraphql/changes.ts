// Recognizes mutations, which are proxied to WordPress where it stands behind the gateway.
import { getOperationAST, GraphQLError, Kind, OperationTypeNode } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { parseWithin, type DocumentOptions } from '../graphql/documents.ts'
import type { PersistedDocuments } from '../graphql/persisted.ts'
import type { Params } from './params.ts'

export interface ChangeOptions {
  readonly persisted: Pick<PersistedDocuments, 'find'>
  readonly limits: DocumentOptions['limits']
  /** The mutations that the gateway answers itself. */
  readonly own: ReadonlySet<string>
}

/** True where an operation, sent with its text so that WordPress can read it, is a mutation that the gateway does not answer. */
export function changesSite(operations: readonly Params[], options: ChangeOptions): boolean {
  return operations.some((each) => isChange(each, options))
}

function isChange(
  { query, hash, operationName }: Params,
  { persisted, limits, own }: ChangeOptions,
): boolean {
  // Most requests are queries, which this test saves from being parsed
  if (query === null || !query.includes('mutation')) return false
  const text = persisted.find(query, hash)
  const document = isFailure(text) ? null : parseWithin(text, limits)
  if (document === null || document instanceof GraphQLError) return false
  const operation = getOperationAST(document, operationName)
  if (operation?.operation !== OperationTypeNode.MUTATION) return false
  return !operation.selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && own.has(selection.name.value),
  )
}
