// Arguments that many collections share, and their filters.
import { Type } from 'typebox'
import { keyText } from '../core/key-text.ts'
import type { Table } from '../core/table-names.ts'
import { storedSlugs, toIdValue, toIdValues, type Filter } from '../database/filter.ts'
import type { Integer } from '../database/tables.ts'
import { checkedArg, Id, Ids } from '../registry/args.ts'
import type { FilterArg } from '../registry/resource.ts'
import { filterArg } from '../registry/filter-arg.ts'

/** Filters rows by ids in a column; an empty list matches all rows. */
export function idsArg(column: string, idOf: Table, description: string): FilterArg {
  return filterArg(Ids(description, idOf), (values) => oneOf(column, toIdValues(values)))
}

/** Excludes rows by ids in a column. */
export function otherIdsArg(column: string, idOf: Table, description: string): FilterArg {
  return filterArg(Ids(description, idOf), (values) => noneOf(oneOf(column, toIdValues(values))))
}

/** Filters rows by one id in a column, which may be 0. */
export function idArg(column: string, idOf: Table, description: string): FilterArg {
  return filterArg(Type.Optional(Id(description, { idOf })), (value) => oneOf(column, [toIdValue(value)]))
}

/** Filters rows by a number in a column, without its sign (absint). */
export function numberArg(column: string, description: string): FilterArg {
  const schema = Type.Optional(Type.Unsafe<Integer>({ exact: 'integer', description }))
  return filterArg(schema, (value) => oneOf(column, [toIdValue(String(value).replace('-', ''))]))
}

/** Filters rows by slugs: by the slug that WordPress looks up for each requested one, and by stored spellings of the requested one. */
export function slugsArg(
  soughtOf: (asked: string, language: string) => string,
  description: string,
): FilterArg {
  const schema = Type.Optional(Type.Array(Type.String(), { description }))
  return filterArg(schema, (slugs, { site }) => {
    const language = site.option('WPLANG') ?? ''
    const sought = slugs.flatMap((asked) => [soughtOf(asked, language), ...storedSlugs(asked)])
    return oneOf('slug', [...new Set(sought)])
  })
}

/** Filters rows whose column, a local time, is strictly after or before an instant. */
export function timeArg(kind: 'after' | 'before', column: string, description: string): FilterArg {
  const schema = Type.Optional(Type.String({ format: 'date-time', description }))
  const arg = filterArg(schema, (value, { site }) => [
    { kind, column, values: [site.timeZone.stored(value)] },
  ])
  return { ...arg, column }
}

/** Filters rows by a key, which is sanitized first (sanitize_key). */
export function keyArg(
  initial: string,
  description: string,
  filters: (key: string) => readonly Filter[],
): FilterArg {
  const sanitize = (given: unknown) => keyText(String(given))
  return filterArg(
    checkedArg(Type.String({ default: initial, description, early: true }), { sanitize }),
    filters,
  )
}

export function noneOf(filters: readonly Filter[]): readonly Filter[] {
  return filters.length === 0 ? [] : [{ kind: 'none', filters }]
}

export function oneOf(column: string, values: readonly (string | number | bigint)[]): readonly Filter[] {
  return values.length === 0 ? [] : [{ kind: 'in', column, values }]
}

/** The texts in another argument's value; none where the argument is absent. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
