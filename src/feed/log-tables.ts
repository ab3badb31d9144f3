// The tables whose events a change feed reads from the log: those of the layout, and those that views among them read.
import { isDeepStrictEqual } from 'node:util'
import type { Engine } from '../database/engine.ts'
import type { FollowedTables } from '../database/layout.ts'
import { noDependents, readDependents, type Dependents } from './dependents.ts'
import type { TableName } from './table-name.ts'
import { orRefused } from './log-end.ts'
import { oursOf, type Ours } from './statements.ts'

export interface LogTables {
  readonly dependents: () => Dependents
  readonly all: () => readonly TableName[]
  /** The same, as statements name them. */
  readonly ours: () => Ours
  /** Tables of the same schema that views read. */
  readonly sources: () => readonly string[]
  /** Reads the views from the database; settles with the known ones where the account may not see them. */
  readonly read: () => Promise<Dependents>
  /** Returns whether other tables are read from now on. */
  readonly use: (dependents: Dependents) => boolean
}

/** Engines that keep rows themselves, so that the server logs each change of them. Tables of others may show what lies elsewhere (`MERGE`). */
export const loggedEngines: ReadonlySet<string> = new Set([
  'innodb',
  'myisam',
  'aria',
  'memory',
  'csv',
  'archive',
  'rocksdb',
])

export function createLogTables(
  engine: Pick<Engine, 'kysely' | 'meaningOf'>,
  schema: string,
  layout: FollowedTables,
): LogTables {
  const physical = [...layout.values()].map(({ table }) => ({ schema, table }))
  let dependents: Dependents = noDependents
  const all = () => [...physical, ...dependents.sources]
  let ours = oursOf(all())
  return {
    dependents: () => dependents,
    all,
    ours: () => ours,
    sources: () => dependents.sources.filter((source) => source.schema === schema).map(({ table }) => table),
    read: async () =>
      (await readDependents(engine, schema, layout, loggedEngines).catch(orRefused(engine))) ?? dependents,
    use: (read) => {
      // The catalogue lists keys in any order
      const isSame = isDeepStrictEqual(new Set(read.sources), new Set(dependents.sources))
      dependents = read
      ours = oursOf(all())
      return !isSame
    },
  }
}
