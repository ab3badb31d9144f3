// Conditions and orders by an owner's declared filters: a column of posts, or meta values read as values of a type.
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Compared, Test } from '../database/declared-filter.ts'
import type { Dialect } from '../database/engine.ts'
import type { Filter, Scalar } from '../database/filter.ts'
import { columnOf } from '../database/source.ts'
import type { Database } from '../database/tables.ts'
import type { Columns, StoredTime } from './columns.ts'
import { valueSlot, type StoredFor } from './slot.ts'
import { givenKey, sortedKey, typedKey } from './typed-key.ts'

type Sql = RawBuilder<unknown>
type Condition = Expression<SqlBool>
export type ComparedFilter = Extract<Filter, { readonly kind: 'compared' }>

/** The condition on a meta value for the filter at `at` in the plan's flattened filters. */
export function meetsTests(
  { by, tests }: ComparedFilter,
  at: number,
  value: Sql,
  dialect: Dialect,
): Condition {
  const key = typedKey(by.type, value, dialect)
  if (tests.length === 0) return sql<SqlBool>`${key} is not null`
  return all(tests.map((test) => held(test, at, key, (given) => givenKey(by.type, given, dialect))))
}

/** The condition on a column of posts. */
export function columnMeets(
  { by, tests }: ComparedFilter,
  column: string,
  at: number,
  columns: Columns,
): Condition {
  if (by.type === 'integer') {
    const { column: stored, stored: storedFor } = columns.compared(columnOf('posts', column))
    return all(tests.map((test) => held(test, at, stored, (given) => given, storedFor)))
  }
  const time = by.type === 'date' ? columns.inUtc('posts', column) : null
  if (time) return all(tests.map((test) => heldInSeconds(test, at, time)))
  const like = (given: Sql) => columns.sortedLike('posts', column, given)
  const storedFor = by.type === 'date' ? withMarks : asItIs
  return all(tests.map((test) => held(test, at, columns.sorted('posts', column), like, storedFor)))
}

/** The key of the least of a post's values under a meta key, by which posts are ordered. */
export function leastKey({ on, type }: Compared, columns: Columns, dialect: Dialect): Sql {
  const key = 'meta' in on ? on.meta : ''
  const rows = expressionBuilder<Database, keyof Database>()
    .selectFrom('postmeta')
    .select(sql`min(${sortedKey(type, columns.named('postmeta.value'), dialect)})`.as('least'))
    .where(sql<SqlBool>`${columns.named('postmeta.post_id')} = ${columns.named('posts.id')}`)
    .where(sql<SqlBool>`${columns.named('postmeta.key')} = ${key}`)
  return sql`${rows.$asScalar()}`
}

export const signs = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', in: 'in' } as const

function held(
  { operator, from, count }: Test,
  at: number,
  key: Sql,
  like: (given: Sql) => Sql,
  stored: StoredFor = asItIs,
): Condition {
  const values = Array.from({ length: count }, (_, nth) => like(valueSlot(at, from + nth, stored)))
  const operand = operator === 'in' ? sql`(${sql.join(values)})` : values[0]
  return sql<SqlBool>`${key} ${sql.raw(signs[operator])} ${operand}`
}

/** The condition for a column of times: a client's time stands for a whole second. */
function heldInSeconds({ operator, from, count }: Test, at: number, time: StoredTime): Condition {
  const { column, wasSet } = time
  const behind = (seconds: number, nth = 0) =>
    valueSlot(at, from + nth, (value) => time.from(seconds)(withMarks(value)))
  switch (operator) {
    case 'gt':
      return sql<SqlBool>`${column} >= ${behind(1)}`
    case 'gte':
      return sql<SqlBool>`${column} >= ${behind(0)}`
    case 'lt':
      return sql<SqlBool>`(${column} < ${behind(0)} and ${wasSet})`
    case 'lte':
      return sql<SqlBool>`(${column} < ${behind(1)} and ${wasSet})`
    case 'ne':
      return sql<SqlBool>`((${column} < ${behind(0)} or ${column} >= ${behind(1)}) and ${wasSet})`
    case 'eq':
    case 'in': {
      const each = Array.from(
        { length: count },
        (_, nth) => sql`(${column} >= ${behind(0, nth)} and ${column} < ${behind(1, nth)})`,
      )
      return sql<SqlBool>`(${sql.join(each, sql` or `)})`
    }
  }
}

function all(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `)})`
}

function asItIs(value: Scalar): Scalar {
  return value
}

/** Converts 14 digits to the column's form of times. */
function withMarks(value: Scalar): Scalar {
  return String(value).replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6')
}
