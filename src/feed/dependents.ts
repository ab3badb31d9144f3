// Tables whose content depends on rows of other tables: views, and tables whose rows a foreign key deletes or changes, which
// InnoDB does without writing it to the log.
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { FollowedTables, PhysicalTable } from '../database/layout.ts'

export interface RowOf {
  readonly schema: string
  readonly table: string
  readonly before: unknown
  readonly after: unknown
}

export interface TableName {
  readonly schema: string
  readonly table: string
}

export interface Dependents {
  /** The logical tables whose content may change with a row that was inserted, changed or deleted. */
  readonly of: (row: RowOf) => readonly string[]
  /** The tables that others depend on. */
  readonly sources: readonly TableName[]
  /** Views, and tables with expressions, by their logical names, with the tables that they read. */
  readonly views: ReadonlyMap<string, readonly TableName[]>
  /** Logical names of views whose tables cannot be known, so that no change of them is noticed. */
  readonly blind: ReadonlySet<string>
}

export const noDependents: Dependents = { of: () => [], sources: [], views: new Map(), blind: new Set() }

type Happening = 'comes' | 'changes' | 'goes'

interface Dependence {
  readonly on: TableName
  readonly table: string
  readonly when: readonly Happening[]
}

interface Key {
  readonly child: string
  readonly parent: string
  readonly parentSchema: string
  /** Null where the account may not read it. */
  readonly deleteRule: string | null
  readonly updateRule: string | null
}

const viewsDeepMax = 8

export async function readDependents(
  engine: Pick<Engine, 'kysely'>,
  schema: string,
  layout: FollowedTables,
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
  const { views, blind } = await readViews(engine, physical)
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

/** The table, and those that its rows lie in. */
function withParts(table: PhysicalTable): readonly PhysicalTable[] {
  return [table, ...table.parts]
}

/** Logical tables with the tables that the owner's expressions read for them. */
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

/** A table of another schema is named with it: `other.people`. */
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
  const bySource = Map.groupBy(all, ({ on }) => keyOf(on))
  return {
    of: (row) => {
      const found = bySource.get(keyOf(row)) ?? []
      const what = row.before === null ? 'comes' : row.after === null ? 'goes' : 'changes'
      return [...new Set(found.filter(({ when }) => when.includes(what)).map(({ table }) => table))]
    },
    sources: [...bySource.values()].flatMap(([first]) => (first ? [first.on] : [])),
    views,
    blind,
  }
}

function keyOf({ schema, table }: TableName): string {
  return `${schema}.${table}`.toLowerCase()
}

/** Children of children are included, since each is changed with the first. */
export function cascadesOf(
  keys: readonly Key[],
  schema: string,
  logical: ReadonlyMap<string, readonly string[]>,
): readonly Dependence[] {
  const children = Map.groupBy(keys, ({ parent, parentSchema }) =>
    keyOf({ schema: parentSchema, table: parent }),
  )
  return keys.flatMap((key): readonly Dependence[] => {
    const on = { schema: key.parentSchema, table: key.parent }
    const when: readonly Happening[] = [
      ...(isFollowed(key.deleteRule) ? (['goes'] as const) : []),
      ...(isFollowed(key.updateRule) ? (['changes'] as const) : []),
    ]
    const below = new Set<string>()
    const visit = (child: string) => {
      const name = keyOf({ schema, table: child })
      if (below.has(name)) return
      below.add(name)
      for (const next of children.get(name) ?? []) visit(next.child)
    }
    visit(key.child)
    return [...below].flatMap((name) => {
      const tables = logical.get(name.slice(schema.length + 1)) ?? []
      return when.length === 0 ? [] : tables.map((table) => ({ on, table, when }))
    })
  })
}

/** True where a key's rule changes rows; other rules refuse the change of the parent. */
function isFollowed(rule: string | null): boolean {
  return rule !== 'RESTRICT' && rule !== 'NO ACTION'
}

/** An account that may only read sees the keys, but on MariaDB not their rules. */
async function readKeys({ kysely }: Pick<Engine, 'kysely'>, schema: string): Promise<readonly Key[]> {
  const { rows } = await sql<Key>`
    select distinct k.table_name as ${sql.id('child')}, k.referenced_table_name as ${sql.id('parent')},
      k.referenced_table_schema as ${sql.id('parentSchema')}, r.delete_rule as ${sql.id('deleteRule')},
      r.update_rule as ${sql.id('updateRule')}
    from information_schema.key_column_usage k left join information_schema.referential_constraints r
      on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
        and r.table_name = k.table_name
    where k.constraint_schema = ${schema} and k.referenced_table_name is not null`.execute(kysely)
  return rows
}

interface Described {
  readonly schema: string
  readonly table: string
  readonly type: string
  readonly definition: string | null
}

/** The tables below views, through views that read views. */
async function readViews(
  engine: Pick<Engine, 'kysely'>,
  tables: readonly TableName[],
): Promise<{
  readonly views: ReadonlyMap<string, readonly TableName[]>
  readonly blind: ReadonlySet<string>
}> {
  const known = new Map<string, Described>()
  let asked = tables
  for (let deep = 0; deep < viewsDeepMax && asked.length > 0; deep += 1) {
    const found = await describe(engine, asked)
    for (const each of found) known.set(keyOf(each), each)
    asked = found
      .filter(isView)
      .flatMap(tablesRead)
      .filter((each) => !known.has(keyOf(each)))
  }
  const [views, blind] = [new Map<string, readonly TableName[]>(), new Set<string>()]
  for (const table of tables) {
    const described = known.get(keyOf(table))
    if (!described || !isView(described)) continue
    const below = tablesBelow(described, known, viewsDeepMax)
    if (below === null) blind.add(table.table)
    else views.set(table.table, below)
  }
  return { views, blind }
}

/** Null where one of them cannot be known. */
function tablesBelow(
  view: Described,
  known: ReadonlyMap<string, Described>,
  deepest: number,
): readonly TableName[] | null {
  const read = tablesRead(view)
  if (read.length === 0 || deepest === 0) return null
  const below: TableName[] = []
  for (const each of read) {
    const described = known.get(keyOf(each))
    const tables = described && (isView(described) ? tablesBelow(described, known, deepest - 1) : [each])
    if (!tables) return null
    below.push(...tables)
  }
  return below
}

function isView({ type }: Described): boolean {
  return type !== 'BASE TABLE'
}

/**
 * Servers store a view's definition with every table as `schema`.`table`, after `from` or `join`. Empty where the definition
 * may not be read, or calls a stored function, which may read anything.
 */
export function tablesRead({ definition }: Pick<Described, 'definition'>): readonly TableName[] {
  const text = definition ?? ''
  if (/`\s*\(/.test(text)) return []
  return [...text.matchAll(/(?:\bfrom|join)\s*\(*\s*`((?:[^`]|``)+)`\.`((?:[^`]|``)+)`/gi)].map(
    ([, schema = '', table = '']) => ({
      schema: schema.replaceAll('``', '`'),
      table: table.replaceAll('``', '`'),
    }),
  )
}

async function describe(
  { kysely }: Pick<Engine, 'kysely'>,
  tables: readonly TableName[],
): Promise<readonly Described[]> {
  const these = sql.join(tables.map(({ schema, table }) => sql`(${schema}, ${table})`))
  const { rows } = await sql<Described>`
    select t.table_schema as ${sql.id('schema')}, t.table_name as ${sql.id('table')}, t.table_type as ${sql.id('type')},
      v.view_definition as ${sql.id('definition')}
    from information_schema.tables t left join information_schema.views v
      on v.table_schema = t.table_schema and v.table_name = t.table_name
    where (t.table_schema, t.table_name) in (${these})`.execute(kysely)
  return rows
}
