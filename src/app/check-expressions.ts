// SQL expressions of the owner's layout and of extensions, which `lectern check` tries on the database as a start does.
import { boundedMap } from '../cache/bounded-map.ts'
import { problem, type Finding, type Looking } from '../check/finding.ts'
import type { Engine } from '../database/engine.ts'
import { computedProblem } from '../extensions/computed-check.ts'
import { ruleNamed } from '../planner/visibility.ts'
import type { Config } from '../settings/config.ts'
import { createCompile } from '../sql/compile.ts'
import { named } from './check-queries.ts'
import { loadDefinitions } from './definitions.ts'
import { localZoneOf } from './room-options.ts'

/** Rejects with a StartError where definitions are refused without a look at the database. */
export async function expressionFindings(
  { dialect, layout }: Looking,
  config: Config,
  engine: Engine,
): Promise<readonly Finding[]> {
  const loaded = await loadDefinitions(config, { layout, engines: [engine], observe: () => {} })
  const resources = new Map(loaded.resources.map((resource) => [resource.name, resource]))
  const compile = createCompile({
    kysely: engine.kysely,
    dialect,
    layout,
    localZone: localZoneOf(config),
    ruleOf: ({ resource, rule }) => ruleNamed(named(resources, resource), rule),
    computed: new Map(loaded.resources.flatMap(({ computed = {} }) => Object.entries(computed))),
    kept: boundedMap(100),
  })
  const found = await computedProblem(loaded.extensions, { engine, compile, resources, layout })
  return found === null ? [] : [problem(found.broken)]
}
