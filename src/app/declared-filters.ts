// Adds the filters that the config file and extensions declare to their resources.
import { StartError } from '../core/start-error.ts'
import type { LoadedExtension } from '../extensions/load.ts'
import { withFilter } from '../registry/filter-declaration.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { Config } from '../settings/config.ts'

/** Throws a StartError that names a filter which cannot be declared. */
export function withFilters(
  resources: readonly ResourceDefinition[],
  { filters }: Pick<Config, 'filters'>,
  extensions: readonly LoadedExtension[],
): readonly ResourceDefinition[] {
  const declared = [
    ...filters.map((filter) => ({ from: 'filters', filter })),
    ...extensions.flatMap(({ file, definition }) =>
      (definition.filters ?? []).map((filter) => ({ from: `extension ${file}: filters`, filter })),
    ),
  ]
  return declared.reduce<readonly ResourceDefinition[]>((all, { from, filter }) => {
    const extended = withFilter(all, filter)
    if (typeof extended === 'string') throw new StartError(`${from}: ${extended}`)
    return extended
  }, resources)
}
