// By which row it can be told that a transaction can be read. Whoever changes a row holds it until that can be read: what
// the log told of it before can be read once it tells more of it, and whoever reads it then finds what it was before the
// change that was told last, or what that made of it, or something later. Pure.
import type { PhysicalRow } from './binlog-rows.ts'

/** How rows of a table are known one from another, and which columns are the same in the log and in a row if they are equal. */
export interface Shape {
  readonly table: string
  readonly key: readonly string[]
  readonly compared: readonly string[]
}

/** A row that a transaction changed; null before it was there, and after it was deleted. */
export interface Sentinel {
  readonly shape: Shape
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
/** Not `timestamp`, which each session tells by its own zone. */
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

/** Null for a table whose rows have no key of integers: what is equal in others is for its server to say. */
export function shapeOf(table: string, columns: readonly ColumnType[]): Shape | null {
  const key = columns.filter(({ isKey }) => isKey)
  if (key.length === 0 || key.some(({ type }) => !integers.has(type))) return null
  const beside = columns.filter(({ type, isKey }) => !isKey && compared.has(type))
  return { table, key: key.map(({ column }) => column), compared: beside.map(({ column }) => column) }
}

/** One, or two where the change is of the key: a row is gone, and another there. */
export function sentinelsOf(
  shape: Shape,
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

/** Null for no row. */
export function keyOf({ key }: Shape, row: PhysicalRow | null): Sentinel['key'] | null {
  const values = key.map((column) => row?.[column]).filter(isKeyValue)
  return values.length === key.length ? values : null
}

export function nameOf({ shape, key }: Pick<Sentinel, 'shape' | 'key'>): string {
  return `${shape.table} ${String(key)}`
}

/** What two changes of a row make of it in one transaction. */
export function both(first: Sentinel, then: Sentinel): Sentinel {
  return { ...first, after: then.after }
}

/** The columns by which a row shows that it was changed; none need be read of one that came or went. Null where none would. */
export function tellingOf({ shape, before, after }: Sentinel): readonly string[] | null {
  if (before === null || after === null) return before === after ? null : []
  const telling = shape.compared.filter(
    (column) =>
      before[column] !== after[column] && isComparable(before[column]) && isComparable(after[column]),
  )
  return telling.length > 0 ? telling : null
}

/** Whether what was read of a row, null if nothing, is what the transaction made of it, or later for sure. */
export function canBeRead(sentinel: Sentinel, found: PhysicalRow | null): boolean {
  const telling = tellingOf(sentinel)
  if (telling === null) return false
  const { before, after } = sentinel
  if (before === null) return found !== null
  if (after === null || found === null) return found === null
  return telling.some((column) => found[column] === after[column])
}

const lettersMax = 1000

/** Letters that are the same in every character set; whole numbers, of which drivers read the longest as their digits. */
function isComparable(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= lettersMax && /^[ -~]*$/.test(value)
  return value === null || Number.isSafeInteger(value)
}

function isKeyValue(value: unknown): value is KeyValue {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value))
}
