// Plans → SQL. A plan's shape is compiled once, on logical names, renamed to the layout's and kept; its values are
// bound each time. Where planners differ the dialect says which form to write.
import {
  createQueryId,
  expressionBuilder,
  sql,
  type CompiledQuery,
  type Kysely,
  type SelectQueryBuilder,
} from 'kysely'
import type { BoundedMap } from '../cache/bounded-map.ts'
import type { Dialect, Server } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import type { Database } from '../database/tables.ts'
import type { Rule } from '../registry/define.ts'
import { condition, orderTerm, reference, windowConditions } from './condition.ts'
import type { ListPlan, ReadPlan, Visibility } from './plan.ts'
import { bind, limitSlot, offsetSlot, paddedLength } from './slot.ts'
import { toPhysical } from './to-physical.ts'

export interface CompileOptions {
  readonly kysely: Kysely<Database>
  readonly dialect: Dialect
  readonly layout: Layout
  readonly server: Server
  readonly ruleOf: (visible: Visibility) => Rule
  readonly kept: BoundedMap<string, CompiledQuery>
}

export function createCompile(options: CompileOptions): (plan: ReadPlan) => CompiledQuery {
  const { kysely, layout, kept } = options
  return (plan) => {
    const shape = shapeOf(plan)
    const known = kept.get(shape)
    if (known) return bind(known, plan)
    const logical = build(plan, options).toOperationNode()
    const compiled = kysely.getExecutor().compileQuery(toPhysical(logical, layout), createQueryId())
    kept.set(shape, compiled)
    return bind(compiled, plan)
  }
}

/** What plans share that differ in values only. */
function shapeOf(plan: ReadPlan): string {
  const filters = plan.filters.map((filter) => {
    if (filter.kind === 'search') return ['search', filter.columns, filter.words.map((word) => word.excluded)]
    return [filter.kind, filter.kind === 'of-post' ? '' : filter.column, paddedLength(filter.values.length)]
  })
  const list = plan.kind === 'list' ? [plan.order, pageShape(plan)] : []
  return JSON.stringify([
    plan.kind,
    plan.source,
    plan.kind === 'count' ? [] : plan.columns,
    plan.visible,
    filters,
    list,
  ])
}

function pageShape({ page }: ListPlan): readonly unknown[] {
  if (page.kind !== 'keyset') return [page.kind]
  return [page.kind, page.direction, page.after !== null, page.before !== null]
}

function build(plan: ReadPlan, options: CompileOptions) {
  const { kysely } = options
  switch (plan.source) {
    case 'posts': {
      const index = keysetIndex(plan, options)
      if (index === null) return shaped(kysely.selectFrom('posts'), plan, options)
      const hint = sql`${sql.id('posts')} force index (${sql.id(index)})`
      return shaped(
        kysely.selectFrom(sql<Database['posts']>`${sql.table('posts')}`.as<'posts'>(hint)),
        plan,
        options,
      )
    }
    case 'postmeta':
    case 'usermeta':
    case 'users':
    case 'options':
      return shaped(kysely.selectFrom(plan.source), plan, options)
    case 'terms': {
      const terms = kysely.selectFrom('term_taxonomy').innerJoin('terms', 'terms.id', 'term_taxonomy.term_id')
      return shaped(terms, plan, options)
    }
    case 'post_terms': {
      const terms = kysely
        .selectFrom('term_relationships')
        .innerJoin('term_taxonomy', 'term_taxonomy.id', 'term_relationships.term_taxonomy_id')
        .innerJoin('terms', 'terms.id', 'term_taxonomy.term_id')
      return shaped(terms, plan, options)
    }
  }
}

function shaped<DB, TB extends keyof DB>(
  from: SelectQueryBuilder<DB, TB, object>,
  plan: ReadPlan,
  { ruleOf, dialect }: CompileOptions,
) {
  const conditions = plan.filters.map((filter, at) => condition(plan.source, filter, at))
  if (plan.visible) conditions.push(ruleOf(plan.visible)(expressionBuilder<Database, keyof Database>()))
  if (plan.kind === 'list') conditions.push(...windowConditions(plan, dialect))
  const filtered = conditions.reduce((query, each) => query.where(each), from)
  if (plan.kind === 'count') return filtered.select(sql<number>`count(*)`.as('count'))
  const selected = filtered.select(plan.columns.map((column) => reference(plan.source, column).as(column)))
  if (plan.kind === 'item') return selected.limit(1)
  const backward = plan.page.kind === 'keyset' && plan.page.direction === 'backward'
  const ordered = plan.order.reduce((query, order) => {
    const descending = order.kind === 'column' && order.descending
    return query.orderBy(orderTerm(plan, order), descending === backward ? 'asc' : 'desc')
  }, selected)
  return limited(ordered, plan)
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

/**
 * The index in whose order MySQL and MariaDB have to be told to read a keyset page (measured, docs/databases.md): the one
 * on the columns that the plan holds to one value each, followed by the column it is ordered by. Null where there is none.
 */
function keysetIndex(plan: ReadPlan, { dialect, layout, server }: CompileOptions): string | null {
  if (!dialect.indexHints || plan.kind !== 'list' || plan.page.kind !== 'keyset') return null
  const physical: ReadonlyMap<string, string> = new Map(Object.entries(layout.posts.columns))
  const named = (column = '') => physical.get(column)?.toLowerCase() ?? ''
  const held = plan.filters.flatMap((filter) =>
    filter.kind === 'in' && filter.values.length === 1 ? [named(filter.column)] : [],
  )
  const indexes = server.indexes.get(layout.posts.table) ?? []
  const fitting = indexes.find(({ columns }) => {
    const leading = columns.slice(0, held.length + 1).map((column) => column.toLowerCase())
    return leading.at(-1) === named(plan.order[0]?.column) && held.every((column) => leading.includes(column))
  })
  return fitting?.name ?? null
}
