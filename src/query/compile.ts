// Plans → SQL. A plan's shape is compiled once, on logical names, renamed to the layout's and kept; its values are
// bound each time. Where planners differ the dialect says which form to write.
import {
  createQueryId,
  sql,
  type CompiledQuery,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import type { BoundedMap } from '../cache/bounded-map.ts'
import type { Dialect, Server } from '../database/engine.ts'
import { columnIn, type Layout } from '../database/layout.ts'
import { columnOf, firstColumn } from '../database/source.ts'
import type { Database, Table } from '../database/tables.ts'
import type { Computed, Rule } from '../registry/define.ts'
import { computedBuilder } from './computed.ts'
import { columnsIn, conditionsOf, orderTerm, visibleRows, windowConditions } from './condition.ts'
import { valuesOf, type Filter, type Visibility } from '../database/filter.ts'
import type { ListPlan, Order, ReadPlan } from './plan.ts'
import { bind, limitSlot, offsetSlot, paddedLength } from './slot.ts'
import { toPhysical } from './to-physical.ts'

export interface CompileOptions {
  readonly kysely: Kysely<Database>
  readonly dialect: Dialect
  readonly layout: Layout
  readonly server: Server
  readonly ruleOf: (visible: Visibility) => Rule
  /** Columns that no table has, by their names. */
  readonly computed?: ReadonlyMap<string, Computed>
  readonly kept: BoundedMap<string, Compiled>
}

export interface Compiled {
  readonly query: CompiledQuery
  /** The logical tables that it reads. */
  readonly tables: ReadonlySet<Table>
}

export function createCompile(options: CompileOptions): (plan: ReadPlan) => Compiled {
  const { kysely, layout, kept } = options
  const compile = (plan: ReadPlan): Compiled => {
    const { node, tables } = toPhysical(build(plan, options).toOperationNode(), layout)
    return { query: kysely.getExecutor().compileQuery(node, createQueryId()), tables }
  }
  return (plan) => {
    const shape = shapeOf(plan)
    const known = kept.get(shape)
    const compiled = known ?? compile(plan)
    if (!known) kept.set(shape, compiled)
    return { query: bind(compiled.query, plan), tables: compiled.tables }
  }
}

/** The column that says, where rows are withheld, which are not. */
export const isVisible = 'is_visible'

/** What plans share that differ in values only. */
function shapeOf(plan: ReadPlan): string {
  const list = plan.kind === 'list' ? [plan.order.map(orderShape), pageShape(plan)] : []
  return JSON.stringify([
    plan.kind,
    plan.source,
    plan.kind === 'count' ? [] : plan.kind === 'tally' ? [plan.by, plan.length] : plan.columns,
    visibleShape(plan.visible),
    plan.filters.map(filterShape),
    list,
  ])
}

function filterShape(filter: Filter): readonly unknown[] {
  const length = paddedLength(valuesOf(filter).length)
  switch (filter.kind) {
    case 'in':
    case 'after':
    case 'before':
      return [filter.kind, filter.column, length]
    case 'search':
      return [
        'search',
        filter.columns,
        filter.metaKey,
        filter.words.map(({ excluded, match }) => [excluded, match]),
      ]
    case 'term':
      return ['term', filter.taxonomy, filter.by, length]
    case 'meta':
      return ['meta', filter.key, length]
    case 'of-post':
      return ['of-post', visibleShape(filter.visible), length]
    case 'published':
      return ['published', length]
    case 'any':
    case 'none':
      return [filter.kind, filter.filters.map(filterShape)]
  }
}

function visibleShape(visible: Visibility | null): readonly unknown[] | null {
  return visible && [visible.resource, visible.rule, visible.capabilities, visible.unseen]
}

function orderShape(order: Order): readonly unknown[] {
  if (order.kind === 'relevance') return [order.kind, order.columns]
  return [order.kind, order.column, order.kind === 'column' && order.descending]
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
    case 'comments':
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
  { ruleOf, dialect, layout, computed }: CompileOptions,
) {
  const columns = columnsIn(layout, dialect)
  const conditions = [...conditionsOf(plan.source, plan.filters, { columns, dialect, ruleOf })]
  const seen = plan.visible && visibleRows(plan.visible, { columns, ruleOf })
  const withheld = plan.kind !== 'item' && plan.visible?.unseen === 'count-but-withhold' ? seen : null
  if (seen && !withheld) conditions.push(seen)
  if (plan.kind === 'list') conditions.push(...windowConditions(plan, columns, dialect))
  // First, so that it is asked of every row that is read, also of those that the rest rejects
  if (dialect.checksDeadline)
    conditions.unshift(sql<SqlBool>`within_deadline(${columns.of(plan.source, firstColumn(plan.source))})`)
  const filtered = conditions.reduce((query, each) => query.where(each), from)
  if (plan.kind === 'count') return filtered.select(sql<number>`count(*)`.as('count'))
  const builder = computedBuilder(columns, dialect)
  const column = (name: string) => sql`${computed?.get(name)?.(builder) ?? columns.of(plan.source, name)}`
  if (plan.kind === 'tally') {
    const whole = column(plan.by)
    const by = plan.length === undefined ? whole : sql`substr(${whole}, 1, ${sql.lit(plan.length)})`
    const last = sql`max(${column('id')})`.as('last')
    const tallied = filtered.select([by.as('key'), sql<number>`count(*)`.as('count'), last])
    return columns.isConstant(plan.source, plan.by) ? tallied : tallied.groupBy(sql`${by}`)
  }
  // What is withheld is counted and not fetched
  const selected = filtered.select([
    ...plan.columns.map((name) =>
      (withheld ? sql`case when ${withheld} then ${column(name)} end` : column(name)).as(name),
    ),
    ...(withheld ? [sql`case when ${withheld} then 1 else 0 end`.as(isVisible)] : []),
  ])
  if (plan.kind === 'item') return selected.limit(1)
  const backward = plan.page.kind === 'keyset' && plan.page.direction === 'backward'
  const orders = plan.order.filter(
    (order) => order.kind === 'relevance' || !columns.isConstant(plan.source, order.column),
  )
  const ordered = orders.reduce((query, order) => {
    const descending = order.kind === 'column' && order.descending
    return query.orderBy(orderTerm(plan, order, columns, dialect), descending === backward ? 'asc' : 'desc')
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
  const named = (column: string) => columnIn(layout, columnOf(plan.source, column))
  const held = plan.filters.flatMap((filter) =>
    filter.kind === 'in' && filter.values.length === 1 ? [named(filter.column)] : [],
  )
  const [first] = plan.order
  const wanted = [...held, named(first?.kind === 'column' ? first.column : 'id')].flatMap((name) =>
    typeof name === 'string' ? [name.toLowerCase()] : [],
  )
  const indexes = server.indexes.get(layout.get('posts')?.table ?? '') ?? []
  const fitting = indexes.find(({ columns }) => {
    const leading = columns.slice(0, wanted.length)
    return leading.at(-1) === wanted.at(-1) && wanted.every((column) => leading.includes(column))
  })
  return fitting?.name ?? null
}
