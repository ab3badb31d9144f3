// Reads the members of clients' `where` by type: a value of another type counts as absent.
import type { Filter, Scalar } from '../database/filter.ts'
import { toIdValue } from '../database/filter.ts'
import type { Where } from './connection.ts'
import { rowIdIn } from './ids.ts'

/** The text of an argument; null where it is absent or empty. */
export function textIn(where: Where, name: string): string | null {
  const value = where[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export function wholeIn(where: Where, name: string): number | null {
  const value = where[name]
  return typeof value === 'number' ? value : null
}

/** Null where the argument is absent or an empty list. */
export function textsIn(where: Where, name: string): readonly string[] | null {
  const value = where[name]
  const list: readonly unknown[] | null = Array.isArray(value) ? value : null
  return list === null || list.length === 0 ? null : list.filter((each) => each !== null).map(String)
}

/** Ids of rows, as numbers or as global ids of the kind; values that are neither are left out. */
export function idsIn(where: Where, name: string, kind: string): readonly Scalar[] | null {
  const texts = textsIn(where, name)
  return texts && texts.flatMap((text) => rowIdIn(text, kind) ?? []).map((id) => toIdValue(id))
}

/** A single id; -1, which no row has, where the value is no id. */
export function idIn(where: Where, name: string, kind: string): Scalar | null {
  const value = where[name]
  if (value === null || value === undefined || value === '') return null
  const id = rowIdIn(value, kind)
  return id === null ? -1 : toIdValue(id)
}

export function oneOf(column: string, values: readonly Scalar[] | null): readonly Filter[] {
  return values === null ? [] : [{ kind: 'in', column, values }]
}

export function noneOf(column: string, values: readonly Scalar[] | null): readonly Filter[] {
  return values === null || values.length === 0
    ? []
    : [{ kind: 'none', filters: [{ kind: 'in', column, values }] }]
}

export function just(column: string, value: Scalar | null): readonly Filter[] {
  return value === null ? [] : [{ kind: 'in', column, values: [value] }]
}

export const none: Filter = { kind: 'in', column: 'id', values: [] }
