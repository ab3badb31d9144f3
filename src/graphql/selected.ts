// Which fields a document selects below a field, through fragments: what is not selected is not read.
import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/** The names selected at the end of `path`; a field that @skip leaves out may be among them. */
export function selectedNames(info: GraphQLResolveInfo, path: readonly string[]): ReadonlySet<string> {
  const at = path.reduce<readonly FieldNode[]>(
    (fields, name) =>
      fields
        .flatMap((field) => fieldsOf(field.selectionSet, info))
        .filter((field) => field.name.value === name),
    info.fieldNodes,
  )
  return new Set(at.flatMap((field) => fieldsOf(field.selectionSet, info)).map((field) => field.name.value))
}

function fieldsOf(selections: SelectionSetNode | undefined, info: GraphQLResolveInfo): readonly FieldNode[] {
  return (selections?.selections ?? []).flatMap((selection) => {
    switch (selection.kind) {
      case Kind.FIELD:
        return [selection]
      case Kind.INLINE_FRAGMENT:
        return fieldsOf(selection.selectionSet, info)
      case Kind.FRAGMENT_SPREAD:
        return fieldsOf(info.fragments[selection.name.value]?.selectionSet, info)
    }
  })
}
