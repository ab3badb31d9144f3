// Checks that rows have ids of their own: two with one id would be one item. Queries of the owner's may lack them, and tables whose primary
// key was lost, as by a broken import.
import { sql } from 'kysely'
import { storedName } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import { good, printable, warning, type Finding, type Looking } from './finding.ts'

export async function checkIds({
  ask,
  layout,
  server,
  dialect,
}: Pick<Looking, 'ask' | 'layout' | 'server' | 'dialect'>): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, { table, query, columns, parts }] of layout) {
    const id = storedName(columns.get('id'))
    if (id === null || parts.length > 0) continue
    const indexes = server.indexes.get(table) ?? []
    const isKeyed =
      dialect.name === 'sqlite' || indexes.some(({ columns: [first] }) => first === id.toLowerCase())
    if (query === null && isKeyed) continue
    const [twice] = await ask(sql`
      select ${sql.ref(id)} as id from ${sql.table(table)} group by ${sql.ref(id)} having count(*) > 1 limit 1`)
    const twiceIn = twice && printable(textOf(twice, 'id'))
    if (query === null) {
      if (twiceIn !== undefined)
        findings.push(
          warning(
            `${table} has no key on ${id}, and several rows with the id ${twiceIn}, of which one is shown.`,
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
