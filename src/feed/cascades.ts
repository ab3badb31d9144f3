// Finds tables whose rows a foreign key deletes or changes together with rows of other tables, which InnoDB does without logging it.
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Dependence, Happening } from './dependents.ts'
import { tableKey } from './table-name.ts'

interface Key {
  readonly child: string
  readonly childSchema: string
  readonly parent: string
  readonly parentSchema: string
  /** Null where the account may not read it. */
  readonly deleteRule: string | null
  readonly updateRule: string | null
}

/** Includes children of children, since a cascade reaches them through the first child. */
export function cascadesOf(
  keys: readonly Key[],
  schema: string,
  logical: ReadonlyMap<string, readonly string[]>,
): readonly Dependence[] {
  const children = Map.groupBy(keys, ({ parent, parentSchema }) =>
    tableKey({ schema: parentSchema, table: parent }),
  )
  const ours = new Map([...logical].map(([table, names]) => [tableKey({ schema, table }), names]))
  return keys.flatMap((key): readonly Dependence[] => {
    const on = { schema: key.parentSchema, table: key.parent }
    const when: readonly Happening[] = [
      ...(isFollowed(key.deleteRule) ? (['goes'] as const) : []),
      ...(isFollowed(key.updateRule) ? (['changes'] as const) : []),
    ]
    const below = new Set<string>()
    const visit = ({ child, childSchema }: Key) => {
      const name = tableKey({ schema: childSchema, table: child })
      if (below.has(name)) return
      below.add(name)
      for (const next of children.get(name) ?? []) visit(next)
    }
    visit(key)
    return [...below].flatMap((name) =>
      when.length === 0 ? [] : (ours.get(name) ?? []).map((table) => ({ on, table, when })),
    )
  })
}

/** True where a key's rule changes rows of the child, or is unknown; other rules refuse the change of the parent. */
function isFollowed(rule: string | null): boolean {
  return rule !== 'RESTRICT' && rule !== 'NO ACTION'
}

/** The most schemas that are read for keys. */
const schemasMax = 20

/** Reads the foreign keys of a schema's tables, and of the other schemas that these refer to. */
export async function readKeys(engine: Pick<Engine, 'kysely'>, schema: string): Promise<readonly Key[]> {
  const keys: Key[] = []
  const asked = new Set([schema])
  for (const each of asked) {
    const found = await keysIn(engine, each)
    keys.push(...found)
    for (const { parentSchema } of found) if (asked.size < schemasMax) asked.add(parentSchema)
  }
  return keys
}

/** An account with SELECT alone sees the keys, but on MariaDB not their rules. */
async function keysIn({ kysely }: Pick<Engine, 'kysely'>, schema: string): Promise<readonly Key[]> {
  const { rows } = await sql<Key>`
    select distinct k.table_name as ${sql.id('child')}, k.table_schema as ${sql.id('childSchema')},
      k.referenced_table_name as ${sql.id('parent')}, k.referenced_table_schema as ${sql.id('parentSchema')},
      r.delete_rule as ${sql.id('deleteRule')}, r.update_rule as ${sql.id('updateRule')}
    from information_schema.key_column_usage k left join information_schema.referential_constraints r
      on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
        and r.table_name = k.table_name
    where k.constraint_schema = ${schema} and k.referenced_table_name is not null`.execute(kysely)
  return rows
}
