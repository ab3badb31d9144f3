// Derived values that many resources share.
import { Type } from 'typebox'
import { idToJson } from '../core/json.ts'
import { readText } from '../core/plain-text.ts'
import { integerOf, textOf, type Row, type Table } from '../database/tables.ts'
import type { ArgSchema } from '../registry/arg-schema.ts'
import type { TextContexts } from '../registry/content-type.ts'
import type { Context, Derived, Field } from '../registry/field.ts'
import { textFormat, type NodeField, type NodeFieldType } from '../registry/node.ts'
import type { Site } from '../site/site.ts'
import { isZero, toSeconds, toUtcBy } from '../site/time-zone.ts'

export const everywhere: readonly Context[] = ['view', 'embed', 'edit']
export const inEditing: readonly Context[] = ['edit']
export const outsideEmbeds: readonly Context[] = ['view', 'edit']

/** A column's stored text. */
export function stored(column: string): Derived {
  return { columns: [column], value: ({ row }) => textOf(row, column) }
}

export function integer(column: string): Derived {
  return { columns: [column], value: ({ row }) => idToJson(integerOf(row, column)) }
}

/** The schema of a field that holds an id of the table. */
export function idOf(table: Table, more: { readonly default?: 0; readonly served?: ArgSchema } = {}) {
  return Type.Integer({ ...more, idOf: table })
}

/** A local time without its zone, as WordPress prints it. */
export function localTime(column: string): Derived {
  return {
    columns: [column],
    value: ({ row, site }) => (row[column] === null ? null : printed(textOf(row, column), site)),
  }
}

/** A UTC time: the column, or the local time converted to UTC where the column was never set. */
export function utcTime(utcColumn: string, localColumn: string): Derived {
  return {
    columns: [utcColumn, localColumn],
    value: ({ row, site }) => {
      const utc = utcOf(row, utcColumn, localColumn, site)
      if (utc === null) return null
      return isZero(utc) ? zeroBefore(site.timeZone.offsetHoursAt(zeroMs)) : printed(utc, site)
    },
  }
}

/** A UTC time that is not derived from the local time, except where the database has no UTC column. */
export function ownUtcTime(utcColumn: string, localColumn: string): Derived {
  const { columns, value } = utcTime(utcColumn, localColumn)
  return {
    columns,
    value: (input) => {
      const utc = textOf(input.row, utcColumn)
      return utc !== '' && isZero(utc) ? unset : value(input)
    },
  }
}

/**
 * Works as `utcTime` does, except that a time of change in UTC that the database leaves zero is derived from the local time
 * by the site's current offset, as in WordPress.
 */
export function utcTimeOfChange(utcColumn: string, localColumn: string): Derived {
  const { columns, value } = utcTime(utcColumn, localColumn)
  return {
    columns,
    value: (input) => {
      const { row, site } = input
      const utc = textOf(row, utcColumn)
      if (utc === '') return value(input)
      const local = textOf(row, localColumn)
      if (isZero(utc) && row[localColumn] === null) return null
      if (isZero(utc) && isZero(local)) return zeroBefore(site.offsetHoursNow())
      return printed(isZero(utc) ? toUtcBy(site.offsetHoursNow(), local) : utc, site)
    },
  }
}

/**
 * The instant with its zone; the earliest instant where neither column was ever set, and null where there is no time.
 */
export function instant(utcColumn: string, localColumn: string): Derived {
  const value: Derived['value'] = ({ row, site }) => {
    const utc = utcOf(row, utcColumn, localColumn, site)
    return utc === null ? null : `${instantOf(utc)}Z`
  }
  return { columns: [utcColumn, localColumn], value }
}

/** The row's id, for relations that start from the row itself. */
export const rowId: Derived = { columns: ['id'], value: ({ row }) => integerOf(row, 'id') }

/** The id of another row, from a column. */
export function idIn(column: string): Derived {
  return { columns: [column], value: ({ row }) => integerOf(row, column) }
}

export function field(
  name: string,
  contexts: readonly Context[],
  schema: Field['schema'],
  of: Derived,
  texts?: TextContexts,
): Field {
  return { name, contexts, schema, ...of, ...(texts ? { texts } : {}) }
}

export function nodeField(
  name: string,
  type: NodeFieldType,
  description: string,
  of: Derived,
  more: Pick<NodeField, 'cost' | 'isGuarded' | 'args' | 'deprecationReason'> = {},
): NodeField {
  return { name, type, description, ...of, ...more }
}

/** A short text that GraphQL clients may request as HTML or as plain text. */
export function textField(name: string, description: string, of: Derived): NodeField {
  const value: Derived['value'] = (input) => {
    const html = of.value(input)
    return input.args?.['format'] === 'TEXT' && typeof html === 'string' ? readText(html) : html
  }
  return nodeField(name, 'String', description, { ...of, value }, { args: { format: textFormat } })
}

/** The id of a node, with the prefix of its kind. */
export function prefixedId(prefix: string): NodeField {
  return nodeField('id', 'ID!', `Its id, as in \`${prefix}1\`.`, {
    columns: ['id'],
    value: ({ row }) => `${prefix}${integerOf(row, 'id')}`,
  })
}

/** The UTC time; null where UTC is zero and the local column is NULL. */
function utcOf(row: Row, utcColumn: string, localColumn: string, site: Site): string | null {
  const utc = textOf(row, utcColumn)
  if (!isZero(utc)) return toSeconds(utc)
  return row[localColumn] === null ? null : site.timeZone.toUtc(textOf(row, localColumn))
}

function instantOf(time: string): string {
  return isZero(time) ? '0000-01-01T00:00:00' : time.replace(' ', 'T')
}

/** The instant to which PHP resolves an all-zero time. */
const zeroMs = Date.parse('-000001-11-30T00:00:00Z')

/** The text of an all-zero time converted to UTC by an offset: PHP resolves zeros to 30 November of year -1. */
function zeroBefore(offsetHours: number): string {
  // Any year without a leap day gives the same month and day
  const days = toUtcBy(offsetHours, '2001-11-30 00:00:00')
  return `-0001${days.replace(' ', 'T').slice(4)}`
}

/** A time that was never set, as PHP prints its zeros. */
const unset = '-0001-11-30T00:00:00'

/** Prints a time. WordPress prints even UTC times as local ones, for which the hour that clocks skip in spring does not exist (mysql_to_rfc3339). */
function printed(time: string, { timeZone }: Site): string {
  return isZero(time) ? unset : timeZone.shown(time).replace(' ', 'T')
}
