// The tables whose events the binlog feed reads: those of the layout, and those that they depend on.
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
  /** The same tables, as statements name them. */
  readonly ours: () => Ours
  /** Tables of the same schema that views and other tables of the layout depend on. */
  readonly sources: () => readonly string[]
  /** Reads the dependents from the database; settles with the known ones where the account may not see them. */
  readonly read: () => Promise<Dependents>
  /** Takes over dependents; returns true where the set of tables to read has changed. */
  readonly use: (dependents: Dependents) => boolean
}

/**
 * Storage engines that hold rows themselves, so that the server logs each change. Tables of other engines may show rows stored elsewhere
 * (`MERGE`).
 */
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
