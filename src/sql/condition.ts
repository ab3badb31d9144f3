// A plan's filters as SQL conditions on logical names.
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../database/engine.ts'
import { fold } from '../database/collation.ts'
import type { FollowedTables } from '../database/layout.ts'
import { columnOf, isInstant, type Source } from '../database/source.ts'
import type { ColumnName, Database } from '../database/tables.ts'
import { finds, isNotTrue, nothing } from '../registry/conditions.ts'
import type { BoundRule } from '../registry/rule.ts'
import { flatten, type Filter, type SearchWord, type Visibility } from '../database/filter.ts'
import type { Columns, Compared } from './columns.ts'
import { columnMeets, meetsTests, type ComparedFilter } from './compared.ts'
import { isNamed } from './named-rows.ts'
import { isOnContent } from './on-content.ts'
import { oneOf, oneOfStored } from './one-of.ts'
import { meetsPart } from './time-part.ts'
import {
  indexedWordsSlot,
  valueSlots,
  lockedSlot,
  lockedTextSlot,
  viewerSlot,
  viewerTextSlot,
  wordSlot,
} from './slot.ts'

export type Condition = Expression<SqlBool>

/** Everything that compiling a condition needs. */
export interface Writing {
  readonly columns: Columns
  readonly dialect: Dialect
  readonly ruleOf: (visible: Visibility) => BoundRule
  /** The layout with tables of plug-ins that change feeds follow. */
  readonly followed: FollowedTables
  /**
   * True where another part of the query finds the rows: subqueries are then probed for each row, and never drive the
   * query.
   */
  readonly probing?: boolean
  /** True where the table has at most one relation of a post to a term. */
  readonly relatesOnce: boolean
}

/** Conditions of the filters, which begin at `at` in the plan's flattened filters. */
export function conditionsOf(
  source: Source,
  filters: readonly Filter[],
  writing: Writing,
  at = 0,
): readonly Condition[] {
  const conditions: Condition[] = []
  let [next, subqueries] = [at, 0]
  for (const filter of filters) {
    if (isSubquery(filter)) subqueries += 1
    const probing = writing.probing || subqueries > joinedMax
    conditions.push(condition(source, filter, next, { ...writing, probing }))
    next += flatten([filter]).length
  }
  return conditions
}

/**
 * The most subqueries that a server may join. Further ones are probed: MariaDB's search for a join order explodes (4 s for 30 tables,
 * more than 10 s for 40).
 */
const joinedMax = 4

function isSubquery({ kind }: Filter): boolean {
  return ['term', 'meta', 'compared', 'plug-in', 'on-content'].includes(kind)
}

/** The condition of one filter, which is number `at` of the plan's flattened filters. */
export function condition(source: Source, filter: Filter, at: number, writing: Writing): Condition {
  const { columns, dialect } = writing
  switch (filter.kind) {
    case 'in':
      if (isNoPassword(filter))
        return sql<SqlBool>`${columns.of(source, filter.column)} like ${sql.join(valueSlots(1, at))}`
      return isInstant(filter.column)
        ? oneOf(columns.of(source, filter.column), filter, at, dialect)
        : oneOfStored(columns.compared(columnOf(source, filter.column)), filter, at, dialect)
    case 'after':
    case 'before': {
      const { [filter.kind]: compared } = columns.timed(source, filter.column)
      return compared((stored) => sql.join(valueSlots(1, at, stored)))
    }
    case 'time-part':
      return meetsPart(filter, columns.of(source, filter.column), valueSlots(1, at), dialect)
    case 'unset':
      return columns.timed(source, filter.column).unset
    case 'any':
      return anyOf(conditionsOf(source, filter.filters, writing, at + 1))
    case 'none':
      // A comparison with NULL, from a row or from a value that no row has, is neither true nor false, which `not` would keep
      return sql<SqlBool>`${anyOf(conditionsOf(source, filter.filters, writing, at + 1))} is not true`
    case 'term':
      return hasTerm(filter, at, writing)
    case 'meta':
      return hasMeta(source, filter.key, writing, (value) => oneOf(value, filter, at, dialect))
    case 'compared':
      return 'column' in filter.by.on
        ? columnMeets(filter, filter.by.on.column, at, columns)
        : hasMeta(source, filter.by.on.meta, writing, (value) => meetsTests(filter, at, value, dialect))
    case 'plug-in':
      return isNamed(source, filter, writing, (column) => oneOf(column, filter, at, dialect))
    case 'published':
      return hasPublished(writing, filter, at)
    case 'on-content':
      return isOnContent(filter, writing, (column) => oneOfStored(column, filter, at, dialect))
    case 'of-post': {
      const eb = expressionBuilder<Database, keyof Database>()
      const relation = eb
        .selectFrom('term_relationships')
        .innerJoin('posts', 'posts.id', 'term_relationships.post_id')
        .select('term_relationships.post_id')
        .whereRef('term_relationships.term_taxonomy_id', '=', 'term_taxonomy.id')
        .where(oneOfStored(columns.compared('term_relationships.post_id'), filter, at, dialect))
      return eb.exists(filter.visible ? relation.where(visibleRows(filter.visible, writing)) : relation)
    }
    case 'search': {
      const searched = filter.columns.map((column) => columns.searched(source, column))
      const { metaKey } = filter
      const words = filter.words.flatMap(({ excluded, match, isIndexed }, nth) => {
        if (isIndexed) return []
        const pattern = wordSlot(at, nth, ({ text }) => patternOf(text, match, dialect))
        const holds = (value: RawBuilder<unknown>) => sql<SqlBool>`${value} like ${pattern} escape '!'`
        const found = searched.map(holds)
        // Rows without the meta key have no value without the word
        const isMeant = (value: RawBuilder<unknown>) =>
          excluded ? sql<SqlBool>`not (${holds(value)})` : holds(value)
        const inMeta = metaKey === undefined ? [] : [hasMeta(source, metaKey, writing, isMeant)]
        return excluded ? [isNotTrue(anyOf(found)), ...inMeta] : [anyOf([...found, ...inMeta])]
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

/** Matches rows with every word, or a longer word that begins with it, in one of the columns. */
function matchesWords(columns: readonly RawBuilder<unknown>[], at: number): Condition {
  const words = indexedWordsSlot(at, (each) => each.map(({ text }) => `+${text}*`).join(' '))
  return sql<SqlBool>`match (${sql.join([...columns])}) against (${words} in boolean mode)`
}

function anyOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${conditions.length === 0 ? nothing : sql.join(conditions, sql` or `)})`
}

/** True for a test for no password, which needs `like`: with `=` servers that pad texts, as MySQL does, take blanks for none. */
function isNoPassword({ column, values }: Extract<Filter, { readonly kind: 'in' }>): boolean {
  return column === 'password' && values.length === 1 && values[0] === ''
}

/** The condition that a post has a term. Unless probed, the subquery is not correlated, so a planner may begin with the term. */
function hasTerm(filter: TermFilter, at: number, writing: Writing): Condition {
  const { columns, probing } = writing
  const relations = postsWithTerm(filter, at, writing)
  const post = columns.named('posts.id')
  if (!probing) return sql<SqlBool>`${post} in ${relations}`
  return finds(relations.where(sql<SqlBool>`${columns.named('term_relationships.post_id')} = ${post}`))
}

/** The condition that the stored value of a column means the word; false where no stored value does. */
function isWord({ column, stored }: Compared, word: string): Condition {
  const value = stored(word)
  return value === null ? nothing : sql<SqlBool>`${column} = ${value}`
}

export type TermFilter = Extract<Filter, { readonly kind: 'term' }>
export type MetaFilter = Extract<Filter, { readonly kind: 'meta' }>

/** Selects the `post_id` of every relation to the terms. */
export function postsWithTerm(
  filter: TermFilter,
  at: number,
  { columns, dialect }: Pick<Writing, 'columns' | 'dialect'>,
) {
  const relations = expressionBuilder<Database, keyof Database>()
    .selectFrom('term_relationships')
    .select('term_relationships.post_id')
  const one = (column: ColumnName) => oneOfStored(columns.compared(column), filter, at, dialect)
  if (filter.by === 'taxonomy_id') return relations.where(one('term_relationships.term_taxonomy_id'))
  const named = relations
    .innerJoin('term_taxonomy', 'term_taxonomy.id', 'term_relationships.term_taxonomy_id')
    .where(isWord(columns.compared('term_taxonomy.taxonomy'), filter.taxonomy))
  return filter.by === 'id'
    ? named.where(one('term_taxonomy.term_id'))
    : named.innerJoin('terms', 'terms.id', 'term_taxonomy.term_id').where(one('terms.slug'))
}

/** Selects the `post_id` of every row under the meta key whose value meets the condition. */
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

/** Selects the `post_id` of posts that meet a declared filter on meta; null for one on a column. */
export function postsCompared(filter: ComparedFilter, at: number, { columns, dialect }: Writing) {
  const { on } = filter.by
  return 'column' in on
    ? null
    : postsWithMeta(on.meta, columns, (value) => meetsTests(filter, at, value, dialect)).distinct()
}

function hasMeta(
  source: Source,
  key: string,
  { columns, probing }: Writing,
  holds: (value: RawBuilder<unknown>) => Condition,
): Condition {
  const eb = expressionBuilder<Database, keyof Database>()
  if (source === 'users') return userHasMeta(key, columns, holds)
  const ofPost = sql<SqlBool>`${columns.named('postmeta.post_id')} = ${columns.named('posts.id')}`
  const rows = postsWithMeta(key, columns, holds).where(ofPost)
  return probing ? finds(rows) : eb.exists(rows)
}

function userHasMeta(
  key: string,
  columns: Columns,
  holds?: (value: RawBuilder<unknown>) => Condition,
): Condition {
  const eb = expressionBuilder<Database, keyof Database>()
  const rows = eb
    .selectFrom('usermeta')
    .select('usermeta.user_id')
    .whereRef('usermeta.user_id', '=', 'users.id')
    .where(sql<SqlBool>`${columns.named('usermeta.key')} = ${key}`)
  return eb.exists(holds ? rows.where(holds(columns.named('usermeta.value'))) : rows)
}

function hasPublished({ columns, dialect }: Writing, filter: Filter, at: number): Condition {
  const eb = expressionBuilder<Database, keyof Database>()
  const published = eb
    .selectFrom('posts')
    .select('posts.id')
    .whereRef('posts.author_id', '=', 'users.id')
    .where(isWord(columns.compared('posts.status'), 'publish'))
    .where(oneOfStored(columns.compared('posts.type'), filter, at, dialect))
  return eb.exists(published)
}

/** The rows that a viewer may see. */
export function visibleRows(
  visible: Visibility,
  { columns, ruleOf }: Pick<Writing, 'columns' | 'ruleOf'>,
): Condition {
  const capabilities = new Set(visible.capabilities)
  const eb = expressionBuilder<Database, keyof Database>()
  const viewerId = columns.noId('posts.author_id') === '' ? viewerTextSlot : viewerSlot
  const seen = ruleOf(visible)({
    eb,
    column: columns.named,
    can: (capability) => capabilities.has(capability),
    noId: columns.noId,
    viewerId,
    lockedId:
      visible.lockedId === undefined ? null : columns.noId('posts.id') === '' ? lockedTextSlot : lockedSlot,
    addressedTypes: visible.addressedTypes ?? [],
  })
  if (visible.members === undefined) return seen
  const isMember = userHasMeta(visible.members, columns)
  // Under these rules viewers find their own accounts even without membership
  const isSelf = sql<SqlBool>`${columns.named('users.id')} = ${viewerId}`
  const hasSelf = ['visibleAlone', 'editable', 'editableAlone'].includes(visible.rule)
  return eb.and([seen, hasSelf ? eb.or([isMember, isSelf]) : isMember])
}

/** The pattern that `like` compares a column with. */
export function patternOf(text: string, match: SearchWord['match'], dialect: Dialect): string {
  const folded = (dialect.collates ? text : fold(text)).replace(/[!%_]/g, '!$&')
  return { part: `%${folded}%`, start: `${folded}%`, whole: folded }[match]
}
