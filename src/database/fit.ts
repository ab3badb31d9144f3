// Fits a layout to the tables and columns of a server: optional ones may be missing, and existing ones must have types that the database
// compares as Lectern does.
import { noPosts, StartError } from '../core/start-error.ts'
import { kindOf, refersTo, storedKinds, type ColumnKind } from './column-kinds.ts'
import type { Server } from './engine.ts'
import { unfitFilters, unfound, unlikeIds, unmappedOf, withStored, withTextConstants } from './fit-names.ts'
import { storedName, type Constant, type Layout, type PhysicalTable } from './layout.ts'
import { mappedIds, whyDoubtful, whyShared } from './row-ids.ts'
import { defaults, withStandIns, type Default } from './stand-ins.ts'
import type { StoredColumn } from './stored-column.ts'
import type { Table } from './tables.ts'

export interface Fitted {
  readonly layout: Layout
  /** Optional tables and columns that are missing, by physical names: `table wp_terms`, `column wp_posts.guid`. */
  readonly missing: readonly string[]
  /** Sentences about tables whose ids no key makes unique. */
  readonly doubts: readonly string[]
}

/** The reason why the gateway cannot serve: the physical name of what is missing, or sentences about columns of the wrong type. */
export type Unfit = { readonly lacking: string } | { readonly mismatched: readonly string[] }

type Described = Pick<Server, 'tables' | 'queryProblems' | 'storedNames' | 'keys' | 'indexes'>

/** Returns the part of the layout that the server has. */
export function fit(wanted: Layout, server: Described): Fitted | Unfit {
  const layout = asStored(wanted, server)
  const { tables } = server
  const fitted = new Map<Table, PhysicalTable>()
  const missing: string[] = []
  const mismatched: string[] = []
  for (const [name, physical] of layout) {
    const { table, columns, named } = physical
    const there = tables.get(table)
    const standIns: ReadonlyMap<string, Default> = new Map(Object.entries<Default>(defaults[name]))
    const absent = [...columns].flatMap(([logical, stored]) => {
      const column = storedName(stored)
      return column !== null && !there?.has(column.toLowerCase()) ? [[logical, column] as const] : []
    })
    const parts = fittedParts(name, physical, server)
    const misnamed = [...parts.mismatched, ...unfound(name, physical, server)]
    // A union of mismatched parts is invalid SQL, whose error would add nothing
    mismatched.push(...(parts.mismatched.length > 0 ? parts.mismatched : misnamed))
    if (misnamed.length > 0) continue
    const lacking = absent.find(([logical]) => !standIns.has(logical))
    if (there && !lacking) {
      missing.push(
        ...absent.flatMap(([logical, column]) =>
          extraColumns.has(`${name}.${logical}`) ? [] : [`column ${table}.${column}`],
        ),
      )
      const logicals = absent.map(([logical]) => logical)
      const typed = withTypes(
        name,
        { ...physical, parts: parts.tables, columns: withStandIns(columns, logicals, standIns) },
        there,
      )
      mismatched.push(...typed.mismatched)
      fitted.set(name, typed.table)
      continue
    }
    const what = there && lacking ? `column ${table}.${lacking[1]}` : `table ${table}`
    if (name === 'posts' && there && named.size > 0)
      mismatched.push(
        unmappedOf(
          table,
          absent.map(([logical]) => logical).filter((logical) => !standIns.has(logical)),
          there,
        ),
      )
    else if (name === 'posts') return { lacking: what }
    else if (!extra.has(name)) missing.push(what)
  }
  const asParts = (fitted.get('posts')?.parts ?? []).map((part) => new Map(fitted).set('posts', part))
  mismatched.push(...new Set([fitted, ...asParts].flatMap(unlikeIds)))
  const ids = [...fitted].flatMap(([name, table]) => mappedIds(name, table, server))
  mismatched.push(...ids.flatMap((id) => whyShared(id) ?? []))
  const doubts = new Set(ids.flatMap((id) => whyDoubtful(id) ?? []))
  return mismatched.length > 0
    ? { mismatched }
    : { layout: withTextConstants(fitted), missing, doubts: [...doubts] }
}

/** Spells the layout's tables as the server stores them, and so as its log names them. */
function asStored(layout: Layout, { storedNames: names }: Described): Layout {
  if (names === undefined) return layout
  const stored = (table: string) => names.get(table.toLowerCase()) ?? table
  const renamed = (physical: PhysicalTable): PhysicalTable => ({
    ...physical,
    table: stored(physical.table),
    reads: physical.reads.map(stored),
    parts: physical.parts.map(renamed),
  })
  return new Map([...layout].map(([name, physical]) => [name, renamed(physical)]))
}

/** The parts of a table, each as far as the server has it, with sentences about mismatches. */
function fittedParts(
  name: Table,
  { parts }: PhysicalTable,
  server: Described,
): { readonly tables: readonly PhysicalTable[]; readonly mismatched: readonly string[] } {
  const found = parts.map((part, nth) => {
    const misnamed = unfound(`${name}.parts.${nth}`, part, server)
    const there = server.tables.get(part.table)
    return there && misnamed.length === 0
      ? withTypes(name, part, there)
      : { table: part, mismatched: misnamed }
  })
  return {
    tables: found.map(({ table }) => table),
    mismatched: found.flatMap(({ mismatched }) => mismatched),
  }
}

/** Tables of metadata alone: where one is absent, no content is missing. */
const extra: ReadonlySet<Table> = new Set<Table>(['termmeta', 'commentmeta'])

/** Columns that only tables of a network have. */
const extraColumns: ReadonlySet<string> = new Set(['users.spam'])

/** Throws a StartError where the layout does not fit. */
export function fitOrThrow(layout: Layout, server: Described): Fitted {
  const fitted = fit(layout, server)
  if ('lacking' in fitted) throw noPosts(fitted.lacking)
  if ('mismatched' in fitted) throw new StartError(fitted.mismatched.join(' '))
  return fitted
}

/** The reason why content cannot be served from a server; null where it can. */
export function whyUnfit(layout: Layout, server: Described): string | null {
  const fitted = fit(layout, server)
  if ('lacking' in fitted) return `it has no ${fitted.lacking}`
  return 'mismatched' in fitted ? fitted.mismatched.join(' ') : null
}

interface Typed {
  readonly table: PhysicalTable
  readonly mismatched: readonly string[]
}

/** Checks the types of a table's columns, and lists those that the database compares otherwise than Lectern does. */
function withTypes(name: Table, physical: PhysicalTable, there: ReadonlyMap<string, StoredColumn>): Typed {
  const { table } = physical
  const columns = new Map(physical.columns)
  const nullable = new Set<string>()
  const castToText = new Set<string>()
  const textIds = new Set<string>()
  const mismatched: string[] = [...unfitFilters(name, physical, there)]
  for (const [logical, column] of physical.columns) {
    const kind = kindOf(`${name}.${logical}`)
    if (typeof column === 'object' && 'sql' in column) {
      nullable.add(logical)
      continue
    }
    if (typeof column === 'object' && 'constant' in column) {
      if (!isOfKind(column, kind))
        mismatched.push(
          `${name}.${logical} is compared with ${valuesOf[kind]}, but the layout gives it the constant ${JSON.stringify(column.constant)}.`,
        )
      continue
    }
    const stored = there.get((storedName(column) ?? '').toLowerCase())
    if (stored === undefined) continue
    if (stored.isNullable && logical !== 'id') nullable.add(logical)
    if (typeof column === 'object') {
      const fitted = withStored(column, stored)
      if (typeof fitted === 'object') columns.set(logical, fitted)
      else mismatched.push(`${name}.${logical}: ${table}.${column.column} is ${stored.type}, ${fitted}.`)
      continue
    }
    if (refersTo(name, logical) !== undefined && isTextId(stored)) textIds.add(logical)
    else if (!storedKinds[kind].has(stored.kind))
      mismatched.push(
        `${name}.${logical} is compared with ${valuesOf[kind]}, but ${table}.${column} is ${stored.type}: ${remedies[kind]} (docs/legacy.md).`,
      )
    else if (kind === 'text' && !['text', 'any'].includes(stored.kind)) castToText.add(logical)
  }
  return { table: { ...physical, columns, nullable, castToText, textIds }, mismatched }
}

/** True for ids of text; addresses and JSON cannot hold ids of bytes. */
function isTextId({ kind, type }: StoredColumn): boolean {
  return kind === 'text' && !/binary|blob/i.test(type)
}

const remedies: Readonly<Record<ColumnKind, string>> = {
  integer: 'map the table to a view that has integers there, or texts for ids',
  time: "say how they are stored ({ column, as: 'unix-seconds' }), or map the table to a view that has dates there",
  text: 'map the table to a view that has text there',
  word: "say what its values mean ({ column, values: { 1: 'publish' } }), or map the table to a view that has words there",
}

const valuesOf: Readonly<Record<ColumnKind, string>> = {
  integer: 'integers',
  time: 'dates',
  text: 'text',
  word: 'words',
}

/** True where a constant has the kind: servers take a word for 0 in constants too. */
function isOfKind({ constant }: Constant, kind: ColumnKind): boolean {
  return kind === 'integer' ? /^-?\d+$/.test(String(constant)) : typeof constant === 'string'
}
