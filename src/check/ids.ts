// Checks that ids are unique where no key ensures it: two rows with one id would be one item. Keys may be missing from the owner's
// queries, views, tables whose `where` selects one row of each, and tables that lost their primary key, as in a broken import.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { mappedIds, whyDoubtful } from '../database/row-ids.ts'
import { textOf, type Table } from '../database/tables.ts'
import { good, printable, warning, type Finding, type Looking } from './finding.ts'

/** `there`: the conditions that rows of a table must meet to be served. */
export async function checkIds(
  { ask, layout, server }: Pick<Looking, 'ask' | 'layout' | 'server'>,
  there: (table: Table) => readonly RawBuilder<SqlBool>[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, whole] of layout)
    for (const mapped of mappedIds(name, whole, server)) {
      const { physical, id, evidence } = mapped
      const isPart = physical !== whole
      if (evidence === 'once') continue
      const rows = [sql<SqlBool>`1 = 1`, ...there(name)]
      const [twice] =
        isPart || evidence === 'nullable'
          ? []
          : await ask(sql`
              select ${sql.ref(id)} as id from ${sql.table(physical.table)} as ${sql.id(name)}
              where ${sql.join(rows, sql` and `)} group by ${sql.ref(id)} having count(*) > 1 limit 1`)
      const twiceIn = twice && printable(textOf(twice, 'id'))
      const doubt = whyDoubtful(mapped)
      if (twiceIn !== undefined)
        findings.push(
          warning(
            physical.query === null
              ? `${physical.table} has no key on ${id} alone, and several rows with the id ${twiceIn}, of which one is shown: where can fix the other columns of a key (docs/legacy.md).`
              : `tables.${name}.query has several rows with the id ${twiceIn}, of which one is shown: give each part ids of its own.`,
          ),
        )
      else if (doubt !== null) findings.push(warning(doubt))
      else if (physical.query !== null)
        findings.push(good(`Rows of tables.${name}.query have ids of their own.`))
    }
  return findings
}
