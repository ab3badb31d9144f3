// The change feed that polls the server's catalogue for when tables last changed (information_schema.tables). It needs no privilege, and
// learns the table and the second. Some changes leave that second as it is, but show in other columns of the catalogue.
import { sql } from 'kysely'
import type { Change } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'
import { datesChanges } from '../database/mysql/dates-changes.ts'
import type { FollowedTables } from '../database/layout.ts'
import { noDependents, readDependents, type Dependents } from './dependents.ts'
import { namePairs, tableKey, type TableName } from './table-name.ts'
import { looking, noLog, type Feed } from './feed.ts'
import { orRefused } from './log-end.ts'

export interface PollOptions {
  readonly engine: Pick<Engine, 'kysely' | 'meaningOf'>
  readonly schema: string
  readonly layout: FollowedTables
  readonly everyMs: number
}

/** A table as the catalogue lists it. */
export interface Listed {
  /** The second of the last change, by the server's clock; null where the catalogue has none. */
  readonly second: number | null
  /** True where that second is over: a later change would have a later second. */
  readonly isOver: boolean
  /** Other columns of the catalogue that change with the table: truncating leaves the second as it is on MariaDB. */
  readonly mark: string
  /** Differs after the table was created again, or the view defined again. */
  readonly made: string
}

/** A second is over once another has begun, and its commits are visible a moment later. */
const settlingS = 1.1
/** Storage engines that date each change; other engines date none, or only when they write to the disk (`Aria`). */
export const datedEngines: ReadonlySet<string> = new Set(['innodb', 'myisam'])
/** Settles with why the server's catalogue does not date changes; null where it does. Throws where the server does not answer. */
async function whyUndated({ kysely }: Pick<Engine, 'kysely'>): Promise<string | null> {
  const { rows } = await sql<{ readonly version: string }>`select version() as version`.execute(kysely)
  const [{ version } = { version: '' }] = rows
  return datesChanges(version) ? null : `the server (${version}) does not report the update times of tables`
}

/** The interval of reading which tables views depend on. */
const learnEveryMs = 10_000

export function pollFeed({ engine, schema, layout, everyMs }: PollOptions): Feed {
  let seen: ReadonlyMap<string, Listed> = new Map()
  let dependents: Dependents = noDependents
  let learnedAt = -Infinity

  const look = async (nowMs: number): Promise<readonly Change[]> => {
    if (nowMs - learnedAt > learnEveryMs) {
      const read = await readDependents(engine, schema, layout, datedEngines).catch(orRefused(engine))
      dependents = read ?? dependents
      learnedAt = nowMs
    }
    const of = namesOf(layout, schema, dependents)
    const listed = await list(
      engine,
      [...of.values()].map(({ name }) => name),
      dependents.views.size > 0,
    )
    const changed = new Set<string>()
    for (const [key, { tables }] of of)
      if (isChanged(seen.get(key), listed.get(key))) {
        for (const table of tables) changed.add(table)
        // It may have another engine now, or be a view of other tables
        if (seen.get(key)?.made !== listed.get(key)?.made) learnedAt = -Infinity
      }
    seen = listed
    return [...changed].map((table) => ({ kind: 'table', table }))
  }
  const { start, provenAt, caughtUp, stop } = looking(everyMs, look)
  return {
    name: 'poll',
    start: async (publish) => {
      const reason = await whyUndated(engine).catch(() => null)
      if (reason !== null) return { kind: 'unfit', reason }
      await start(publish)
      return provenAt() === -Infinity ? { kind: 'away', reason: 'the catalogue could not be read' } : null
    },
    provenAt,
    blind: () => dependents.blind,
    logEnd: noLog,
    caughtUp,
    stop,
  }
}

/** True for a table that was created, changed or dropped, or whose last second was not over at the look before. */
export function isChanged(before: Listed | undefined, now: Listed | undefined): boolean {
  if (!before || !now) return before !== now
  return (
    before.second !== now.second || before.mark !== now.mark || before.made !== now.made || !before.isOver
  )
}

interface Looked {
  readonly name: TableName
  /** Logical names of the tables that depend on it. */
  readonly tables: ReadonlySet<string>
}

function namesOf(layout: FollowedTables, schema: string, { views }: Dependents): ReadonlyMap<string, Looked> {
  const looked = new Map<string, { name: TableName; tables: Set<string> }>()
  const add = (name: TableName, table: string) => {
    const key = tableKey(name)
    const found = looked.get(key) ?? { name, tables: new Set() }
    found.tables.add(table)
    looked.set(key, found)
  }
  for (const [logical, { table }] of layout) {
    add({ schema, table }, logical)
    for (const read of views.get(logical) ?? []) add(read, logical)
  }
  return looked
}

interface Row extends TableName {
  readonly second: string | number | null
  readonly mark: string
  readonly made: string
  readonly now: string | number
}

/**
 * Reads the catalogue. Row estimates vary without any change, so `mark` has only whether a table is empty, and the estimate itself for
 * partitions, where nothing else shows changes. A view has no date, and changes with its definition.
 */
async function list(
  { kysely }: Pick<Engine, 'kysely'>,
  names: readonly TableName[],
  hasViews: boolean,
): Promise<ReadonlyMap<string, Listed>> {
  const definition = sql`(select sha2(v.view_definition, 256) from information_schema.views v
    where v.table_schema = t.table_schema and v.table_name = t.table_name)`
  const { rows } = await sql<Row>`
    select table_schema as ${sql.id('schema')}, table_name as ${sql.id('table')},
      unix_timestamp(update_time) as second, unix_timestamp(now(6)) as now,
      concat_ws('/', auto_increment,
        if(create_options like '%partitioned%', table_rows, table_rows = 0)) as mark,
      concat_ws('/', create_time, table_type, ${hasViews ? definition : null}) as made
    from information_schema.tables t where (table_schema, table_name) in (${namePairs(names)})`.execute(
    kysely,
  )
  return new Map(
    rows.map((row) => {
      const second = row.second === null ? null : Number(row.second)
      const isOver = second === null || Number(row.now) - second >= settlingS
      return [tableKey(row), { second, isOver, mark: row.mark, made: row.made }] as const
    }),
  )
}
