// Compiles a plan's order, and its page's window in that order, to expressions on logical names.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../database/engine.ts'
import { flatten, flatPlace, valuesOf } from '../database/filter.ts'
import { columnOf } from '../database/source.ts'
import type { Columns } from './columns.ts'
import { leastKey } from './compared.ts'
import { patternOf, type Condition } from './condition.ts'
import { idsDescending, type KeysetPage, type ListPlan, type Order, type Position } from '../plan/plan.ts'
import { foundKey } from './typed-key.ts'
import { phraseSlot, positionSlots, valueSlots, wordSlot } from './slot.ts'

/** The part of the list between the page's two positions. */
export function windowConditions(
  { source, order, page }: ListPlan,
  columns: Columns,
  dialect: Dialect,
): readonly Condition[] {
  if (page.kind !== 'keyset') return []
  const [first] = order
  if (first?.kind === 'meta') return metaWindow(first, order, page, columns, dialect)
  if (first?.kind !== 'column') throw new Error('a keyset page needs a column to order by')
  const areMixed = idsDescending(order) !== first.descending
  const column = columns.sorted(source, first.column)
  const { column: id, stored: storedId } = columns.compared(columnOf(source, 'id'))
  const beyond = (which: 'after' | 'before', position: Position) => {
    const isBelow = (which === 'after') === first.descending
    const operator = isBelow ? sql`<` : sql`>`
    const amongEqual = areMixed === isBelow ? sql`>` : sql`<`
    const at = positionSlots(which, storedId)
    if (first.column === 'id') return sql<SqlBool>`${id} ${operator} ${at.id}`
    // All servers sort NULL before all values
    if (position.key === null) {
      // A comparison with NULL is true for no row, and keeps MariaDB from sorting all rows without a value
      const isNull =
        dialect.keyset === 'expanded' ? sql`(${column} is null or ${column} < null)` : sql`${column} is null`
      const among = sql`${isNull} and ${id} ${amongEqual} ${at.id}`
      return isBelow ? sql<SqlBool>`(${among})` : sql<SqlBool>`((${among}) or ${column} is not null)`
    }
    const key =
      columns.inUtc(source, first.column)?.isNumber === true
        ? at.number
        : columns.sortedLike(source, first.column, at.key)
    const nulls = isBelow && columns.isNullable(source, first.column) ? sql` or ${column} is null` : null
    if (dialect.keyset === 'expanded' || areMixed)
      return sql<SqlBool>`(${column} ${operator} ${key} or (${column} = ${key} and ${id} ${amongEqual} ${at.id})${nulls ?? sql``})`
    const rowValue = sql<SqlBool>`(${column}, ${id}) ${operator} (${key}, ${at.id})`
    return nulls ? sql<SqlBool>`(${rowValue}${nulls})` : rowValue
  }
  return [
    ...(page.after ? [beyond('after', page.after)] : []),
    ...(page.before ? [beyond('before', page.before)] : []),
  ]
}

/** The part of the list between the positions, in the order of meta values, which all rows of the list have. */
function metaWindow(
  { by, descending }: Extract<Order, { readonly kind: 'meta' }>,
  order: readonly Order[],
  page: KeysetPage,
  columns: Columns,
  dialect: Dialect,
): readonly Condition[] {
  const { column: id, stored } = columns.compared('posts.id')
  const least = leastKey(by, columns, dialect)
  const beyond = (which: 'after' | 'before'): Condition => {
    const operator = (down: boolean) => sql.raw((which === 'after') === down ? '<' : '>')
    const at = positionSlots(which, stored)
    const key = foundKey(by.type, at.key, dialect)
    return sql<SqlBool>`(${least} ${operator(descending)} ${key} or (${least} = ${key} and ${id} ${operator(idsDescending(order))} ${at.id}))`
  }
  return [...(page.after ? [beyond('after')] : []), ...(page.before ? [beyond('before')] : [])]
}

/** Terms to order by, in the direction in which the page is read; constant columns are left out. */
export function orderTerms(
  plan: ListPlan,
  columns: Columns,
  dialect: Dialect,
): readonly { readonly term: RawBuilder<unknown>; readonly direction: 'asc' | 'desc' }[] {
  const backward = plan.page.kind === 'keyset' && plan.page.direction === 'backward'
  return plan.order.flatMap((order) => {
    if ('column' in order && columns.isConstant(plan.source, order.column)) return []
    const descending = 'descending' in order && order.descending
    return [
      { term: orderTerm(plan, order, columns, dialect), direction: descending === backward ? 'asc' : 'desc' },
    ]
  })
}

function orderTerm(plan: ListPlan, order: Order, columns: Columns, dialect: Dialect): RawBuilder<unknown> {
  const { source } = plan
  switch (order.kind) {
    case 'meta':
      return leastKey(order.by, columns, dialect)
    case 'column':
      return columns.sorted(source, order.column)
    case 'as-given': {
      const { column, stored } = columns.compared(columnOf(source, order.column))
      // Only top-level filters give the order: parts of others, such as ids that a search looks for, do not
      const nth = plan.filters.findIndex((filter) => filter.kind === 'in' && filter.column === order.column)
      const given = plan.filters[nth]
      const places = valueSlots(given ? valuesOf(given).length : 0, flatPlace(plan.filters, nth), stored)
      // With an empty list no row matches, so any order will do
      if (places.length === 0) return sql`${column}`
      return sql`case ${column} ${sql.join(
        places.map((value, place) => sql`when ${value} then ${sql.lit(place)}`),
        sql` `,
      )} end`
    }
    case 'relevance':
      return relevance(plan, order, columns, dialect)
  }
}

/** The most words that rank rows one by one; with more of them only the whole phrase does. */
const wordsRankedMax = 6

/**
 * Ranks rows, best first: by a single word in the first column; else the phrase there, all words, some word, the phrase
 * elsewhere. A phrase that excludes a word ranks nothing as a whole (WP_Query::parse_search_order).
 */
function relevance(
  { source, filters: nested }: ListPlan,
  { columns: [first = 'title', ...others], isWord }: Extract<Order, { readonly kind: 'relevance' }>,
  columns: Columns,
  dialect: Dialect,
): RawBuilder<unknown> {
  const filters = flatten(nested)
  const at = filters.findIndex((filter) => filter.kind === 'search')
  const search = filters[at]
  const given = search?.kind === 'search' ? search.words : []
  const words = given.flatMap(({ excluded, match }, nth) =>
    excluded ? [] : [wordSlot(at, nth, ({ text }) => patternOf(text, match, dialect))],
  )
  const phrase = phraseSlot((text) => patternOf(text, 'part', dialect))
  const holds = (column: string, pattern: RawBuilder<string>) =>
    sql`${columns.searched(source, column)} like ${pattern} escape '!'`
  const inFirst = words.map((word) => holds(first, word))
  const isPhrase = given.every(({ excluded }) => !excluded)
  const isRanked = words.length > 1 && words.length <= wordsRankedMax
  const better = isWord
    ? inFirst
    : [
        ...(isPhrase ? [holds(first, phrase)] : []),
        ...(isRanked
          ? [sql`(${sql.join(inFirst, sql` and `)})`, sql`(${sql.join(inFirst, sql` or `)})`]
          : inFirst.slice(0, words.length === 1 ? 1 : 0)),
        ...(isPhrase ? others.map((column) => holds(column, phrase)) : []),
      ]
  if (better.length === 0) return sql`null`
  return sql`case ${sql.join(
    better.map((held, place) => sql`when ${held} then ${sql.lit(place)}`),
    sql` `,
  )} else ${sql.lit(better.length)} end`
}
