// Compiles an instant: the UTC column, or where that was never set the local column converted to UTC by a zone's offsets. It computes the
// same as `timeZone.toUtc`, because servers know zones by name only where an owner loaded them.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { TimeForm } from '../database/encoding.ts'
import type { Dialect } from '../database/engine.ts'
import type { Span, TimeZone } from '../site/time-zone.ts'

type Sql = RawBuilder<unknown>

/** The least time that was set: unset times are all zero, and compare below it. */
const firstTime = sql.lit('0001-01-01 00:00:00')

export function wasSet(utc: Sql): RawBuilder<SqlBool> {
  return sql<SqlBool>`${utc} >= ${firstTime}`
}

export function wasNeverSet(utc: Sql): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${utc} < ${firstTime} or ${utc} is null)`
}

export function instantSql(utc: Sql, local: Sql, zone: TimeZone, dialect: Dialect): Sql {
  return sql`(case when ${wasSet(utc)} then ${utc} else ${utcOf(local, zone, dialect)} end)`
}

/** Converts a local time to UTC; a text that is no time stays as it is. */
export function utcOf(local: Sql, zone: TimeZone, dialect: Dialect): Sql {
  const seconds = secondsAhead(local, zone.spans(), dialect)
  const taken =
    dialect.seconds === 'interval'
      ? sql`${local} - interval ${seconds} second`
      : sql`datetime(${local}, (-${seconds}) || ' seconds')`
  return sql`coalesce(${taken}, ${local})`
}

function secondsAhead(local: Sql, spans: readonly Span[], dialect: Dialect): Sql {
  const [first, ...others] = spans
  if (others.length === 0) return sql`${sql.lit(first?.seconds ?? 0)}`
  const ends = spans.flatMap(({ until }) => until?.local ?? [])
  if (dialect.seconds === 'interval') {
    // ELT(INTERVAL()) is a binary search, while a CASE compares with every span. `timestamp` makes dates and texts such numbers, too
    const numbers = ends.map((end) => sql.lit(Number(end.replaceAll(/\D/g, ''))))
    const texts = spans.map(({ seconds }) => sql.lit(String(seconds)))
    return sql`cast(elt(interval(timestamp(${local}) + 0, ${sql.join(numbers)}) + 1, ${sql.join(texts)}) as signed)`
  }
  const whens = spans.map(({ until, seconds }) =>
    until === null
      ? sql`else ${sql.lit(seconds)}`
      : sql`when ${local} < ${sql.lit(until.local)} then ${sql.lit(seconds)}`,
  )
  return sql`(case ${sql.join(whens, sql` `)} end)`
}

/** The seconds since 1970 of a stored time; NULL for none. */
export function secondsOf(stored: Sql, form: TimeForm, dialect: Dialect): Sql {
  switch (form) {
    case 'unix-seconds':
      return sql`nullif(${stored}, 0)`
    case 'unix-milliseconds':
      return sql`nullif(floor(${stored} / 1000), 0)`
    case 'utc':
      return dialect.seconds === 'interval'
        ? sql`timestampdiff(second, '1970-01-01 00:00:00', ${stored})`
        : sql`cast(strftime('%s', ${stored}) as integer)`
  }
}

/** Converts seconds since 1970 to text, in a zone or else in UTC; NULL stays NULL. */
export function localOf(seconds: Sql, zone: TimeZone | null, dialect: Dialect): Sql {
  const ahead = zone === null ? sql`0` : aheadAt(seconds, zone.spans(), dialect)
  return dialect.seconds === 'interval'
    ? sql`cast(date_add('1970-01-01 00:00:00', interval (${seconds} + ${ahead}) second) as char)`
    : sql`datetime(${seconds} + ${ahead}, 'unixepoch')`
}

/** The seconds that a zone is ahead of UTC at an instant. */
function aheadAt(seconds: Sql, spans: readonly Span[], dialect: Dialect): Sql {
  const ends = spans.flatMap(({ until }) => (until === null ? [] : until.instantMs / 1000))
  if (ends.length === 0) return sql.lit(spans[0]?.seconds ?? 0)
  if (dialect.seconds === 'interval') {
    const texts = spans.map((span) => sql.lit(String(span.seconds)))
    return sql`cast(elt(interval(${seconds}, ${sql.join(ends.map((end) => sql.lit(end)))}) + 1, ${sql.join(texts)}) as signed)`
  }
  const whens = ends.map(
    (end, nth) => sql`when ${seconds} < ${sql.lit(end)} then ${sql.lit(spans[nth]?.seconds ?? 0)}`,
  )
  return sql`(case ${sql.join(whens, sql` `)} else ${sql.lit(spans.at(-1)?.seconds ?? 0)} end)`
}
