// Validates documents in a schema, by the rules of the specification. Rules about parts that a document has none of are left
// out: they are two thirds of what validating costs.
import {
  DeferStreamDirectiveLabelRule,
  DeferStreamDirectiveOnRootFieldRule,
  DeferStreamDirectiveOnValidOperationsRule,
  FragmentsOnCompositeTypesRule,
  GraphQLError,
  Kind,
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

/** Validates documents in a schema: what they may not ask is among the errors. */
export function createCheck(introspection: boolean) {
  const ofAll = introspection ? specifiedRules : [...specifiedRules, noIntrospection]
  const ofPlain = ofAll.filter((rule) => !rulesOfParts.has(rule))
  return (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] =>
    // Suggestions for misspelt names would reveal the schema, too
    validate(schema, document, isPlain(document) ? ofPlain : ofAll, {
      maxErrors: errorsMax,
      hideSuggestions: !introspection,
    })
}

/** Rules about fragments, variables and directives alone, which are most of the time that validating takes. */
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

/** True for one operation whose text has no character with which a fragment, a variable or a directive begins. */
function isPlain({ definitions: [only, ...others], loc }: DocumentNode): boolean {
  const isOperation = only?.kind === Kind.OPERATION_DEFINITION && others.length === 0
  return isOperation && loc !== undefined && !/\.\.\.|[$@]/.test(loc.source.body)
}

/** Only so many errors are reported, because each may repeat much of the document. */
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
