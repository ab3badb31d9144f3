// Renames logical names to the layout's in Kysely's tree: `posts.created_at` becomes `posts`.`post_date` of
// `wp_posts` as `posts`, and keeps its logical name in the result. A column without its table is refused.
import {
  AliasNode,
  AndNode,
  ColumnNode,
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  IdentifierNode,
  OperationNodeTransformer,
  RawNode,
  ReferenceNode,
  SchemableIdentifierNode,
  TableNode,
  WhereNode,
  WithNode,
  type FromNode,
  type JoinNode,
  type OperationNode,
  type RootOperationNode,
  type SelectionNode,
  type SelectQueryNode,
} from 'kysely'
import { keyedTables, type MetaRead } from '../core/tag.ts'
import type { Layout, PhysicalTable } from '../database/layout.ts'
import { tableOf, type Table } from '../database/tables.ts'
import { rowFilters } from './columns.ts'

export interface Physical<T> {
  readonly node: T
  /** The logical tables that the query reads, including those of conditions. */
  readonly tables: ReadonlySet<Table>
  /** The names under which it reads them. */
  readonly names: ReadonlySet<string>
  /** The meta keys that the query reads. */
  readonly meta: ReadonlySet<MetaRead>
}

/** A subquery that reads a meta table under one key alone. */
interface UnderKey extends SelectQueryNode {
  readonly metaKey: string
}

export function underKey(key: string, node: SelectQueryNode): UnderKey {
  return { ...node, metaKey: key }
}

function isUnderKey(node: SelectQueryNode): node is UnderKey {
  return 'metaKey' in node
}

export function toPhysical<T extends RootOperationNode>(node: T, layout: Layout): Physical<T> {
  const transformer = new ToPhysical(layout)
  const physical = transformer.transformNode(node)
  return {
    node: withQueries(physical, transformer.queries),
    tables: transformer.tables,
    names: transformer.names,
    meta: transformer.meta,
  }
}

/** Adds a WITH clause that defines the queries whose results the statement names as tables. */
function withQueries<T extends RootOperationNode>(node: T, queries: ReadonlyMap<string, string>): T {
  const [first, ...others] = [...queries].map(([name, query]) =>
    CommonTableExpressionNode.create(
      CommonTableExpressionNameNode.create(name),
      RawNode.createWithSql(`(${query})`),
    ),
  )
  if (first === undefined) return node
  const clause = others.reduce((all, each) => WithNode.cloneWithExpression(all, each), WithNode.create(first))
  return { ...node, with: clause }
}

class ToPhysical extends OperationNodeTransformer {
  readonly tables = new Set<Table>()
  readonly names = new Set<string>()
  readonly meta = new Set<MetaRead>()
  /** The meta key of the subquery that is being transformed; `*` outside of one. */
  #metaKey = '*'
  /** The queries whose results the statement reads, by table name. */
  readonly queries = new Map<string, string>()
  readonly #layout: Layout

  constructor(layout: Layout) {
    super()
    this.#layout = layout
  }

  /** Adds the owner's filters of each table that a query names, so that no query finds rows that these exclude. */
  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const outer = this.#metaKey
    if (isUnderKey(node)) this.#metaKey = node.metaKey
    const read = super.transformSelectQuery(node)
    this.#metaKey = outer
    const tables = [...(node.from?.froms ?? []), ...(node.joins ?? []).map(({ table }) => table)]
    const filters = tables
      .filter((each) => TableNode.is(each))
      .flatMap((each) => rowFilters(this.#layout, each.table.identifier.name))
      .map((filter) => filter.toOperationNode())
    const [first, ...others] = [...(read.where ? [read.where.where] : []), ...filters]
    if (first === undefined || filters.length === 0) return read
    return {
      ...read,
      where: WhereNode.create(others.reduce<OperationNode>((all, each) => AndNode.create(all, each), first)),
    }
  }

  protected override transformFrom(node: FromNode): FromNode {
    return { ...node, froms: node.froms.map((from) => this.#underItsName(from)) }
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    const joined = super.transformJoin(node)
    return { ...joined, table: this.#underItsName(node.table) }
  }

  protected override transformTable(node: TableNode): TableNode {
    return TableNode.create(this.#physical(node.table.identifier.name).table)
  }

  protected override transformReference(node: ReferenceNode): ReferenceNode {
    const table = node.table?.table.identifier.name
    if (table === undefined || !ColumnNode.is(node.column))
      throw new Error('a column is named without its table')
    const name = node.column.column.name
    const physical = this.#physical(table).columns.get(name)
    if (typeof physical !== 'string') throw new Error(`there is no column ${table}.${name}`)
    // The reference is qualified by the alias, which is the logical name
    const alias: TableNode = { kind: 'TableNode', table: SchemableIdentifierNode.create(table) }
    return ReferenceNode.create(ColumnNode.create(physical), alias)
  }

  protected override transformSelection(node: SelectionNode): SelectionNode {
    if (!ReferenceNode.is(node.selection) || !ColumnNode.is(node.selection.column))
      return super.transformSelection(node)
    const logical = node.selection.column.column.name
    const alias = AliasNode.create(this.transformReference(node.selection), IdentifierNode.create(logical))
    return { ...node, selection: alias }
  }

  protected override transformSelectAll(): never {
    throw new Error('columns are selected by their names')
  }

  #physical(name: string): PhysicalTable {
    const table = tableOf(name)
    const physical = table && this.#layout.get(table)
    if (table === undefined || physical === undefined) throw new Error(`there is no table ${name}`)
    this.tables.add(table)
    this.names.add(name)
    const keyed = keyedTables.find((each) => each === table)
    if (keyed) this.meta.add(`${keyed}:${this.#metaKey}`)
    if (physical.query !== null) this.queries.set(physical.table, physical.query)
    return physical
  }

  /** A table is read under its logical name, so that references to it stay readable. */
  #underItsName(node: OperationNode): OperationNode {
    if (!TableNode.is(node)) return this.transformNode(node)
    return AliasNode.create(this.transformTable(node), IdentifierNode.create(node.table.identifier.name))
  }
}
