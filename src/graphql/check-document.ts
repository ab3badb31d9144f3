// Validates documents against a schema, by the rules of the specification. Valid plain documents (plain-document.ts) skip all
// rules; other plain ones skip those about fragments, variables and directives, which they do not have.
import {
  DeferStreamDirectiveLabelRule,
  DeferStreamDirectiveOnRootFieldRule,
  DeferStreamDirectiveOnValidOperationsRule,
  FragmentsOnCompositeTypesRule,
  GraphQLError,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  PossibleFragmentSpreadsRule,
  specifiedRules,
  StreamDirectiveOnListFieldRule,
  UniqueDirectivesPerLocationRule,
  UniqueFragmentNamesRule,
  UniqueVariableNamesRule,
  validate,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { fail } from '../core/failure.ts'
import { toGraphError } from './context.ts'
import { isPlainlyValid, plainOperation } from './plain-document.ts'

/** Creates a validator, which also refuses introspection unless that is allowed. */
export function createCheck(introspection: boolean) {
  const ofAll = introspection ? specifiedRules : [...specifiedRules, noIntrospection]
  const ofPlain = ofAll.filter((rule) => !rulesOfParts.has(rule))
  return (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] => {
    const plain = plainOperation(document)
    if (plain !== null && isPlainlyValid(schema, plain)) return []
    // Suggestions for misspelt names would reveal the schema, too
    return validate(schema, document, plain === null ? ofAll : ofPlain, {
      maxErrors: errorsMax,
      hideSuggestions: !introspection,
    })
  }
}

/** Rules about fragments, variables and directives alone. */
const rulesOfParts: ReadonlySet<ValidationRule> = new Set([
  DeferStreamDirectiveLabelRule,
  DeferStreamDirectiveOnRootFieldRule,
  DeferStreamDirectiveOnValidOperationsRule,
  FragmentsOnCompositeTypesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  PossibleFragmentSpreadsRule,
  StreamDirectiveOnListFieldRule,
  UniqueDirectivesPerLocationRule,
  UniqueFragmentNamesRule,
  UniqueVariableNamesRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
])

/** The number of errors is limited, because each may repeat much of the document. */
const errorsMax = 20

function noIntrospection(context: ValidationContext): ASTVisitor {
  return {
    Field: (field) => {
      if (!/^__(schema|type)$/.test(field.name.value)) return
      const { message, extensions } = toGraphError(fail('introspection_off'))
      context.reportError(new GraphQLError(message, { nodes: field, extensions }))
    },
  }
}
