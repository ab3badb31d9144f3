// The cost of a document, computed before anything is read: each field counts one for each object that it is selected
// on. Page sizes multiply along nesting; a list without one counts a configured number of items. The cost is compiled
// once per document, to a function of its variables.
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { introspectedSizes } from './introspected-sizes.ts'
import { fragmentsOf, type Fragments } from './limits.ts'

export interface CostOptions {
  readonly pageSizes: { readonly fallback: number; readonly max: number }
  /** The assumed length of a list without a page size. */
  readonly listSize: number
}

export type Variables = Readonly<Record<string, unknown>>
/** The cost of an operation of the document with these variables. */
export type CostOf = (operation: OperationDefinitionNode, variables: Variables) => number

type Cost = (variables: Variables) => number

/** Introspection reads no rows, so that ten of its fields count one. */
const introspectionShare = 0.1

/** Expects documents that are within their limits and valid. */
export function createCost(schema: GraphQLSchema, options: CostOptions): (document: DocumentNode) => CostOf {
  const introspected = introspectedSizes(schema)
  return (document) => {
    const fragments = fragmentsOf(document)
    const costs = new Map<OperationDefinitionNode, Cost>()
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue
      const root = schema.getRootType(definition.operation)
      if (!root) continue
      const weighing = { schema, options, introspected, fragments, defaults: defaultsOf(definition) }
      costs.set(definition, selectionCost([definition.selectionSet], root, null, weighing))
    }
    return (operation, variables) => Math.ceil(costs.get(operation)?.(variables) ?? 0)
  }
}

/** A field's own cost, as an extension of its definition. */
export function costing(cost: number) {
  return { extensions: { [costKey]: cost } }
}

const costKey = 'lecternCost'

interface Weighing {
  readonly schema: GraphQLSchema
  readonly options: CostOptions
  readonly introspected: ReadonlyMap<string, number>
  readonly fragments: Fragments
  /** Defaults of the operation's variables that are numbers. */
  readonly defaults: ReadonlyMap<string, number>
}

/** The cost of a selection on one object. `page` is the length of the lists directly below, where the object is a connection. */
function selectionCost(
  sets: readonly SelectionSetNode[],
  parent: GraphQLCompositeType,
  page: Cost | null,
  weighing: Weighing,
): Cost {
  const costs = [...groupsOf(sets, parent, weighing).values()].map((group) =>
    fieldCost(group, page, weighing),
  )
  return (variables) => costs.reduce((sum, cost) => sum + cost(variables), 0)
}

/** Fields with one response name and one parent type: execution merges them, and their selections. */
interface Group {
  readonly parent: GraphQLCompositeType
  readonly definition: GraphQLField<unknown, unknown>
  readonly fields: [FieldNode, ...FieldNode[]]
}

function groupsOf(
  sets: readonly SelectionSetNode[],
  parent: GraphQLCompositeType,
  { schema, fragments }: Weighing,
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>()
  const entered = new Set<string>()
  const collect = (set: SelectionSetNode, type: GraphQLCompositeType): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = `${(selection.alias ?? selection.name).value} of ${type.name}`
        const known = groups.get(key)
        const definition = schema.getField(type, selection.name.value)
        if (known) known.fields.push(selection)
        else if (definition) groups.set(key, { parent: type, definition, fields: [selection] })
        continue
      }
      const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : null
      if (name !== null && entered.has(name)) continue
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      if (!fragment) continue
      if (name !== null) entered.add(name)
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value)
      collect(fragment.selectionSet, isCompositeType(condition) ? condition : type)
    }
  }
  for (const set of sets) collect(set, parent)
  return groups
}

function fieldCost({ parent, definition, fields }: Group, page: Cost | null, weighing: Weighing): Cost {
  const { [costKey]: given } = definition.extensions
  const itself = typeof given === 'number' ? given : 1
  const named = getNamedType(definition.type)
  if (!isCompositeType(named)) return () => itself
  const isList = isListType(getNullableType(definition.type))
  const own = pageOf(definition, fields[0], weighing)
  const sets = fields.flatMap(({ selectionSet }) => selectionSet ?? [])
  const inner = selectionCost(sets, named, isList ? null : own, weighing)
  if (!isList) {
    const share = /^__(schema|type)$/.test(definition.name) ? introspectionShare : 1
    return (variables) => share * (itself + inner(variables))
  }
  const { options, introspected } = weighing
  const assumed = introspected.get(`${parent.name}.${definition.name}`) ?? options.listSize
  const size = own ?? page ?? (() => assumed)
  return (variables) => itself + size(variables) * inner(variables)
}

const pageArguments: ReadonlySet<string> = new Set(['first', 'last', 'limit'])

/** The number of objects that a field returns; null where it has no argument for a page size. */
function pageOf(
  { args, type }: GraphQLField<unknown, unknown>,
  field: FieldNode,
  { options: { pageSizes }, defaults }: Weighing,
): Cost | null {
  const sizes = args
    .filter(({ name }) => pageArguments.has(name))
    .map((arg): Cost => {
      const value = field.arguments?.find(({ name }) => name.value === arg.name)?.value
      if (value?.kind === Kind.INT) return () => Number(value.value)
      const unsaid = unsaidOf(arg)
      if (value?.kind !== Kind.VARIABLE) return () => (value ? 0 : unsaid)
      const { value: name } = value.name
      return (variables) =>
        Object.hasOwn(variables, name) ? sizeGiven(variables[name]) : (defaults.get(name) ?? unsaid)
    })
  if (sizes.length === 0) return null
  const isConnection = !isListType(getNullableType(type))
  return (variables) => {
    const asked = Math.max(...sizes.map((size) => size(variables)))
    // A missing page size counts as the default, and so does one that will be refused
    if (asked <= 0) return pageSizes.fallback
    // A connection refuses sizes above its maximum
    return isConnection ? Math.min(asked, pageSizes.max) : asked
  }
}

function unsaidOf({ default: unsaid }: GraphQLArgument): number {
  if (unsaid?.literal) return unsaid.literal.kind === Kind.INT ? Number(unsaid.literal.value) : 0
  return typeof unsaid?.value === 'number' ? unsaid.value : 0
}

/** A value that is no number is refused before anything is read. */
function sizeGiven(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function defaultsOf({ variableDefinitions }: OperationDefinitionNode): ReadonlyMap<string, number> {
  return new Map(
    variableDefinitions?.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
    ),
  )
}
