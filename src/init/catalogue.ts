// Reads a database's catalogue: columns with their types, keys, and estimated numbers of rows. Of the tables themselves it reads
// no more than samples.
import { sql } from 'kysely'
import type { Looking } from '../check/finding.ts'
import { createRowCounts } from '../check/rows.ts'
import type { StoredColumn } from '../database/stored-column.ts'
import { textOf } from '../database/tables.ts'

export interface Described {
  readonly name: string
  readonly columns: ReadonlyMap<string, StoredColumn>
  /** Columns of the primary key, in lower case. */
  readonly key: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
}

export interface ForeignKey {
  /** The referring column, in lower case. */
  readonly column: string
  readonly table: string
  readonly target: string
}

export interface Catalogue {
  readonly tables: readonly Described[]
  /** The estimated number of rows; null for a view. */
  readonly rowsOf: (table: string) => Promise<number | null>
  /** The values of a column in the newest rows, each with its number of rows, the most frequent first. */
  readonly valuesOf: (table: Described, column: string) => Promise<readonly Sampled[]>
}

export interface Sampled {
  readonly value: string | null
  readonly rows: number
}

/** The number of rows in a sample. */
const sampledMax = 1000
/** The number of distinct values that a sample counts. */
const valuesMax = 50

type Asking = Pick<Looking, 'ask' | 'dialect' | 'server'>

export async function readCatalogue({ ask, dialect, server }: Asking): Promise<Catalogue> {
  const isSqlite = dialect.name === 'sqlite'
  const foreign = await ask(
    isSqlite
      ? sql`select m.name as "child", f."from" as "column", f."table" as "parent", coalesce(f."to", 'id') as "target"
          from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
      : sql`select table_name as child, column_name as \`column\`, referenced_table_name as parent,
          referenced_column_name as target from information_schema.key_column_usage
          where table_schema = database() and referenced_table_schema = database()
          order by table_name, constraint_name, ordinal_position`,
  )
  const foreignOf = Map.groupBy(foreign, (row) => textOf(row, 'child'))
  const tables = [...server.tables].map(([name, columns]): Described => {
    const declared = (foreignOf.get(name) ?? []).map((row) => ({
      column: textOf(row, 'column').toLowerCase(),
      table: textOf(row, 'parent'),
      target: textOf(row, 'target').toLowerCase(),
    }))
    const primary = server.keys.get(name)?.find(({ kind }) => kind === 'primary')
    return { name, columns, key: primary?.columns ?? [], foreignKeys: declared }
  })
  return {
    tables,
    rowsOf: createRowCounts({ ask, dialect }),
    valuesOf: async ({ name, key }, column) => {
      const byKey = sql.join(key.map((part) => sql`${sql.ref(part)} desc`))
      const order = key.length > 0 ? sql`order by ${byKey}` : sql``
      const newest = sql`select ${sql.ref(column)} as value from ${sql.table(name)} ${order} limit ${sampledMax}`
      const rows = await ask(sql`
        select value, count(*) as rows_there from (${newest}) as newest group by value
        order by rows_there desc, value limit ${valuesMax}`)
      return rows.map((row) => ({
        value: row['value'] === null ? null : textOf(row, 'value'),
        rows: Number(textOf(row, 'rows_there')),
      }))
    },
  }
}
