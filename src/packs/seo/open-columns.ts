// Leaves out rows and columns that the owner closed, before a pack makes values of them.
import { addressColumns, textOf, type ResourceDefinition, type Row } from '../../index.ts'

/** Columns from which links are made: a link reveals their values anyway. */
const linked: ReadonlySet<string> = new Set([...addressColumns, 'taxonomy'])

type Closable = Pick<ResourceDefinition, 'closed'>

export function openColumns({ closed }: Closable, columns: readonly string[]): readonly string[] {
  return columns.filter((column) => linked.has(column) || closed?.has(column) !== true)
}

/** Rows of the kinds that the gateway serves, each without the columns that the owner closed for its kind. */
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
