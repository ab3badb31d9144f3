// A plan's filters, window and order, as SQL expressions on logical names.
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../database/engine.ts'
import { columnOf, type Source } from '../database/source.ts'
import type { Database } from '../database/tables.ts'
import type { Filter, ListPlan, Order } from './plan.ts'
import { positionSlots, valueSlots, wordSlot } from './slot.ts'

export type Condition = Expression<SqlBool>

export function reference(source: Source, column: string): RawBuilder<unknown> {
  return sql.ref(columnOf(source, column))
}

/** The filter that stands at `at` among the plan's. */
export function condition(source: Source, filter: Filter, at: number): Condition {
  switch (filter.kind) {
    case 'in':
    case 'not-in': {
      const column = reference(source, filter.column)
      const values = valueSlots(filter.values.length, at)
      if (values.length === 1)
        return sql<SqlBool>`${column} ${filter.kind === 'in' ? sql`=` : sql`<>`} ${values[0]}`
      return sql<SqlBool>`${column} ${filter.kind === 'in' ? sql`in` : sql`not in`} (${sql.join(values)})`
    }
    case 'of-post': {
      const values = valueSlots(filter.values.length, at)
      const eb = expressionBuilder<Database, 'term_taxonomy'>()
      const relation = eb
        .selectFrom('term_relationships')
        .select('term_relationships.post_id')
        .whereRef('term_relationships.term_taxonomy_id', '=', 'term_taxonomy.id')
        .where(sql<SqlBool>`${sql.ref('term_relationships.post_id')} in (${sql.join(values)})`)
      return eb.exists(relation)
    }
    case 'search': {
      const words = filter.words.map((word, nth) =>
        wordCondition(
          source,
          filter.columns,
          word.excluded,
          wordSlot(at, nth, ({ text }) => containing(text)),
        ),
      )
      return sql<SqlBool>`(${sql.join(words, sql` and `)})`
    }
  }
}

function wordCondition(
  source: Source,
  columns: readonly string[],
  excluded: boolean,
  pattern: RawBuilder<string>,
): Condition {
  const held = columns.map((column) => sql`${reference(source, column)} like ${pattern} escape '!'`)
  return sql<SqlBool>`${excluded ? sql`not ` : sql``}(${sql.join(held, sql` or `)})`
}

function containing(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`
}

/** The part of the list between the page's two positions. */
export function windowConditions({ source, order, page }: ListPlan, dialect: Dialect): readonly Condition[] {
  if (page.kind !== 'keyset') return []
  const [first] = order
  if (first?.kind !== 'column') throw new Error('a keyset page needs a column to order by')
  const [column, id] = [reference(source, first.column), reference(source, 'id')]
  const beyond = (which: 'after' | 'before') => {
    const operator = (which === 'after') === first.descending ? sql`<` : sql`>`
    const at = positionSlots(which)
    return dialect.keyset === 'row-value'
      ? sql<SqlBool>`(${column}, ${id}) ${operator} (${at.key}, ${at.id})`
      : sql<SqlBool>`(${column} ${operator} ${at.key} or (${column} = ${at.key} and ${id} ${operator} ${at.id}))`
  }
  return [...(page.after ? [beyond('after')] : []), ...(page.before ? [beyond('before')] : [])]
}

export function orderTerm({ source, filters }: ListPlan, order: Order): RawBuilder<unknown> {
  const column = reference(source, order.column)
  if (order.kind === 'column') return column
  const at = filters.findIndex((filter) => filter.kind === 'in' && filter.column === order.column)
  const given = filters[at]
  const places = valueSlots(given?.kind === 'in' ? given.values.length : 0, at)
  return sql`case ${column} ${sql.join(
    places.map((value, place) => sql`when ${value} then ${sql.lit(place)}`),
    sql` `,
  )} end`
}
