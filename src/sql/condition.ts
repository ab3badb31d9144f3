// A plan's filters as SQL conditions on logical names.
import {
  expressionBuilder,
  sql,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import type { Dialect } from '../database/engine.ts'
import { fold } from '../database/collation.ts'
import { columnIn, hasTrait, type Layout } from '../database/layout.ts'
import { columnOf, instants, isInstant, isText, type Source } from '../database/source.ts'
import type { ColumnName, Database } from '../database/tables.ts'
import type { Rule } from '../registry/rule.ts'
import { flatten, valuesOf, type Filter, type SearchWord, type Visibility } from '../database/filter.ts'
import type { TimeZone } from '../site/time-zone.ts'
import { instantSql, wasNeverSet } from './instant.ts'
import { indexedWordsSlot, valueSlots, viewerSlot, wordSlot } from './slot.ts'

export type Condition = Expression<SqlBool>

/** Expressions for the columns that the layout has, in the forms that the dialect needs. */
export interface Columns {
  readonly named: (name: ColumnName) => RawBuilder<unknown>
  readonly of: (source: Source, column: string) => RawBuilder<unknown>
  /** The form that is ordered by and compared with values of clients. */
  readonly sorted: (source: Source, column: string) => RawBuilder<unknown>
  /** Brings a value into the form that the column is ordered by. */
  readonly sortedLike: (source: Source, column: string, value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The form that `like` searches. */
  readonly searched: (source: Source, column: string) => RawBuilder<unknown>
  /** True where the layout lacks the column and a constant stands for it. */
  readonly isConstant: (source: Source, column: string) => boolean
  /** True where the column can be NULL. */
  readonly isNullable: (source: Source, column: string) => boolean
  /** The same columns, where an instant is its UTC column alone. */
  readonly withoutZone: () => Columns
}

/** Everything that compiling a condition needs. */
export interface Writing {
  readonly columns: Columns
  readonly dialect: Dialect
  readonly ruleOf: (visible: Visibility) => Rule
  /**
   * True where another part of the query finds the rows: subqueries are then probed for each row, and never drive the
   * query.
   */
  readonly probing?: boolean
}

export function columnsIn(layout: Layout, dialect: Dialect, zone?: TimeZone): Columns {
  const named = (name: ColumnName): RawBuilder<unknown> => {
    const physical = columnIn(layout, name)
    if (typeof physical === 'object') return sql.lit(physical.constant)
    // A number is never compared with a text: servers would take the text for 0
    return hasTrait(layout, name, 'castToText')
      ? sql`cast(${sql.ref(name)} as ${sql.raw(dialect.textType)})`
      : sql.ref(name)
  }
  const of = (source: Source, column: string): RawBuilder<unknown> => {
    if (!isInstant(column)) return named(columnOf(source, column))
    const { utc, local } = instants[column]
    return zone ? instantSql(of(source, utc), of(source, local), zone, dialect) : of(source, utc)
  }
  const sortedLike: Columns['sortedLike'] = (source, column, value) =>
    dialect.collates || !isText(source, column) ? value : sql`sort_key(${value})`
  return {
    named,
    of,
    sorted: (source, column) => sortedLike(source, column, of(source, column)),
    sortedLike,
    searched: (source, column) => (dialect.collates ? of(source, column) : sql`fold(${of(source, column)})`),
    isConstant: (source, column) =>
      !isInstant(column) && typeof columnIn(layout, columnOf(source, column)) === 'object',
    isNullable: (source, column) => {
      // An instant is the local time where UTC was never set
      const stored = isInstant(column) ? instants[column][zone ? 'local' : 'utc'] : column
      return hasTrait(layout, columnOf(source, stored), 'nullable')
    },
    withoutZone: () => columnsIn(layout, dialect),
  }
}

/** Conditions of the filters, which begin at `at` in the plan's flattened filters. */
export function conditionsOf(
  source: Source,
  filters: readonly Filter[],
  writing: Writing,
  at = 0,
): readonly Condition[] {
  return filters.map((filter, nth) =>
    condition(source, filter, at + flatten(filters.slice(0, nth)).length, writing),
  )
}

/** The condition of one filter, which is number `at` of the plan's flattened filters. */
export function condition(source: Source, filter: Filter, at: number, writing: Writing): Condition {
  const { columns, dialect } = writing
  switch (filter.kind) {
    case 'in':
      return oneOf(columns.of(source, filter.column), filter, at)
    case 'after':
    case 'before': {
      const operator = filter.kind === 'after' ? sql`>` : sql`<`
      return sql<SqlBool>`${columns.of(source, filter.column)} ${operator} ${sql.join(valueSlots(1, at))}`
    }
    case 'unset':
      return wasNeverSet(columns.of(source, filter.column))
    case 'any':
      return anyOf(conditionsOf(source, filter.filters, writing, at + 1))
    case 'none':
      return sql<SqlBool>`not ${anyOf(conditionsOf(source, filter.filters, writing, at + 1))}`
    case 'term':
      return hasTerm(filter, at, writing)
    case 'meta':
      return hasMeta(source, filter.key, writing, (value) => oneOf(value, filter, at))
    case 'published':
      return hasPublished(columns, filter, at)
    case 'of-post': {
      const eb = expressionBuilder<Database, keyof Database>()
      const relation = eb
        .selectFrom('term_relationships')
        .innerJoin('posts', 'posts.id', 'term_relationships.post_id')
        .select('term_relationships.post_id')
        .whereRef('term_relationships.term_taxonomy_id', '=', 'term_taxonomy.id')
        .where(oneOf(columns.named('term_relationships.post_id'), filter, at))
        .where(visibleRows(filter.visible, writing))
      return eb.exists(relation)
    }
    case 'search': {
      const searched = filter.columns.map((column) => columns.searched(source, column))
      const { metaKey } = filter
      const words = filter.words.flatMap(({ excluded, match, isIndexed }, nth) => {
        if (isIndexed) return []
        const pattern = wordSlot(at, nth, ({ text }) => patternOf(text, match, dialect))
        const found = searched.map((column) => sql<SqlBool>`${column} like ${pattern} escape '!'`)
        const inMeta =
          metaKey === undefined
            ? []
            : [
                hasMeta(
                  source,
                  metaKey,
                  writing,
                  (value) => sql<SqlBool>`${value} like ${pattern} escape '!'`,
                ),
              ]
        return [sql<SqlBool>`${excluded ? sql`not ` : sql``}${anyOf([...found, ...inMeta])}`]
      })
      const indexed = filter.words.some(({ isIndexed }) => isIndexed)
        ? [
            matchesWords(
              filter.columns.map((column) => columns.of(source, column)),
              at,
            ),
          ]
        : []
      return sql<SqlBool>`(${sql.join([...indexed, ...words], sql` and `)})`
    }
  }
}

/** Every word, or a longer word that begins with it, must stand in one of the columns. */
function matchesWords(columns: readonly RawBuilder<unknown>[], at: number): Condition {
  const words = indexedWordsSlot(at, (each) => each.map(({ text }) => `+${text}*`).join(' '))
  return sql<SqlBool>`match (${sql.join([...columns])}) against (${words} in boolean mode)`
}

function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? nothing : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

const nothing = sql<SqlBool>`1 = 0`

export function oneOf(column: RawBuilder<unknown>, filter: Filter, at: number): Condition {
  const values = valueSlots(valuesOf(filter).length, at)
  if (values.length === 0) return nothing
  return values.length === 1
    ? sql<SqlBool>`${column} = ${values[0]}`
    : sql<SqlBool>`${column} in (${sql.join(values)})`
}

/** The subquery is not correlated, so that a planner may begin with the term as well as with the post. */
function hasTerm(filter: TermFilter, at: number, { columns, probing }: Writing): Condition {
  const relations = postsWithTerm(filter, at, columns)
  const post = columns.named('posts.id')
  if (!probing) return sql<SqlBool>`${post} in ${relations}`
  return probed(relations.where(sql<SqlBool>`${columns.named('term_relationships.post_id')} = ${post}`))
}

/** A scalar subquery, which no planner turns into a join: it is looked up for each row. */
function probed(relations: SelectQueryBuilder<Database, keyof Database, object>): Condition {
  return sql<SqlBool>`${relations
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(1)} is not null`
}

export type TermFilter = Extract<Filter, { readonly kind: 'term' }>
export type MetaFilter = Extract<Filter, { readonly kind: 'meta' }>

/** Selects the `post_id` of every relation to the terms. */
export function postsWithTerm(filter: TermFilter, at: number, columns: Columns) {
  const relations = expressionBuilder<Database, keyof Database>()
    .selectFrom('term_relationships')
    .select('term_relationships.post_id')
  const one = (column: ColumnName) => oneOf(columns.named(column), filter, at)
  if (filter.by === 'taxonomy_id') return relations.where(one('term_relationships.term_taxonomy_id'))
  const named = relations
    .innerJoin('term_taxonomy', 'term_taxonomy.id', 'term_relationships.term_taxonomy_id')
    .where(sql<SqlBool>`${columns.named('term_taxonomy.taxonomy')} = ${filter.taxonomy}`)
  return filter.by === 'id'
    ? named.where(one('term_taxonomy.term_id'))
    : named.innerJoin('terms', 'terms.id', 'term_taxonomy.term_id').where(one('terms.slug'))
}

/** Selects the `post_id` of every row of meta with the value. */
export function postsWithMeta(
  key: string,
  columns: Columns,
  holds: (value: RawBuilder<unknown>) => Condition,
) {
  return expressionBuilder<Database, keyof Database>()
    .selectFrom('postmeta')
    .select('postmeta.post_id')
    .where(sql<SqlBool>`${columns.named('postmeta.key')} = ${key}`)
    .where(holds(columns.named('postmeta.value')))
}

function hasMeta(
  source: Source,
  key: string,
  { columns, probing }: Writing,
  holds: (value: RawBuilder<unknown>) => Condition,
): Condition {
  const eb = expressionBuilder<Database, keyof Database>()
  if (source === 'users') {
    const rows = eb
      .selectFrom('usermeta')
      .select('usermeta.user_id')
      .whereRef('usermeta.user_id', '=', 'users.id')
      .where(sql<SqlBool>`${columns.named('usermeta.key')} = ${key}`)
      .where(holds(columns.named('usermeta.value')))
    return eb.exists(rows)
  }
  const ofPost = sql<SqlBool>`${columns.named('postmeta.post_id')} = ${columns.named('posts.id')}`
  const rows = postsWithMeta(key, columns, holds).where(ofPost)
  return probing ? probed(rows) : eb.exists(rows)
}

function hasPublished(columns: Columns, filter: Filter, at: number): Condition {
  const eb = expressionBuilder<Database, keyof Database>()
  const published = eb
    .selectFrom('posts')
    .select('posts.id')
    .whereRef('posts.author_id', '=', 'users.id')
    .where(sql<SqlBool>`${columns.named('posts.status')} = ${'publish'}`)
    .where(oneOf(columns.named('posts.type'), filter, at))
  return eb.exists(published)
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

/** The pattern that `like` compares a column with. */
export function patternOf(text: string, match: SearchWord['match'], dialect: Dialect): string {
  const folded = (dialect.collates ? text : fold(text)).replace(/[!%_]/g, '!$&')
  return { part: `%${folded}%`, start: `${folded}%`, whole: folded }[match]
}
