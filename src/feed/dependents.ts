// Finds tables whose content depends on rows of other tables (views, and children of foreign keys), and tables whose changes the feed
// cannot notice.
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { FollowedTables, PhysicalTable } from '../database/layout.ts'
import { cascadesOf, readKeys } from './cascades.ts'
import { namePairs, tableKey, type TableName } from './table-name.ts'

export interface RowOf {
  readonly schema: string
  readonly table: string
  readonly before: unknown
  readonly after: unknown
}

export interface Dependents {
  /** The logical tables whose content may change when this row is inserted, changed or deleted. */
  readonly of: (row: RowOf) => readonly string[]
  /** The tables that other tables depend on. */
  readonly sources: readonly TableName[]
  /** The tables, intermediate views included, that each view or table with expressions reads, by its logical name. */
  readonly views: ReadonlyMap<string, readonly TableName[]>
  /** Logical names of tables whose changes go unnoticed: views over unknown tables, and tables of engines that the feed cannot follow. */
  readonly blind: ReadonlySet<string>
}

export const noDependents: Dependents = { of: () => [], sources: [], views: new Map(), blind: new Set() }

export type Happening = 'comes' | 'changes' | 'goes'

export interface Dependence {
  readonly on: TableName
  readonly table: string
  readonly when: readonly Happening[]
}

const viewsDeepMax = 8

/** `engines`: storage engines, in lower case, all of whose changes the feed notices. */
export async function readDependents(
  engine: Pick<Engine, 'kysely'>,
  schema: string,
  layout: FollowedTables,
  engines: ReadonlySet<string>,
): Promise<Dependents> {
  const all = [...layout].flatMap(([name, table]) =>
    withParts(table).map((each) => ({ name, table: each.table })),
  )
  const logical = new Map(
    [...Map.groupBy(all, ({ table }) => table.toLowerCase())].map(([table, same]) => [
      table,
      same.map(({ name }) => name),
    ]),
  )
  const physical = all.map(({ table }) => ({ schema, table }))
  const { views, blind } = await readViews(engine, physical, engines)
  const read = readByExpressions(schema, layout)
  const cascades = cascadesOf(await readKeys(engine, schema), schema, logical)
  const named = (table: string): readonly string[] => logical.get(table.toLowerCase()) ?? [table]
  return dependentsOf(
    [
      ...[...views].flatMap(([view, tables]) =>
        named(view).flatMap((table) =>
          tables.map((on): Dependence => ({ on, table, when: ['comes', 'changes', 'goes'] })),
        ),
      ),
      ...[...read].flatMap(([table, tables]) =>
        tables.map((on): Dependence => ({ on, table, when: ['comes', 'changes', 'goes'] })),
      ),
      ...cascades,
    ],
    withRead(
      new Map([...views].flatMap(([view, tables]) => named(view).map((table) => [table, tables] as const))),
      read,
    ),
    new Set([...blind].flatMap(named)),
  )
}

/** The table, and the tables that its rows are stored in. */
function withParts(table: PhysicalTable): readonly PhysicalTable[] {
  return [table, ...table.parts]
}

/** The tables that the owner's SQL expressions read, by logical table. */
function readByExpressions(
  schema: string,
  layout: FollowedTables,
): ReadonlyMap<string, readonly TableName[]> {
  const read = [...layout].map(
    ([name, table]) => [name, withParts(table).flatMap(({ reads }) => reads)] as const,
  )
  const reading = read.filter(([, tables]) => tables.length > 0)
  return new Map(reading.map(([name, tables]) => [name, tables.map((table) => nameIn(schema, table))]))
}

/** A name without a schema belongs to this one; a table of another schema is named `other.people`. */
function nameIn(schema: string, named: string): TableName {
  const at = named.indexOf('.')
  return at < 0 ? { schema, table: named } : { schema: named.slice(0, at), table: named.slice(at + 1) }
}

function withRead(views: Dependents['views'], read: Dependents['views']): Dependents['views'] {
  const names = new Set([...views.keys(), ...read.keys()])
  return new Map([...names].map((name) => [name, [...(views.get(name) ?? []), ...(read.get(name) ?? [])]]))
}

export function dependentsOf(
  all: readonly Dependence[],
  views: Dependents['views'],
  blind: ReadonlySet<string>,
): Dependents {
  const bySource = Map.groupBy(all, ({ on }) => tableKey(on))
  return {
    of: (row) => {
      const found = bySource.get(tableKey(row)) ?? []
      const what = row.before === null ? 'comes' : row.after === null ? 'goes' : 'changes'
      return [...new Set(found.filter(({ when }) => when.includes(what)).map(({ table }) => table))]
    },
    sources: [...bySource.values()].flatMap(([first]) => (first ? [first.on] : [])),
    views,
    blind,
  }
}

interface Described {
  readonly schema: string
  readonly table: string
  readonly type: string
  /** Null for a view, and for a table that cannot be read. */
  readonly engine: string | null
  readonly definition: string | null
}

/** Finds the tables that views read, directly or through other views. */
async function readViews(
  engine: Pick<Engine, 'kysely'>,
  tables: readonly TableName[],
  engines: ReadonlySet<string>,
): Promise<{
  readonly views: ReadonlyMap<string, readonly TableName[]>
  readonly blind: ReadonlySet<string>
}> {
  const known = new Map<string, Described>()
  let asked = tables
  for (let deep = 0; deep < viewsDeepMax && asked.length > 0; deep += 1) {
    const found = await describe(engine, asked)
    for (const each of found) known.set(tableKey(each), each)
    asked = found
      .filter(isView)
      .flatMap(tablesRead)
      .filter((each) => !known.has(tableKey(each)))
  }
  const [views, blind] = [new Map<string, readonly TableName[]>(), new Set<string>()]
  for (const table of tables) {
    const described = known.get(tableKey(table))
    if (!described) continue
    const below = tablesBelow(described, known, engines, viewsDeepMax)
    if (below === null) blind.add(table.table)
    else if (isView(described)) views.set(table.table, below)
  }
  return { views, blind }
}

/** The tables that a view reads, intermediate views included; null where a change of one is not noticed. Empty for a table. */
function tablesBelow(
  described: Described,
  known: ReadonlyMap<string, Described>,
  engines: ReadonlySet<string>,
  deepest: number,
): readonly TableName[] | null {
  if (!isView(described)) return engines.has(described.engine?.toLowerCase() ?? '') ? [] : null
  const read = tablesRead(described)
  if (read.length === 0 || deepest === 0) return null
  const below: TableName[] = []
  for (const each of read) {
    const found = known.get(tableKey(each))
    const tables = found && tablesBelow(found, known, engines, deepest - 1)
    if (!tables) return null
    below.push(each, ...tables)
  }
  return below
}

/** The other types are base tables, and tables with a history (`SYSTEM VERSIONED`). */
function isView({ type }: Described): boolean {
  return type.endsWith('VIEW')
}

/** An identifier in a view's definition: quoted, or bare if the view was created so (`sql_quote_show_create`) and no quotes are needed. */
const name = String.raw`(?:\`(?:[^\`]|\`\`)+\`|[\w$\u0080-\uffff]+)`
const readNames = new RegExp(String.raw`(?:\bfrom|join)\s*\(*\s*(${name})\.(${name})`, 'gi')
const callsFunction = new RegExp(String.raw`\`\s*\(|[\w$\u0080-\uffff\`]\.${name}\s*\(`)

/**
 * Servers store a view's definition with every table as `schema`.`table`, after `from` or `join`. Empty where the account may not read
 * it, or it calls a stored function, which may read any table.
 */
export function tablesRead({ definition }: Pick<Described, 'definition'>): readonly TableName[] {
  const text = definition ?? ''
  if (callsFunction.test(text)) return []
  return [...text.matchAll(readNames)].map(([, schema = '', table = '']) => ({
    schema: unquoted(schema),
    table: unquoted(table),
  }))
}

function unquoted(named: string): string {
  return named.startsWith('`') ? named.slice(1, -1).replaceAll('``', '`') : named
}

async function describe(
  { kysely }: Pick<Engine, 'kysely'>,
  tables: readonly TableName[],
): Promise<readonly Described[]> {
  const { rows } = await sql<Described>`
    select t.table_schema as ${sql.id('schema')}, t.table_name as ${sql.id('table')}, t.table_type as ${sql.id('type')},
      t.engine as ${sql.id('engine')}, v.view_definition as ${sql.id('definition')}
    from information_schema.tables t left join information_schema.views v
      on v.table_schema = t.table_schema and v.table_name = t.table_name
    where (t.table_schema, t.table_name) in (${namePairs(tables)})`.execute(kysely)
  return rows
}
