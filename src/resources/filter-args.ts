// Arguments that many collections have, and the filters they ask for.
import { Type } from 'typebox'
import { slugToStored, toIdValue, type Filter } from '../database/filter.ts'
import { Id, Ids } from '../registry/args.ts'
import type { FilterArg } from '../registry/resource.ts'
import { filterArg } from '../registry/filter-arg.ts'
import type { Site } from '../site/site.ts'

/** Rows whose column holds one of these ids; of no ids, all rows. */
export function idsArg(column: string, description: string): FilterArg {
  return filterArg(Ids(description), (values) => oneOf(column, values.map(toIdValue)))
}

/** Rows whose column holds none of these ids. */
export function otherIdsArg(column: string, description: string): FilterArg {
  return filterArg(Ids(description), (values) => noneOf(oneOf(column, values.map(toIdValue))))
}

/** Rows whose column holds this id, zero too. */
export function idArg(column: string, description: string): FilterArg {
  return filterArg(Type.Optional(Id(description)), (value) => oneOf(column, [toIdValue(value)]))
}

/** Rows with one of these slugs, which are stored percent-encoded (sanitize_title). */
export function slugsArg(description: string): FilterArg {
  const schema = Type.Optional(Type.Array(Type.String(), { description }))
  return filterArg(schema, (slugs) => oneOf('slug', slugs.map(slugToStored)))
}

/** Rows whose column, a time of the site, lies strictly after or before an instant. */
export function timeArg(kind: 'after' | 'before', column: string, description: string): FilterArg {
  const schema = Type.Optional(Type.String({ format: 'date-time', description }))
  return filterArg(schema, (value, { site }) => [{ kind, column, values: [toLocal(value, site)] }])
}

export function noneOf(filters: readonly Filter[]): readonly Filter[] {
  return filters.length === 0 ? [] : [{ kind: 'none', filters }]
}

export function oneOf(column: string, values: readonly (string | number | bigint)[]): readonly Filter[] {
  return values.length === 0 ? [] : [{ kind: 'in', column, values }]
}

/** A time with a zone in the site's own; one without a zone is in it already (rest_get_date_with_gmt). */
function toLocal(time: string, { timeZone }: Site): string {
  const plain = time.slice(0, 19).replace(/[Tt]/, ' ')
  if (/^\d+-\d+-\d+[Tt ][\d:.]+$/.test(time)) return plain
  const instant = Date.parse(time)
  return Number.isNaN(instant) ? plain : timeZone.toLocal(instant)
}

/** The value of another argument that is a list of texts; none where it is not given. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
