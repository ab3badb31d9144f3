// Which fields a document selects below a field, through fragments: what is not selected is not read.
import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/** The names selected at the end of `path`; a field that @skip leaves out may be among them. */
export function selectedNames(info: GraphQLResolveInfo, path: readonly string[]): ReadonlySet<string> {
  const at = path.reduce<readonly FieldNode[]>(
    (fields, name) => fieldsBelow(fields, info).filter((field) => field.name.value === name),
    info.fieldNodes,
  )
  return new Set(fieldsBelow(at, info).map((field) => field.name.value))
}

/** Each fragment is entered once, however often it is spread (CollectFields of the specification). */
function fieldsBelow(fields: readonly FieldNode[], info: GraphQLResolveInfo): readonly FieldNode[] {
  const found: FieldNode[] = []
  const entered = new Set<string>()
  const collect = (selections: SelectionSetNode | undefined): void => {
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.FIELD) found.push(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else if (!entered.has(selection.name.value)) {
        entered.add(selection.name.value)
        collect(info.fragments[selection.name.value]?.selectionSet)
      }
    }
  }
  for (const field of fields) collect(field.selectionSet)
  return found
}
