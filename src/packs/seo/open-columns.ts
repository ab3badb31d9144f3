// Columns of content that a pack's values may be made of: the owner may have closed its texts.
import type { ResourceDefinition } from '../../index.ts'

const texts: ReadonlySet<string> = new Set(['title', 'content', 'excerpt'])

/** A text that is closed is not searched either. */
export function openColumns(
  { search }: Pick<ResourceDefinition, 'search'>,
  columns: readonly string[],
): readonly string[] {
  return columns.filter((column) => !texts.has(column) || search.columns.includes(column))
}
