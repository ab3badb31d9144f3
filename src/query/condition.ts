// A plan's filters, window and order, as SQL expressions on logical names.
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../database/engine.ts'
import { fold } from '../database/collation.ts'
import { columnIn, type Layout } from '../database/layout.ts'
import { columnOf, isText, type Source } from '../database/source.ts'
import type { ColumnName, Database } from '../database/tables.ts'
import type { Rule } from '../registry/define.ts'
import type { Filter, ListPlan, Order, Visibility } from './plan.ts'
import { positionSlots, valueSlots, viewerSlot, wordSlot } from './slot.ts'

export type Condition = Expression<SqlBool>

/** Columns as SQL: those that the layout has, in the forms that the dialect needs. */
export interface Columns {
  readonly named: (name: ColumnName) => RawBuilder<unknown>
  readonly of: (source: Source, column: string) => RawBuilder<unknown>
  /** As it is ordered by and held equal to what clients give. */
  readonly sorted: (source: Source, column: string) => RawBuilder<unknown>
  /** As it is searched for a pattern. */
  readonly searched: (source: Source, column: string) => RawBuilder<unknown>
  /** Whether it is the same for every row: what stands for a column that is not there. */
  readonly isConstant: (source: Source, column: string) => boolean
}

/** What conditions are written with. */
export interface Writing {
  readonly columns: Columns
  readonly dialect: Dialect
  readonly ruleOf: (visible: Visibility) => Rule
}

export function columnsIn(layout: Layout, dialect: Dialect): Columns {
  const named = (name: ColumnName): RawBuilder<unknown> => {
    const physical = columnIn(layout, name)
    return typeof physical === 'object' ? sql.lit(physical.constant) : sql.ref(name)
  }
  const of = (source: Source, column: string) => named(columnOf(source, column))
  return {
    named,
    of,
    sorted: (source, column) =>
      dialect.collates || !isText(source, column) ? of(source, column) : sql`sort_key(${of(source, column)})`,
    searched: (source, column) => (dialect.collates ? of(source, column) : sql`fold(${of(source, column)})`),
    isConstant: (source, column) => typeof columnIn(layout, columnOf(source, column)) === 'object',
  }
}

/** The filter that stands at `at` among the plan's. */
export function condition(
  source: Source,
  filter: Filter,
  at: number,
  { columns, dialect, ruleOf }: Writing,
): Condition {
  switch (filter.kind) {
    case 'in': {
      const column = columns.of(source, filter.column)
      const values = valueSlots(filter.values.length, at)
      return values.length === 1
        ? sql<SqlBool>`${column} = ${values[0]}`
        : sql<SqlBool>`${column} in (${sql.join(values)})`
    }
    case 'of-post': {
      const values = valueSlots(filter.values.length, at)
      const eb = expressionBuilder<Database, keyof Database>()
      const relation = eb
        .selectFrom('term_relationships')
        .innerJoin('posts', 'posts.id', 'term_relationships.post_id')
        .select('term_relationships.post_id')
        .whereRef('term_relationships.term_taxonomy_id', '=', 'term_taxonomy.id')
        .where(sql<SqlBool>`${sql.ref('term_relationships.post_id')} in (${sql.join(values)})`)
        .where(visibleRows(filter.visible, { columns, ruleOf }))
      return eb.exists(relation)
    }
    case 'search': {
      const words = filter.words.map((word, nth) =>
        wordCondition(
          filter.columns.map((column) => columns.searched(source, column)),
          word.excluded,
          wordSlot(at, nth, ({ text }) => containing(dialect.collates ? text : fold(text))),
        ),
      )
      return sql<SqlBool>`(${sql.join(words, sql` and `)})`
    }
  }
}

/** The rows that a viewer may see. */
export function visibleRows(
  visible: Visibility,
  { columns, ruleOf }: Pick<Writing, 'columns' | 'ruleOf'>,
): Condition {
  const capabilities = new Set(visible.capabilities)
  return ruleOf(visible)({
    eb: expressionBuilder<Database, keyof Database>(),
    column: columns.named,
    can: (capability) => capabilities.has(capability),
    viewerId: viewerSlot,
  })
}

function wordCondition(
  held: readonly RawBuilder<unknown>[],
  excluded: boolean,
  pattern: RawBuilder<string>,
): Condition {
  const found = held.map((column) => sql`${column} like ${pattern} escape '!'`)
  return sql<SqlBool>`${excluded ? sql`not ` : sql``}(${sql.join(found, sql` or `)})`
}

function containing(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`
}

/** The part of the list between the page's two positions. */
export function windowConditions(
  { source, order, page }: ListPlan,
  columns: Columns,
  dialect: Dialect,
): readonly Condition[] {
  if (page.kind !== 'keyset') return []
  const [first] = order
  if (first?.kind !== 'column') throw new Error('a keyset page needs a column to order by')
  const [column, id] = [columns.of(source, first.column), columns.of(source, 'id')]
  const beyond = (which: 'after' | 'before') => {
    const operator = (which === 'after') === first.descending ? sql`<` : sql`>`
    const at = positionSlots(which)
    return dialect.keyset === 'row-value'
      ? sql<SqlBool>`(${column}, ${id}) ${operator} (${at.key}, ${at.id})`
      : sql<SqlBool>`(${column} ${operator} ${at.key} or (${column} = ${at.key} and ${id} ${operator} ${at.id}))`
  }
  return [...(page.after ? [beyond('after')] : []), ...(page.before ? [beyond('before')] : [])]
}

export function orderTerm(
  { source, filters }: ListPlan,
  order: Order,
  columns: Columns,
): RawBuilder<unknown> {
  if (order.kind === 'column') return columns.sorted(source, order.column)
  const column = columns.of(source, order.column)
  const at = filters.findIndex((filter) => filter.kind === 'in' && filter.column === order.column)
  const given = filters[at]
  const places = valueSlots(given?.kind === 'in' ? given.values.length : 0, at)
  return sql`case ${column} ${sql.join(
    places.map((value, place) => sql`when ${value} then ${sql.lit(place)}`),
    sql` `,
  )} end`
}
