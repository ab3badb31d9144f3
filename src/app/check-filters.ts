// The declared filters that `lectern check` looks at: those of the config file and of extensions.
import { checkFilters } from '../check/filters.ts'
import type { Finding, Looking } from '../check/finding.ts'
import type { Engine } from '../database/engine.ts'
import { allowedFor } from '../optimizer/declared-steps.ts'
import { hasIndex } from '../optimizer/filter-index.ts'
import { createIndexes } from '../optimizer/indexes.ts'
import type { Config } from '../settings/config.ts'
import { loadDefinitions } from './definitions.ts'

export async function filterFindings(
  looking: Looking,
  config: Config,
  engine: Engine,
): Promise<readonly Finding[]> {
  const { layout, server } = looking
  const { resources } = await loadDefinitions(config, { layout, engines: [engine], observe: () => {} })
  const all = resources.flatMap(({ filters = [] }) => filters)
  const indexes = createIndexes(layout, server)
  return checkFilters(looking, {
    filters: all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at),
    hasIndex: (by) => hasIndex(by, indexes),
    allowedFor,
  })
}
