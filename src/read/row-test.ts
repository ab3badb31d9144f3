// Decides from a row alone whether a count counts it, as SQL would: by filters of equality and visibility rules, on
// columns whose values can be compared without the server. Counts with other conditions have no such test.
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  expressionBuilder,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  sql,
  UnaryOperationNode,
  ValueNode,
  type OperationNode,
} from 'kysely'
import type { ChangedRow } from '../core/change.ts'
import type { Filter, Scalar, Visibility } from '../database/filter.ts'
import { columnIn, type Layout } from '../database/layout.ts'
import { columnOf } from '../database/source.ts'
import type { Database } from '../database/tables.ts'
import type { BoundRule } from '../registry/rule.ts'
import { equalInteger, equalText, every, negated, some, type Truth } from './three-valued.ts'
import type { CountPlan } from '../plan/plan.ts'

/** Null where the row alone does not decide. */
export type RowTest = (row: ChangedRow) => Truth

export interface RowTesting {
  readonly layout: Layout
  readonly ruleOf: (visible: Visibility) => BoundRule
}

/** Null where a condition of the plan cannot be decided from the row alone. */
export function rowTestOf({ source, filters, visible }: CountPlan, testing: RowTesting): RowTest | null {
  if (source !== 'posts') return null
  const { layout, ruleOf } = testing
  if (!tellsAlone(layout)) return null
  const isStored = (column: string) => typeof columnIn(layout, columnOf(source, column)) === 'string'
  const matches = joined(
    filters.map((filter) => ofFilter(filter, isStored)),
    every,
  )
  // Rows that are withheld from pages are counted
  if (matches === null || visible === null || visible.unseen !== 'exclude') return matches
  return joined([matches, ofRule(visible, ruleOf(visible))], every)
}

/** True where posts are stored as the binary log reports them: without a filter of rows, encoded words or textual ids. */
function tellsAlone(layout: Layout): boolean {
  const posts = layout.get('posts')
  const isEncoded = [...(posts?.columns.values() ?? [])].some(
    (column) => typeof column === 'object' && 'encoding' in column && column.encoding.kind === 'words',
  )
  return !isEncoded && (posts?.where.length ?? 0) === 0 && (posts?.textIds.size ?? 0) === 0
}

const texts: ReadonlySet<string> = new Set(['type', 'status'])
const integers: ReadonlySet<string> = new Set(['id', 'author_id', 'parent_id'])

function ofFilter(filter: Filter, isStored: (column: string) => boolean): RowTest | null {
  switch (filter.kind) {
    case 'in':
      return isStored(filter.column) ? oneOf(filter.column, filter.values) : null
    case 'any':
    case 'none': {
      const any = joined(
        filter.filters.map((each) => ofFilter(each, isStored)),
        some,
      )
      return filter.kind === 'any' ? any : not(any)
    }
    case 'after':
    case 'before':
    case 'unset':
    case 'search':
    case 'term':
    case 'meta':
    case 'compared':
    case 'plug-in':
    case 'of-post':
    case 'on-content':
    case 'time-part':
    case 'published':
      return null
  }
}

/** Interprets the rule's condition, as it is written in SQL. */
function ofRule(visible: Visibility, rule: BoundRule): RowTest | null {
  if (visible.members !== undefined) return null
  const capabilities = new Set(visible.capabilities)
  const condition = rule({
    eb: expressionBuilder<Database, keyof Database>(),
    column: (name) => sql.ref(name),
    can: (capability) => capabilities.has(capability),
    noId: () => 0,
    viewerId: sql.val(visible.viewerId),
    lockedId: visible.lockedId === undefined ? null : sql.val(visible.lockedId),
    addressedTypes: visible.addressedTypes ?? [],
  })
  return ofNode(condition.toOperationNode())
}

function ofNode(node: OperationNode): RowTest | null {
  if (ParensNode.is(node)) return ofNode(node.node)
  if (AndNode.is(node)) return joined([ofNode(node.left), ofNode(node.right)], every)
  if (OrNode.is(node)) return joined([ofNode(node.left), ofNode(node.right)], some)
  if (UnaryOperationNode.is(node)) return operatorOf(node) === 'not' ? not(ofNode(node.operand)) : null
  if (RawNode.is(node)) return ofRaw(node)
  if (!BinaryOperationNode.is(node)) return null
  const [column, values] = [columnNamed(node.leftOperand), valuesIn(node.rightOperand)]
  if (column === null || values === null) return null
  const operator = operatorOf(node)
  if (operator === '=' || operator === 'in') return oneOf(column, values)
  return operator === '!=' || operator === 'not in' ? not(oneOf(column, values)) : null
}

function ofRaw(node: RawNode): RowTest | null {
  const inside = within(node)
  if (inside !== node) return ofNode(inside)
  const [text] = node.parameters.length === 0 ? node.sqlFragments : []
  if (text === '1 = 1') return () => true
  return text === '1 = 0' ? () => false : null
}

function oneOf(column: string, values: readonly Scalar[]): RowTest | null {
  const equal = texts.has(column) ? equalText : integers.has(column) ? equalInteger : null
  return equal && ((row) => some(values.map((value) => equal(row[column], value))))
}

function not(test: RowTest | null): RowTest | null {
  return test && ((row) => negated(test(row)))
}

function joined(
  tests: readonly (RowTest | null)[],
  all: (truths: readonly Truth[]) => Truth,
): RowTest | null {
  const whole = tests.filter((test) => test !== null)
  return whole.length === tests.length ? (row) => all(whole.map((test) => test(row))) : null
}

function operatorOf(node: BinaryOperationNode | UnaryOperationNode): string | null {
  return OperatorNode.is(node.operator) ? node.operator.operator : null
}

/** The name of a column of posts; null for any other expression. */
function columnNamed(node: OperationNode): string | null {
  const inside = within(node)
  if (!ReferenceNode.is(inside) || !ColumnNode.is(inside.column)) return null
  return inside.table?.table.identifier.name === 'posts' ? inside.column.column.name : null
}

function valuesIn(node: OperationNode): readonly Scalar[] | null {
  const inside = within(node)
  const values = ValueNode.is(inside)
    ? [inside.value]
    : PrimitiveValueListNode.is(inside)
      ? [...inside.values]
      : null
  return values !== null && values.every(isScalar) ? values : null
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

/** Unwraps SQL templates that hold one expression and no text. */
function within(node: OperationNode): OperationNode {
  if (!RawNode.is(node) || node.parameters.length !== 1 || node.sqlFragments.join('') !== '') return node
  const [inside] = node.parameters
  return inside === undefined ? node : within(inside)
}
