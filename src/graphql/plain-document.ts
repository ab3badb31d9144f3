// Recognizes valid plain documents in one walk: a single query without fragments, variables and directives, whose fields and
// arguments are defined, and named once each. It decides nothing about any other document: the rules of the specification
// validate that, and word its errors.
import {
  getNamedType,
  isCompositeType,
  isRequiredArgument,
  Kind,
  OperationTypeNode,
  validateInputLiteral,
  type ArgumentNode,
  type ConstArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'

/** The only definition, if it is an operation and its text has none of `...`, `$` and `@`; else null. */
export function plainOperation({
  definitions: [only, ...others],
  loc,
}: DocumentNode): OperationDefinitionNode | null {
  if (only?.kind !== Kind.OPERATION_DEFINITION || others.length > 0 || loc === undefined) return null
  return /\.\.\.|[$@]/.test(loc.source.body) ? null : only
}

/** True for a plain query to which no rule of the specification objects; false where only the rules can decide. */
export function isPlainlyValid(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
): boolean {
  const root = operation === OperationTypeNode.QUERY ? schema.getQueryType() : null
  return !!root && areFields(schema, root, selectionSet)
}

function areFields(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  { selections }: SelectionSetNode,
): boolean {
  const named = new Set<string>()
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD) return false
    // Fields with the same response name may have to be merged
    named.add((selection.alias ?? selection.name).value)
    if (!isField(schema, parent, selection)) return false
  }
  return named.size === selections.length
}

function isField(schema: GraphQLSchema, parent: GraphQLCompositeType, field: FieldNode): boolean {
  const name = field.name.value
  // Introspection has rules of its own
  const definition = /^__(?!typename$)/.test(name) ? undefined : schema.getField(parent, name)
  if (!definition || !areArguments(definition.args, field.arguments ?? [])) return false
  const type = getNamedType(definition.type)
  const { selectionSet } = field
  if (!isCompositeType(type)) return selectionSet === undefined
  return selectionSet !== undefined && areFields(schema, type, selectionSet)
}

function areArguments(
  defined: readonly GraphQLArgument[],
  given: readonly (ArgumentNode | ConstArgumentNode)[],
): boolean {
  const named = new Map(given.map((argument) => [argument.name.value, argument.value]))
  let known = 0
  for (const argument of defined) {
    const value = named.get(argument.name)
    if (value === undefined && isRequiredArgument(argument)) return false
    if (value === undefined) continue
    if (!namesFieldsOnce(value)) return false
    let isRight = true
    validateInputLiteral(value, argument.type, () => {
      isRight = false
    })
    if (!isRight) return false
    known += 1
  }
  // The numbers differ where an argument is undefined, or given twice
  return known === given.length
}

/** True where no object within the value has two fields of one name. */
function namesFieldsOnce(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.every(namesFieldsOnce)
  if (value.kind !== Kind.OBJECT) return true
  const named = new Set(value.fields.map((field) => field.name.value))
  return named.size === value.fields.length && value.fields.every((field) => namesFieldsOnce(field.value))
}
