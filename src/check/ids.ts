// Checks that rows have ids of their own: two with one id would be one item. Queries of the owner's may lack them, tables whose key is of
// several columns, and those whose primary key was lost, as by a broken import.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { storedName, type RowFilter } from '../database/layout.ts'
import { textOf, type Table } from '../database/tables.ts'
import { good, printable, warning, type Finding, type Looking } from './finding.ts'

/** `there`: the conditions without which rows of a table are not there. */
export async function checkIds(
  { ask, layout, server, dialect }: Pick<Looking, 'ask' | 'layout' | 'server' | 'dialect'>,
  there: (table: Table) => readonly RawBuilder<SqlBool>[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, { table, query, columns, parts, where }] of layout) {
    const id = storedName(columns.get('id'))
    if (id === null || parts.length > 0) continue
    const indexes = (server.indexes.get(table) ?? []).filter(
      ({ columns: [first] }) => first === id.toLowerCase(),
    )
    const isKeyed =
      indexes.length === 0
        ? dialect.name === 'sqlite'
        : indexes.some((index) => index.columns.slice(1).every((column) => isFixed(column, where)))
    if (query === null && isKeyed) continue
    const rows = [sql<SqlBool>`1 = 1`, ...there(name)]
    const [twice] = await ask(sql`
      select ${sql.ref(id)} as id from ${sql.table(table)} as ${sql.id(name)} where ${sql.join(rows, sql` and `)}
      group by ${sql.ref(id)} having count(*) > 1 limit 1`)
    const twiceIn = twice && printable(textOf(twice, 'id'))
    if (query === null) {
      if (twiceIn !== undefined)
        findings.push(
          warning(
            `${table} has no key on ${id} alone, and several rows with the id ${twiceIn}, of which one is shown: where can fix the other columns of a key (docs/legacy.md).`,
          ),
        )
      continue
    }
    findings.push(
      twice
        ? warning(
            `tables.${name}.query has several rows with the id ${printable(textOf(twice, 'id'))}, of which one is shown: give each part ids of its own.`,
          )
        : good(`Rows of tables.${name}.query have ids of their own.`),
    )
  }
  return findings
}

function isFixed(column: string, where: readonly RowFilter[]): boolean {
  return where.some(
    (filter) => filter.column.toLowerCase() === column && !filter.isNot && filter.values.length === 1,
  )
}
