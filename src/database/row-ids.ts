// Finds out by the keys of a table whether the column mapped as id is unique. Two rows with one id would share one address, and each
// other's cache entries. Views and queries have no keys, so nothing is known about their rows.
import type { Server } from './engine.ts'
import { columnsHeld, storedName, type PhysicalTable, type RowFilter } from './layout.ts'
import type { Table } from './tables.ts'

/**
 * `once`: a key makes it unique, together with columns that `where` fixes. `chosen`: no key does, but the server numbers the ids, or
 * `where` takes one row of each. `nullable`: a key does, but the id may be NULL more than once. `shared`: the id is only a part of keys.
 * `unkeyed`: no key contains it.
 */
export type IdEvidence = 'once' | 'chosen' | 'nullable' | 'shared' | 'unkeyed'

/** Tables whose ids identify items. Metadata is found by its owner's id, and options by name. */
const withItems: ReadonlySet<Table> = new Set<Table>(['posts', 'users', 'terms', 'term_taxonomy', 'comments'])

export interface MappedId {
  /** The path in the config file: `posts`, `posts.parts.0`. */
  readonly path: string
  readonly physical: PhysicalTable
  readonly id: string
  readonly evidence: IdEvidence
  /** True where the table has a key or an index, which no view has. */
  readonly isTable: boolean
  /** The columns of the smallest key that contains the id. */
  readonly among: readonly string[]
}

type Keyed = Pick<Server, 'keys' | 'indexes' | 'tables'>

/** The mapped id of a table, or those of its parts; empty where ids identify no items, or are constants. */
export function mappedIds(name: Table, table: PhysicalTable, server: Keyed): readonly MappedId[] {
  if (!withItems.has(name)) return []
  return table.parts.length > 0
    ? table.parts.flatMap((part, nth) => mappedId(`${name}.parts.${nth}`, part, server))
    : mappedId(name, table, server)
}

function mappedId(path: string, physical: PhysicalTable, server: Keyed): readonly MappedId[] {
  const { table, where, columns } = physical
  const stored = storedName(columns.get('id'))
  if (stored === null) return []
  const id = stored.toLowerCase()
  const keys = server.keys.get(table) ?? []
  const having = keys.filter((key) => key.columns.includes(id))
  const held = new Set([id, ...columnsHeld({ ...physical, where: where.filter(hasValues) })])
  const isOnce = keys.some((key) => key.kind !== 'counted' && key.columns.every((column) => held.has(column)))
  const isOneLanguage = where.some(takesOneLanguage)
  const isChosen = having.some(
    ({ kind, columns: parts }) =>
      kind === 'counted' ||
      (isOneLanguage && parts.every((column) => held.has(column) || isLanguage(column))),
  )
  const [among] = having.map((key) => key.columns).toSorted((one, other) => one.length - other.length)
  const isNullable = server.tables.get(table)?.get(id)?.isNullable === true && !where.some(leavesOutNull(id))
  const evidence = isOnce
    ? isNullable
      ? 'nullable'
      : 'once'
    : having.length === 0
      ? 'unkeyed'
      : isChosen
        ? 'chosen'
        : 'shared'
  const isTable = keys.length > 0 || (server.indexes.get(table) ?? []).length > 0
  return [{ path, physical, id: stored, evidence, isTable, among: among ?? [] }]
}

/** True for a condition without NULL, of which a unique key may contain several. */
function hasValues({ values }: RowFilter): boolean {
  return !values.includes(null)
}

/** Returns a test for conditions that exclude rows without an id. */
function leavesOutNull(id: string): (filter: RowFilter) => boolean {
  return ({ column, isNot, values }) => column.toLowerCase() === id && isNot === values.includes(null)
}

function takesOneLanguage({ column, isNot, values }: RowFilter): boolean {
  return !isNot && values.length === 1 && Number(values[0]) === 1 && isLanguageFlag(column)
}

/** True for a column with the language of the row. */
function isLanguage(column: string): boolean {
  return /lang|locale|culture/i.test(column)
}

/** True for a flag that is 1 in one of the rows with the same content in several languages, as in Drupal. */
export function isLanguageFlag(column: string): boolean {
  return /(?:default_?langcode|is_?default_?(?:language|locale))$/i.test(column)
}

/** Returns a sentence about an id because of which a start is refused; null where it is not. */
export function whyShared({ path, physical: { table }, id, evidence, among }: MappedId): string | null {
  if (evidence !== 'shared') return null
  const key = among.map((column) => (column === '' ? 'an expression' : column)).join(', ')
  const others = among.filter((column) => !['', id.toLowerCase()].includes(column)).join(', ')
  const fix = among.includes('') ? 'Map' : `Fix ${others} by tables.${path}.where, map`
  return `layout: tables.${path}.columns.id is ${table}.${id}, which is in no key but (${key}): two rows may have one id. ${fix} a column that is a key by itself, or make one of a query (docs/legacy.md#keys).`
}

/** Returns a sentence about an id that no key contains, or that may be NULL; null where neither is so. */
export function whyDoubtful({ path, physical: { table }, id, evidence, isTable }: MappedId): string | null {
  if (evidence === 'nullable')
    return `${table}.${id} may be NULL: rows without an id share the id 0. Leave them out by tables.${path}.where: { "${id}": { "not": null } } (docs/legacy.md#keys).`
  return evidence === 'unkeyed' && isTable
    ? `${table} has no key on ${id}: of two rows with one id one is shown for the other (docs/legacy.md#keys).`
    : null
}
