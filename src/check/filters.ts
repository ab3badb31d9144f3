// Checks the filters that an owner declares: their indexes, and how many rows they read.
import { sql } from 'kysely'
import type { Compared, DeclaredFilter } from '../database/declared-filter.ts'
import { columnIn, storedName, type Layout } from '../database/layout.ts'
import { columnOf } from '../database/source.ts'
import { textOf } from '../database/tables.ts'
import { advice, good, warning, type Finding, type Looking } from './finding.ts'
import { createIndexStatements } from './index-statements.ts'
import { people } from './rows.ts'

export interface FilterOptions {
  readonly filters: readonly DeclaredFilter[]
  readonly hasIndex: (by: Compared) => boolean
  /** The number of rows that a filter may read by its index. */
  readonly allowedFor: (by: Compared) => number
}

export async function checkFilters(
  looking: Looking,
  { filters, hasIndex, allowedFor }: FilterOptions,
): Promise<readonly Finding[]> {
  if (filters.length === 0) return [good('No filters are declared.')]
  const findings: Finding[] = []
  for (const { name, by } of filters) {
    if (!hasIndex(by)) findings.push(await withoutIndex(looking, name, by))
    else if ('column' in by.on) findings.push(good(`${name} has an index on its column.`))
    else findings.push(await ofKey(looking, name, by.on.meta, allowedFor(by)))
  }
  return findings
}

async function withoutIndex(looking: Looking, name: string, { on, scanMax }: Compared): Promise<Finding> {
  const wanted =
    'meta' in on
      ? (['postmeta.key'] as const)
      : (['posts.type', 'posts.status', columnOf('posts', on.column)] as const)
  const columns = wanted
    .map((column) => storedName(columnIn(looking.layout, column)))
    .filter((column) => column !== null)
  const table = tableIn(looking.layout, 'meta' in on ? 'postmeta' : 'posts')
  const statements =
    columns.length === wanted.length ? await createIndexStatements(looking).inOrder(table, columns) : []
  return warning(
    `${name} has no index: lists by it are refused (filter_needs_scan) above ${people(Math.max(5000, scanMax))} posts, unless the newest fill them.`,
    ...statements,
  )
}

async function ofKey({ ask, layout }: Looking, name: string, key: string, allowed: number): Promise<Finding> {
  const column = storedName(columnIn(layout, 'postmeta.key')) ?? ''
  const [found = {}] = await ask(sql`
    select count(*) as rows_there from (
      select 1 from ${sql.table(tableIn(layout, 'postmeta'))} where ${sql.ref(column)} = ${key} limit ${sql.lit(allowed + 1)}
    ) as found`)
  const rows = Number(textOf(found, 'rows_there'))
  if (rows <= allowed)
    return good(`${name} is found by the index on keys: ${people(rows)} rows are under ${key}.`)
  return advice(
    `${name}: more than ${people(allowed)} rows are under ${key}. Lists by it, and their totals, are refused (filter_needs_scan) where the newest posts do not fill them; scanMax of the filter allows more.`,
  )
}

function tableIn(layout: Layout, table: 'posts' | 'postmeta'): string {
  return layout.get(table)?.table ?? ''
}
