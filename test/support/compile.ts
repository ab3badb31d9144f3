// Plans compiled as the gateway compiles them, for tests of their SQL.
import assert from 'node:assert/strict'
import type { CompiledQuery } from 'kysely'
import { boundedMap } from '../../src/cache/bounded-map.ts'
import { parseAddress } from '../../src/database/address.ts'
import type { Engine } from '../../src/database/engine.ts'
import { fitOrThrow } from '../../src/database/fit.ts'
import { wordpress, type Layout } from '../../src/database/layout.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createCompile } from '../../src/sql/compile.ts'
import type { Visibility } from '../../src/database/filter.ts'
import { createIndexes, type Indexes } from '../../src/optimizer/indexes.ts'
import type { ReadPlan } from '../../src/plan/plan.ts'
import { resources } from './resources.ts'
import { ruleNamed } from '../../src/planner/visibility.ts'

const limits = { connectionsMax: 2, queriesWaitingMax: 10, queryTimeoutMs: 5000 }

export async function withCompile(
  url: string,
  prefix: string,
  use: (compile: (plan: ReadPlan) => CompiledQuery, engine: Engine, indexes: Indexes) => Promise<void>,
  wanted: Layout = wordpress(prefix),
): Promise<void> {
  const address = parseAddress(url)
  assert(address !== null)
  const engine = openDatabase(address, limits)
  try {
    const server = await engine.inspect()
    const { layout } = fitOrThrow(wanted, server)
    const ruleOf = ({ resource, rule }: Visibility) => {
      const found = resources.get(resource)
      assert(found !== undefined)
      return ruleNamed(found, rule)
    }
    const compile = createCompile({
      ...engine,
      layout,
      ruleOf,
      kept: boundedMap(10),
    })
    await use((plan) => compile(plan).query, engine, createIndexes(layout, server))
  } finally {
    await engine.close()
  }
}
