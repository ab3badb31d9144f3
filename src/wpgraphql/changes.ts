// Requests that change the site: where WordPress stands behind the gateway, it answers them.
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

/** True where one of the operations is a mutation that the gateway does not answer, by a text that WordPress can read too. */
export function changesSite(operations: readonly Params[], options: ChangeOptions): boolean {
  return operations.some((each) => isChange(each, options))
}

function isChange(
  { query, hash, operationName }: Params,
  { persisted, limits, own }: ChangeOptions,
): boolean {
  // Most requests are queries, which need not be read for it
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
