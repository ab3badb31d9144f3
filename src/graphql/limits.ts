// Checks the size of a document before anything expensive is done with it: its definitions, and the number of its
// fields once fragments are spread and duplicate selections merged (MergeSelectionSets of the specification). It
// needs no schema, and ends at the first limit exceeded.
import {
  isExecutableDefinitionNode,
  Kind,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type SelectionSetNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql'
import { fail } from '../core/failure.ts'
import { toGraphError } from './context.ts'

export interface DocumentLimits {
  readonly bytesMax: number
  readonly tokensMax: number
  /** Counts operations and fragments. */
  readonly definitionsMax: number
  readonly directivesMax: number
  readonly depthMax: number
  readonly rootFieldsMax: number
  readonly aliasesMax: number
  readonly fieldsMax: number
  /** Pairs of fields with one response name in one selection, each of which validation compares. */
  readonly comparisonsMax: number
}

/** The first limit that the document exceeds, as an error; null where it is within all. */
export function refuseLarge(document: DocumentNode, limits: DocumentLimits): GraphQLError | null {
  const { directives, valueDepth } = written(document)
  const over =
    beyond('defines', document.definitions.length, limits.definitionsMax, 'operations and fragments') ??
    beyond('has', directives, limits.directivesMax, 'directives') ??
    beyond('nests', valueDepth, limits.depthMax, 'values')
  if (over) return over
  const fragments = fragmentsOf(document)
  const reached = new Set<FragmentDefinitionNode>()
  const { rootFieldsMax } = limits
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const found = spreadOut(definition.selectionSet, { limits, fragments, reached, rootFieldsMax })
    if (found) return found
  }
  // Validation reads unused fragments, too, before it refuses them
  for (const fragment of fragments.values()) {
    if (reached.has(fragment)) continue
    const found = spreadOut(fragment.selectionSet, { limits, fragments, reached, rootFieldsMax: Infinity })
    if (found) return found
  }
  return null
}

export function tooLarge(message: string): GraphQLError {
  return toGraphError(fail('document_too_large', message))
}

function beyond(verb: string, count: number, max: number, what: string): GraphQLError | null {
  return count <= max ? null : tooLarge(`The document ${verb} more than ${max} ${what}.`)
}

/** Counts directives in the whole text, and how deep lists and objects nest in values. */
function written(document: DocumentNode): { readonly directives: number; readonly valueDepth: number } {
  let [directives, valueDepth] = [0, 0]
  const enterValue = (node: ValueNode, depth: number): void => {
    if (node.kind !== Kind.LIST && node.kind !== Kind.OBJECT) return
    valueDepth = Math.max(valueDepth, depth)
    const inner = node.kind === Kind.LIST ? node.values : node.fields.map((field) => field.value)
    for (const each of inner) enterValue(each, depth + 1)
  }
  const enter = (node: Written): void => {
    if (node.defaultValue) enterValue(node.defaultValue, 1)
    for (const argument of node.arguments ?? []) enterValue(argument.value, 1)
    for (const directive of node.directives ?? []) {
      directives++
      enter(directive)
    }
    for (const variable of node.variableDefinitions ?? []) enter(variable)
    for (const selection of node.selectionSet?.selections ?? []) enter(selection)
  }
  const ofType = (node: ValueNode): false => {
    enterValue(node, 1)
    return false
  }
  for (const definition of document.definitions) {
    if (isExecutableDefinitionNode(definition)) enter(definition)
    // Validation reads definitions of types, too, before it refuses them
    else visit(definition, { Directive: () => void directives++, ListValue: ofType, ObjectValue: ofType })
  }
  return { directives, valueDepth }
}

/** The parts of syntax nodes in which directives and values are written. */
interface Written {
  readonly arguments?: readonly { readonly value: ValueNode }[] | undefined
  readonly directives?: readonly DirectiveNode[] | undefined
  readonly defaultValue?: ValueNode | undefined
  readonly variableDefinitions?: readonly VariableDefinitionNode[] | undefined
  readonly selectionSet?: SelectionSetNode | undefined
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

export function fragmentsOf(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
}

interface Spreading {
  readonly limits: DocumentLimits
  readonly fragments: Fragments
  /** Every fragment that was spread. */
  readonly reached: Set<FragmentDefinitionNode>
  readonly rootFieldsMax: number
}

/** A selection set with the fragments around it: a fragment that spreads itself is not entered again. */
interface Selected {
  readonly set: SelectionSetNode
  readonly within: Within
}

type Within = { readonly fragment: FragmentDefinitionNode; readonly outer: Within } | null

interface SelectedField {
  readonly field: FieldNode
  readonly within: Within
}

function spreadOut(root: SelectionSetNode, spreading: Spreading): GraphQLError | null {
  const { limits } = spreading
  const count = { fields: 0, aliases: 0, comparisons: 0 }

  const enter = (selected: readonly Selected[], depth: number): GraphQLError | null => {
    if (depth > limits.depthMax)
      return tooLarge(`The document nests more than ${limits.depthMax} selections.`)
    const groups = groupsOf(selected, spreading, limits.fieldsMax - count.fields)
    if (groups === null) return beyond('comes to', Infinity, limits.fieldsMax, 'fields')
    for (const [name, group] of groups) {
      count.fields += group.length
      count.comparisons += (group.length * (group.length - 1)) / 2
      if (group.some(({ field }) => field.name.value !== name)) count.aliases++
    }
    const over =
      (depth === 1
        ? beyond('asks for', rootFieldsIn(groups), spreading.rootFieldsMax, 'fields of Query')
        : null) ??
      beyond('has', count.aliases, limits.aliasesMax, 'aliases') ??
      beyond('repeats', count.comparisons, limits.comparisonsMax, 'pairs of fields')
    if (over) return over
    for (const group of groups.values()) {
      const below = group.flatMap(({ field, within }) =>
        field.selectionSet ? [{ set: field.selectionSet, within }] : [],
      )
      // Introspection's depth is limited by a rule of its own and by cost
      const found = below.length > 0 ? enter(below, introspects(group, depth) ? -Infinity : depth + 1) : null
      if (found) return found
    }
    return null
  }
  return enter([{ set: root, within: null }], 1)
}

/** Merges the fields of selection sets by response name; null where they exceed the limit. */
function groupsOf(
  selected: readonly Selected[],
  { fragments, reached }: Spreading,
  fieldsMax: number,
): ReadonlyMap<string, readonly SelectedField[]> | null {
  const groups = new Map<string, SelectedField[]>()
  const entered = new Set<FragmentDefinitionNode>()
  let room = fieldsMax
  const collect = ({ set, within }: Selected): void => {
    for (const selection of set.selections) {
      if (room < 0) return
      if (selection.kind === Kind.FIELD) {
        room--
        const name = (selection.alias ?? selection.name).value
        const group = groups.get(name) ?? []
        groups.set(name, group)
        group.push({ field: selection, within })
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect({ set: selection.selectionSet, within })
      } else {
        const fragment = fragments.get(selection.name.value)
        if (!fragment || entered.has(fragment) || isWithin(fragment, within)) continue
        entered.add(fragment)
        reached.add(fragment)
        collect({ set: fragment.selectionSet, within: { fragment, outer: within } })
      }
    }
  }
  selected.forEach(collect)
  return room < 0 ? null : groups
}

function isWithin(fragment: FragmentDefinitionNode, within: Within): boolean {
  for (let each = within; each; each = each.outer) if (each.fragment === fragment) return true
  return false
}

/** Counts fields of Query, each of which is a read, whatever its alias. */
function rootFieldsIn(groups: ReadonlyMap<string, readonly SelectedField[]>): number {
  return [...groups.values()].filter((group) => group.some(({ field }) => field.name.value !== '__typename'))
    .length
}

function introspects(group: readonly SelectedField[], depth: number): boolean {
  return depth <= 1 && group.every(({ field }) => /^__(schema|type)$/.test(field.name.value))
}
