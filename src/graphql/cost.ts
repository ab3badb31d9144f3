// What a document may cost, counted before anything of it is read: every field counts one for each object that it is
// asked of. Page sizes multiply along nesting; a list that has none counts as a configured number. Worked out once a
// document, as a sum that only its variables are missing in.
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  type DocumentNode,
  type FieldNode,
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
  /** How many a list without a page size is taken to have. */
  readonly listSize: number
}

export type Variables = Readonly<Record<string, unknown>>
/** What an operation of a document costs with these variables. */
export type CostOf = (operation: OperationDefinitionNode, variables: Variables) => number

type Cost = (variables: Variables) => number

/** Introspection reads no rows: ten of its fields count as one. */
const introspectionShare = 0.1

/** For documents that are within their limits and valid. */
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

interface Weighing {
  readonly schema: GraphQLSchema
  readonly options: CostOptions
  readonly introspected: ReadonlyMap<string, number>
  readonly fragments: Fragments
  /** Of the operation's variables, those that are numbers. */
  readonly defaults: ReadonlyMap<string, number>
}

/** What is selected of one object. `page`: how many its lists hold, where it is a page of something. */
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

/** Fields that answer under one name, of one type: they are the same one, and what they select is merged. */
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
  const named = getNamedType(definition.type)
  if (!isCompositeType(named)) return () => 1
  const isList = isListType(getNullableType(definition.type))
  const own = pageOf(definition, fields[0], weighing)
  const sets = fields.flatMap(({ selectionSet }) => selectionSet ?? [])
  const inner = selectionCost(sets, named, isList ? null : own, weighing)
  if (!isList) {
    const share = /^__(schema|type)$/.test(definition.name) ? introspectionShare : 1
    return (variables) => share * (1 + inner(variables))
  }
  const { options, introspected } = weighing
  const assumed = introspected.get(`${parent.name}.${definition.name}`) ?? options.listSize
  const size = own ?? page ?? (() => assumed)
  return (variables) => 1 + size(variables) * inner(variables)
}

const pageArguments: ReadonlySet<string> = new Set(['first', 'last', 'limit'])

/** How many objects a field is asked for; null where that cannot be said of it. */
function pageOf(
  { args }: GraphQLField<unknown, unknown>,
  field: FieldNode,
  { options: { pageSizes }, defaults }: Weighing,
): Cost | null {
  const sizes = args
    .filter(({ name }) => pageArguments.has(name))
    .map((arg): Cost => {
      const value = field.arguments?.find(({ name }) => name.value === arg.name)?.value
      if (value?.kind === Kind.INT) return () => Number(value.value)
      if (value?.kind !== Kind.VARIABLE) return () => 0
      const { value: name } = value.name
      return (variables) => sizeGiven(Object.hasOwn(variables, name) ? variables[name] : defaults.get(name))
    })
  if (sizes.length === 0) return null
  return (variables) => {
    const asked = Math.max(...sizes.map((size) => size(variables)))
    // Beyond its bounds a page is refused, and none is as many as where nothing is said
    return asked <= 0 ? pageSizes.fallback : Math.min(asked, pageSizes.max)
  }
}

function sizeGiven(value: unknown): number {
  if (value === null || value === undefined) return 0
  // What is no number is refused before it is read
  return typeof value === 'number' && !Number.isNaN(value) ? value : Infinity
}

function defaultsOf({ variableDefinitions }: OperationDefinitionNode): ReadonlyMap<string, number> {
  return new Map(
    variableDefinitions?.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
    ),
  )
}
