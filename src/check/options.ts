// Reads options of WordPress by name.
import { sql } from 'kysely'
import { columnIn } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import type { Looking } from './finding.ts'

type OptionsSource = Pick<Looking, 'ask' | 'layout'>

/** The values of the named options, without those that do not exist. */
export async function readOptions(
  looking: OptionsSource,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const place = placeOf(looking)
  if (place === null) return new Map()
  const { table, name, value } = place
  const rows = await looking.ask(sql`
    select ${name} as name, ${value} as value from ${table} where ${name} in (${sql.join(names)})`)
  return new Map(rows.map((row) => [textOf(row, 'name'), textOf(row, 'value')]))
}

/** The names of these options that exist and are not empty; their values are secrets, and are not read. */
export async function optionsThere(
  looking: OptionsSource,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const place = placeOf(looking)
  if (place === null) return new Set()
  const { table, name, value } = place
  const rows = await looking.ask(sql`
    select ${name} as name from ${table} where ${name} in (${sql.join(names)}) and ${value} <> ''`)
  return new Set(rows.map((row) => textOf(row, 'name')))
}

function placeOf({ layout }: OptionsSource) {
  const options = layout.get('options')
  const [name, value] = [columnIn(layout, 'options.name'), columnIn(layout, 'options.value')]
  if (!options || typeof name !== 'string' || typeof value !== 'string') return null
  return { table: sql.table(options.table), name: sql.ref(name), value: sql.ref(value) }
}
