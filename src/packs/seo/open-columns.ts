// Rows that a pack's values may be made of: the owner may have closed what they say.
import { addressColumns, textOf, type ResourceDefinition, type Row } from '../../index.ts'

/** Links are made of these, and say them. */
const linked: ReadonlySet<string> = new Set([...addressColumns, 'taxonomy'])

type Closable = Pick<ResourceDefinition, 'closed'>

export function openColumns({ closed }: Closable, columns: readonly string[]): readonly string[] {
  return columns.filter((column) => linked.has(column) || closed?.has(column) !== true)
}

/** Rows of the kinds that are served, each without what is closed of its own. */
export function openRows(
  rows: readonly Row[],
  by: 'type' | 'taxonomy',
  served: readonly { readonly resource: Closable & Pick<ResourceDefinition, 'name'> }[],
): readonly Row[] {
  const kinds = new Map(served.map(({ resource }) => [resource.name, resource]))
  return rows.flatMap((row) => {
    const kind = kinds.get(textOf(row, by))
    if (kind === undefined) return []
    const open = new Set(openColumns(kind, Object.keys(row)))
    return [Object.fromEntries(Object.entries(row).filter(([column]) => open.has(column)))]
  })
}
