// Conditions that compare parts of times, as numbers, with a value. No index serves them.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../database/engine.ts'
import type { TimePart, TimeUnit } from '../database/filter.ts'
import { signs } from './compared.ts'

type Sql = RawBuilder<unknown>

export function meetsPart(
  { units, operator }: TimePart,
  time: Sql,
  values: readonly Sql[],
  dialect: Dialect,
): RawBuilder<SqlBool> {
  const [first, ...others] = units.map((unit) => unitOf(time, unit, dialect))
  const part = others.reduce<Sql>((made, next) => sql`(${made}) * 60 + ${next}`, sql`${first}`)
  return sql<SqlBool>`${part} ${sql.raw(signs[operator])} ${sql.join([...values])}`
}

function unitOf(time: Sql, unit: TimeUnit, { seconds }: Dialect): Sql {
  return seconds === 'interval'
    ? sql`${sql.raw(functions[unit])}(${time})`
    : sql`cast(strftime(${sql.lit(formats[unit])}, ${time}) as integer)`
}

const functions: Readonly<Record<TimeUnit, string>> = {
  year: 'year',
  month: 'month',
  day: 'dayofmonth',
  hour: 'hour',
  minute: 'minute',
  second: 'second',
}
const formats: Readonly<Record<TimeUnit, string>> = {
  year: '%Y',
  month: '%m',
  day: '%d',
  hour: '%H',
  minute: '%M',
  second: '%S',
}
