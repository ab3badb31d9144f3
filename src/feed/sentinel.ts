// A sentinel row shows by its visible state that its transaction has committed. A session that changes a row holds it until the commit is
// visible. So once the log has a later change of the row, its earlier change is visible; and a read returns the row as it was before the
// last change in the log, or as that change left it, or later. Everything here is pure.
import type { PhysicalRow } from './binlog-rows.ts'

/** How rows of a table are identified, and which columns have equal texts in the log and in a result for equal values. */
export interface TableShape {
  readonly table: string
  readonly key: readonly string[]
  readonly compared: readonly string[]
  /** The integer columns, those of the key included. */
  readonly integers: readonly string[]
}

/** A changed row; null before it was inserted, and after it was deleted. */
export interface Sentinel {
  readonly shape: TableShape
  readonly key: readonly KeyValue[]
  readonly before: PhysicalRow | null
  readonly after: PhysicalRow | null
}

type KeyValue = string | number

export interface ColumnType {
  readonly column: string
  readonly type: string
  readonly isKey: boolean
}

const integers: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint'])
/** `timestamp` is left out, since each session shows it in its own zone. */
const compared: ReadonlySet<string> = new Set([
  ...integers,
  'char',
  'varchar',
  'tinytext',
  'text',
  'mediumtext',
  'longtext',
  'date',
  'datetime',
])

/** Null for a table without a primary key of integers: equality of other types depends on the server. */
export function tableShapeOf(table: string, columns: readonly ColumnType[]): TableShape | null {
  const key = columns.filter(({ isKey }) => isKey)
  if (key.length === 0 || key.some(({ type }) => !integers.has(type))) return null
  const beside = columns.filter(({ type, isKey }) => !isKey && compared.has(type))
  const namesOf = (each: readonly ColumnType[]) => each.map(({ column }) => column)
  const whole = columns.filter(({ type }) => integers.has(type))
  return { table, key: namesOf(key), compared: namesOf(beside), integers: namesOf(whole) }
}

/** One sentinel, or two where the key changed: a deleted row and an inserted one. */
export function sentinelsOf(
  shape: TableShape,
  before: PhysicalRow | null,
  after: PhysicalRow | null,
): readonly Sentinel[] {
  const [was, is] = [keyOf(shape, before), keyOf(shape, after)]
  if (was && is && String(was) === String(is)) return [{ shape, key: is, before, after }]
  return [
    ...(was ? [{ shape, key: was, before, after: null }] : []),
    ...(is ? [{ shape, key: is, before: null, after }] : []),
  ]
}

/** Null without a row, or where a value is no integer. */
export function keyOf({ key }: TableShape, row: PhysicalRow | null): Sentinel['key'] | null {
  const values = key.map((column) => row?.[column]).filter(isKeyValue)
  return values.length === key.length ? values : null
}

export function nameOf({ shape, key }: Pick<Sentinel, 'shape' | 'key'>): string {
  return `${shape.table} ${String(key)}`
}

/** Merges two changes of a row in one transaction. */
export function both(first: Sentinel, then: Sentinel): Sentinel {
  return { ...first, after: then.after }
}

/** The columns that show the change of a row; empty for an inserted or deleted one, whose presence shows it. Null where no column does. */
export function tellingOf({ shape, before, after }: Sentinel): readonly string[] | null {
  if (before === null || after === null) return before === after ? null : []
  const telling = shape.compared.filter(
    (column) =>
      before[column] !== after[column] && isComparable(before[column]) && isComparable(after[column]),
  )
  return telling.length > 0 ? telling : null
}

/** True where the row as read (null: no row) must be as the transaction left it, or later. */
export function canBeRead(sentinel: Sentinel, found: PhysicalRow | null): boolean {
  const telling = tellingOf(sentinel)
  if (telling === null) return false
  const { before, after } = sentinel
  if (before === null) return found !== null
  if (after === null || found === null) return found === null
  return telling.some((column) => found[column] === after[column])
}

const lettersMax = 1000

/** True for null, for ASCII texts, which are the same in every character set, and for integers that drivers read as numbers. */
function isComparable(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= lettersMax && /^[ -~]*$/.test(value)
  return value === null || Number.isSafeInteger(value)
}

function isKeyValue(value: unknown): value is KeyValue {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value))
}
