// Compiles plans to SQL. Plans that differ in values alone share a shape: it is compiled once, with logical names renamed to the
// layout's, and kept; values are bound at each run. Where query planners of servers differ, the dialect says which form to write.
import { createQueryId, sql, type CompiledQuery, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { BoundedMap } from '../cache/bounded-map.ts'
import type { MetaRead } from '../core/tag.ts'
import type { Dialect } from '../database/engine.ts'
import { hasRelationsOnce, type FollowedTables, type Layout } from '../database/layout.ts'
import { withinDeadline } from './deadline.ts'
import type { Database, Table } from '../database/tables.ts'
import type { Computed } from '../registry/computed.ts'
import type { BoundRule } from '../registry/rule.ts'
import { computedBuilder } from './computed.ts'
import { leastKey } from './compared.ts'
import { columnsIn, type Columns } from './columns.ts'
import { visibleRows, type Condition, type Writing } from './condition.ts'
import { findsOrphans, orphansLast, withOrphans } from './orphans.ts'
import type { Visibility } from '../database/filter.ts'
import { partOf } from '../database/table-parts.ts'
import { idsOf, posts, type IdsAccess } from './ids.ts'
import { keyColumn } from '../plan/cursor.ts'
import { orderTerms, windowConditions } from './order.ts'
import {
  typesIn,
  type Access,
  type CountPlan,
  type ItemPlan,
  type ListPlan,
  type ReadPlan,
} from '../plan/plan.ts'
import { lastOf } from './last.ts'
import { accessOf, shapeOf } from './shape.ts'
import { timeZone, type TimeZone } from '../site/time-zone.ts'
import { bind, limitSlot, offsetSlot, upToSlot } from './slot.ts'
import { toPhysical } from './to-physical.ts'

export interface CompileOptions {
  readonly kysely: Kysely<Database>
  readonly dialect: Dialect
  readonly layout: Layout
  /** The zone of local times that are stored as seconds since 1970. */
  readonly localZone?: TimeZone
  readonly ruleOf: (visible: Visibility) => BoundRule
  /** The layout with tables of plug-ins that change feeds follow. Default: there are none. */
  readonly followed?: FollowedTables
  /** Computed columns by name. */
  readonly computed?: ReadonlyMap<string, Computed>
  readonly kept: BoundedMap<string, Compiled>
}

export interface Compiled {
  readonly query: CompiledQuery
  /** The logical tables that the query reads. */
  readonly tables: ReadonlySet<Table>
  /** The meta keys that the query reads. */
  readonly meta: ReadonlySet<MetaRead>
}

export function createCompile(options: CompileOptions): (plan: ReadPlan) => Compiled {
  const { kysely, layout, kept } = options
  const whole = layout.get('posts')
  const compile = (plan: ReadPlan, read: Layout): Compiled => {
    const { node, tables, names, meta } = toPhysical(
      build(plan, { ...options, layout: read }).toOperationNode(),
      read,
    )
    // A parent's row may be in another part
    if (read !== layout && names.has('parents')) return compile(plan, layout)
    return { query: kysely.getExecutor().compileQuery(node, createQueryId()), tables, meta }
  }
  return (plan) => {
    const part = whole && partOf(whole, typesIn(plan))
    const shape = part ? `${part.table} ${shapeOf(plan)}` : shapeOf(plan)
    const known = kept.get(shape)
    const compiled = known ?? compile(plan, part ? new Map(layout).set('posts', part) : layout)
    if (!known) kept.set(shape, compiled)
    return { query: bind(compiled.query, plan), tables: compiled.tables, meta: compiled.meta }
  }
}

/** The column that marks visible rows where hidden rows are counted but withheld. */
export const isVisible = 'is_visible'

function build(plan: ReadPlan, options: CompileOptions) {
  const { kysely, dialect } = options
  switch (plan.source) {
    case 'posts': {
      const access = accessOf(plan)
      if (access === null) return shaped(kysely.selectFrom('posts'), plan, options)
      if (access.kind === 'filter-first' && plan.kind === 'count') return countedBy(plan, access, options)
      if (access.kind === 'in-order' || access.kind === 'by-owner' || plan.kind !== 'list') {
        const from = sql<Database['posts']>`${sql.table('posts')}`
        const hinted = kysely.selectFrom(from.as<'posts'>(readBy('posts', access, options)))
        return shaped(hinted, plan, options, thereIn('posts'))
      }
      const writing = writingOf(options, plan)
      const ids = sql<Database['posts']>`(${idsOf(plan, access, writing)})`
      const rows = sql`${sql.id('page')} ${sql.raw(dialect.joinInOrder)} ${posts(null, writing)} on ${writing.columns.matching('posts.id', sql.id('page', 'id'))}`
      const page = ordered(selected(kysely.selectFrom(ids.as<'posts'>(rows)), plan, options), plan, options)
      // A subquery without a limit has no order in SQL
      return plan.page.kind === 'all' ? page : page.limit(limitSlot)
    }
    case 'comments': {
      const access = accessOf(plan)
      const from = sql<Database['comments']>`${sql.table('comments')}`
      if (access?.kind !== 'in-order' && access?.kind !== 'by-owner')
        return shaped(kysely.selectFrom('comments'), plan, options)
      const comments = kysely.selectFrom(from.as<'comments'>(readBy('comments', access, options)))
      return shaped(comments, plan, options, thereIn('comments'))
    }
    case 'postmeta':
    case 'usermeta':
    case 'termmeta':
    case 'commentmeta':
    case 'users':
    case 'options':
      return shaped(kysely.selectFrom(plan.source), plan, options)
    case 'terms': {
      const terms = kysely.selectFrom('term_taxonomy').innerJoin('terms', 'terms.id', 'term_taxonomy.term_id')
      return shaped(terms, plan, options)
    }
    case 'post_terms': {
      const relations = kysely.selectFrom('term_relationships')
      const relation = ['term_taxonomy.id', 'term_relationships.term_taxonomy_id'] as const
      const term = ['terms.id', 'term_taxonomy.term_id'] as const
      return findsOrphans(plan)
        ? shaped(relations.leftJoin('term_taxonomy', ...relation).leftJoin('terms', ...term), plan, options)
        : shaped(relations.innerJoin('term_taxonomy', ...relation).innerJoin('terms', ...term), plan, options)
    }
  }
}

/** Counts posts by the ids that the driving filter finds. */
function countedBy(plan: CountPlan, access: IdsAccess, options: CompileOptions) {
  const ids = idsOf(
    { ...plan, kind: 'list', columns: [], order: [], page: { kind: 'all' } },
    access,
    writingOf(options, plan),
  )
  const counted = plan.upTo === undefined ? ids : sql`${ids} limit ${upToSlot}`
  return options.kysely
    .selectFrom(sql<{ readonly id: number }>`(${counted})`.as('counted'))
    .select(sql<number>`count(*)`.as('count'))
}

/** Returns the layout's filters of a table in a raw SQL fragment, to which to-physical.ts does not add them. */
const thereIn =
  (table: Table) =>
  (columns: Columns): readonly Condition[] =>
    columns.there(table)

/** A table under its logical name, with a hint for an index where the dialect has such hints. */
function readBy(table: Table, access: Access, { dialect }: CompileOptions) {
  const name = sql.id(table)
  if (access.kind === 'by-owner' && !dialect.indexHints)
    return sql`${name} indexed by ${sql.id(access.index)}`
  const { index } = access
  return index !== null && dialect.indexHints ? sql`${name} force index (${sql.id(index)})` : name
}

const utc = timeZone('', 0)

function writingOf(
  { layout, dialect, localZone = utc, ruleOf, followed = new Map() }: CompileOptions,
  plan: ReadPlan,
): Writing {
  const zone = plan.kind === 'list' ? plan.zone : undefined
  return {
    columns: columnsIn({ layout, dialect, localZone, ...(zone ? { zone } : {}) }),
    dialect,
    ruleOf,
    followed,
    relatesOnce: hasRelationsOnce(layout),
  }
}

function shaped<DB, TB extends keyof DB>(
  from: SelectQueryBuilder<DB, TB, object>,
  plan: ReadPlan,
  options: CompileOptions,
  there: (columns: Columns) => readonly Condition[] = () => [],
) {
  const { dialect } = options
  // A count in the order of an index reads each entry once, so its subqueries are probed instead of joined
  const probing = plan.kind === 'count' && plan.access !== undefined
  const writing = { ...writingOf(options, plan), probing }
  const { columns } = writing
  const conditions = [...there(columns), ...withOrphans(plan, writing)]
  const seen = plan.visible && visibleRows(plan.visible, writing)
  if (seen && !isWithheld(plan)) conditions.push(seen)
  if (plan.kind === 'list') conditions.push(...windowConditions(plan, columns, dialect))
  conditions.unshift(...withinDeadline(plan.source, writing))
  const filtered = conditions.reduce((query, each) => query.where(each), from)
  switch (plan.kind) {
    case 'count': {
      if (plan.upTo === undefined) return filtered.select(sql<number>`count(*)`.as('count'))
      const found = filtered.select(sql<number>`1`.as('found')).limit(upToSlot)
      return options.kysely.selectFrom(found.as('counted')).select(sql<number>`count(*)`.as('count'))
    }
    case 'tally': {
      const whole = columns.of(plan.source, plan.by)
      const by = plan.length === undefined ? whole : sql`substr(${whole}, 1, ${sql.lit(plan.length)})`
      const last = plan.lastBy === undefined ? [] : [lastOf(plan.source, plan.lastBy, columns)]
      const tallied = filtered.select([by.as('key'), sql<number>`count(*)`.as('count'), ...last])
      return columns.isConstant(plan.source, plan.by) ? tallied : tallied.groupBy(sql`${by}`)
    }
    case 'item':
      return selected(filtered, plan, options).limit(1)
    case 'list':
      return plan.source === 'comments' && isWithheld(plan)
        ? judgedFirst(filtered, plan, options)
        : limited(ordered(selected(filtered, plan, options), plan, options), plan)
  }
}

/** Decides the visibility of comments, which needs other tables, once for each row of the page and not once for each column. */
function judgedFirst<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  plan: ListPlan,
  options: CompileOptions,
) {
  const { columns } = writingOf(options, plan)
  const ids = selected(rows, { ...plan, columns: [] }, options).select(columns.of('comments', 'id').as('id'))
  const page = sql<Database['comments']>`${limited(ordered(ids, plan, options), plan)}`
  const isShown = sql.id('page', isVisible)
  const shown = sql`${sql.id('page')} left join ${sql.table('comments')} as ${sql.id('comments')} on ${columns.matching('comments.id', sql.id('page', 'id'))} and ${isShown} = 1`
  const from = options.kysely.selectFrom(page.as<'comments'>(shown)).select(isShown.as(isVisible))
  return ordered(selected(from, { ...plan, visible: null }, options), plan, options)
}

/** True where hidden rows are read, but their columns are withheld. */
function isWithheld({ kind, visible }: ReadPlan): boolean {
  return kind !== 'item' && visible?.unseen === 'count-but-withhold'
}

function selected<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  plan: ListPlan | ItemPlan,
  options: CompileOptions,
) {
  const writing = writingOf(options, plan)
  const { columns, dialect } = writing
  const withheld = plan.visible && isWithheld(plan) ? visibleRows(plan.visible, writing) : null
  const builder = computedBuilder(columns, dialect)
  const column = (name: string) =>
    sql`${options.computed?.get(name)?.(builder) ?? columns.of(plan.source, name)}`
  // A cursor page may begin at this row in an order by any of its columns
  const [first] = plan.kind === 'list' ? plan.order : []
  const ordering =
    plan.kind === 'item'
      ? plan.columns.filter((name) => !options.computed?.has(name))
      : first?.kind === 'column'
        ? [first.column]
        : []
  const inUtc = ordering.filter((name) => columns.inUtc(plan.source, name) !== null)
  const least =
    first?.kind === 'meta' && plan.kind === 'list' && plan.page.kind === 'keyset'
      ? [leastKey(first.by, columns, dialect).as(keyColumn(first.by.name))]
      : []
  return rows.select([
    ...least,
    ...inUtc.map((name) => columns.sorted(plan.source, name).as(keyColumn(name))),
    ...plan.columns.map((name) =>
      (withheld ? sql`case when ${withheld} then ${column(name)} end` : column(name)).as(name),
    ),
    ...(withheld ? [sql`case when ${withheld} then 1 else 0 end`.as(isVisible)] : []),
  ])
}

function ordered<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  plan: ListPlan,
  options: CompileOptions,
) {
  const { columns } = writingOf(options, plan)
  const existing = orphansLast(plan, columns).reduce((sorted, term) => sorted.orderBy(term), query)
  return orderTerms(plan, columns, options.dialect).reduce(
    (sorted, { term, direction }) => sorted.orderBy(term, direction),
    existing,
  )
}

function limited<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, { page }: ListPlan) {
  switch (page.kind) {
    case 'all':
      return query
    case 'keyset':
      return query.limit(limitSlot)
    case 'offset':
      return query.limit(limitSlot).offset(offsetSlot)
  }
}
