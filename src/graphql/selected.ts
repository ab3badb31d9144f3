// Finds the fields that a document selects below a field, through fragments and without skipped ones, so that nothing
// is read for other fields.
import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type FieldNode,
  type GraphQLResolveInfo,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/**
 * The field node as a cache key: it is the same object while its document is cached. Null where the selection below it does not
 * follow from it alone, because of a directive in the document or a second field to merge.
 */
export function placeOf({ fieldNodes: [field, ...others] }: GraphQLResolveInfo): FieldNode | null {
  return field && others.length === 0 && field.loc?.source.body.includes('@') === false ? field : null
}

/** The names selected at the end of `path`, on an object of these types. */
export function selectedNames(
  info: GraphQLResolveInfo,
  path: readonly string[],
  types: ReadonlySet<string>,
): ReadonlySet<string> {
  const at = path.reduce<readonly FieldNode[]>(
    (fields, name) => fieldsBelow(fields, info, null).filter((field) => field.name.value === name),
    info.fieldNodes,
  )
  return new Set(fieldsBelow(at, info, types).map((field) => field.name.value))
}

/** A fragment is entered once, however often it is spread (CollectFields of the specification). */
function fieldsBelow(
  fields: readonly FieldNode[],
  info: GraphQLResolveInfo,
  types: ReadonlySet<string> | null,
): readonly FieldNode[] {
  const found: FieldNode[] = []
  const entered = new Set<string>()
  const enter = (set: SelectionSetNode | undefined, condition: string | undefined): void => {
    if (types === null || condition === undefined || types.has(condition)) collect(set)
  }
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (isLeftOut(selection, info)) continue
      if (selection.kind === Kind.FIELD) found.push(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        enter(selection.selectionSet, selection.typeCondition?.name.value)
      else if (!entered.has(selection.name.value)) {
        entered.add(selection.name.value)
        const fragment = info.fragments[selection.name.value]
        enter(fragment?.selectionSet, fragment?.typeCondition.name.value)
      }
    }
  }
  for (const field of fields) collect(field.selectionSet)
  return found
}

function isLeftOut(selection: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean {
  if (!selection.directives || selection.directives.length === 0) return false
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues)
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)
  return skip?.['if'] === true || include?.['if'] === false
}
