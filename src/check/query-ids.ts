// Checks that rows of the owner's queries have ids of their own: two with one id would be one item.
import { sql } from 'kysely'
import { storedName } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import { good, printable, warning, type Finding, type Looking } from './finding.ts'

export async function checkQueryIds({
  ask,
  layout,
}: Pick<Looking, 'ask' | 'layout'>): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, { table, query, columns }] of layout) {
    const id = storedName(columns.get('id'))
    if (query === null || id === null) continue
    const [twice] = await ask(sql`
      select ${sql.ref(id)} as id from ${sql.table(table)} group by ${sql.ref(id)} having count(*) > 1 limit 1`)
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
