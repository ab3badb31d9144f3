// A query's text → a document that is parsed, within its limits and valid; kept, since validation costs more than
// execution.
import {
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql'
import type { BoundedMap } from '../cache/bounded-map.ts'
import { fail } from '../core/failure.ts'
import { toGraphError } from './context.ts'

export interface DocumentLimits {
  readonly tokensMax: number
  readonly depthMax: number
  readonly rootFieldsMax: number
}

export type Document = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] }

export function createReadDocument(
  schema: GraphQLSchema,
  limits: DocumentLimits,
  kept: BoundedMap<string, Document>,
): (query: string) => Document {
  const rules = [...specifiedRules, maxDepth(limits.depthMax), maxRootFields(limits.rootFieldsMax)]
  return (query) => {
    const known = kept.get(query)
    if (known) return known
    const read = readDocument(query)
    // What is refused is not kept: it costs far more memory than its text, and no client asks for it again and again
    if ('document' in read) kept.set(query, read)
    return read
  }

  function readDocument(query: string): Document {
    try {
      const document = parse(query, { maxTokens: limits.tokensMax })
      const errors = validate(schema, document, rules)
      return errors.length > 0 ? { errors } : { document }
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] }
      // Nested beyond what the parser's own recursion bears
      if (error instanceof RangeError) return { errors: [toGraphError(fail('document_too_large'))] }
      throw error
    }
  }
}

/** A document nests its selections at most so deep; introspection is bounded by a rule of its own. */
function maxDepth(depthMax: number): (context: ValidationContext) => ASTVisitor {
  return (context) => ({
    OperationDefinition(operation) {
      const depth = depthOf(operation.selectionSet, context, new Map())
      if (depth <= depthMax) return
      const message = `The document nests ${depth} selections; ${depthMax} are allowed.`
      context.reportError(
        new GraphQLError(message, { nodes: operation, extensions: { code: 'DOCUMENT_TOO_LARGE' } }),
      )
    },
  })
}

/** Every field of Query is a page that is read, whatever its alias. */
function maxRootFields(rootFieldsMax: number): (context: ValidationContext) => ASTVisitor {
  return (context) => ({
    OperationDefinition(operation) {
      const count = fieldsIn(operation.selectionSet, context, new Set())
      if (count <= rootFieldsMax) return
      const message = `The document asks for ${count} fields of Query; ${rootFieldsMax} are allowed.`
      context.reportError(
        new GraphQLError(message, { nodes: operation, extensions: { code: 'DOCUMENT_TOO_LARGE' } }),
      )
    },
  })
}

/** A fragment counts once: spread again, its fields are the same ones. */
function fieldsIn(
  selections: SelectionSetNode,
  context: ValidationContext,
  entered: Set<FragmentDefinitionNode>,
): number {
  return selections.selections.reduce((count, selection) => {
    if (selection.kind === Kind.FIELD) return count + (selection.name.value.startsWith('__') ? 0 : 1)
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return count + fieldsIn(selection.selectionSet, context, entered)
    const fragment = context.getFragment(selection.name.value)
    if (!fragment || entered.has(fragment)) return count
    entered.add(fragment)
    return count + fieldsIn(fragment.selectionSet, context, entered)
  }, 0)
}

function depthOf(
  selections: SelectionSetNode,
  context: ValidationContext,
  fragments: Map<FragmentDefinitionNode, number>,
): number {
  const depths = selections.selections.map((selection): number => {
    if (selection.kind === Kind.FIELD) {
      if (!selection.selectionSet || /^__(schema|type)$/.test(selection.name.value)) return 1
      return 1 + depthOf(selection.selectionSet, context, fragments)
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet, context, fragments)
    const fragment = context.getFragment(selection.name.value)
    if (!fragment) return 0
    const known = fragments.get(fragment)
    if (known !== undefined) return known
    // Until it is known, a fragment that spreads itself counts nothing here; another rule refuses it
    fragments.set(fragment, 0)
    const depth = depthOf(fragment.selectionSet, context, fragments)
    fragments.set(fragment, depth)
    return depth
  })
  return Math.max(0, ...depths)
}
