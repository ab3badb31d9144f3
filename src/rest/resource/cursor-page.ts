// Implements `cursor=`: a collection ordered by date or a declared filter, page by page from a position, at the same cost at
// any depth. An empty cursor begins at the front; an answer's links contain the cursors of the neighbouring pages.
import { Type } from 'typebox'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import type { Query } from '../../core/query-string.ts'
import type { Row } from '../../database/tables.ts'
import { positionOf, type Cursors } from '../../plan/cursor.ts'
import type { Rows } from '../../read/execute.ts'
import type { KeysetPage, Position } from '../../plan/plan.ts'
import type { ResourceLists, ResourceNames } from '../../registry/resource.ts'

/** The argument, which WordPress does not have. */
export const cursorArg = Type.Optional(
  Type.String({
    description: 'Where in a list by date the page is: as its links say, or empty for its beginning.',
    own: true,
  }),
)

const dates: ReadonlySet<string> = new Set(['created_at', 'created_at_utc'])

export function hasCursors({ orders, within }: ResourceLists & ResourceNames): boolean {
  return (
    within === null && Object.values(orders).some(({ by, column }) => by === 'column' && dates.has(column))
  )
}

interface CursorArgs {
  readonly cursor: string
  readonly per_page: number
  readonly order: string
  readonly orderby: string
}

/** The page that a cursor names, and the encoder of further cursors. */
export interface CursorPage {
  readonly page: KeysetPage
  /** The column or declared filter of the order; every row has a value for it, from which cursors are made. */
  readonly column: string
  /** The columns that are read for the order's values. */
  readonly selects: readonly string[]
  readonly encode: (side: Side, position: Position) => string
}

/** The side of a position on which its page lies. */
type Side = 'after' | 'before'

export function cursorPage(
  resource: ResourceLists & ResourceNames,
  args: CursorArgs,
  given: Query,
  cursors: Cursors,
): CursorPage | Failure {
  const order = resource.orders[args.orderby]
  if (order?.by !== 'column' || !(dates.has(order.column) || order.declared))
    return fail('invalid_cursor', 'Only lists that are ordered by a date or a declared filter have cursors.')
  if (given.has('page') || given.has('offset'))
    return fail('invalid_page', 'Give a cursor, or a page or an offset, not both.')
  // A cursor is valid only for the list and order that it was made for
  const list = (side: Side) => `${resource.base} by ${order.column} ${args.order}, ${side}`
  const encode = (side: Side, position: Position) => cursors.encode(list(side), position)
  const { column, declared } = order
  const shown = { column, selects: declared && 'meta' in declared.on ? [] : [column], encode }
  const front = {
    kind: 'keyset',
    after: null,
    before: null,
    direction: 'forward',
    limit: args.per_page,
  } as const
  if (args.cursor === '') return { page: front, ...shown }
  const after = cursors.decode(list('after'), args.cursor)
  if (!isFailure(after)) return { page: { ...front, after }, ...shown }
  const before = cursors.decode(list('before'), args.cursor)
  if (isFailure(before)) return fail('invalid_cursor', 'The cursor is not one that this list gave out.')
  return { page: { ...front, before, direction: 'backward' }, ...shown }
}

/** The cursors of the neighbouring pages; none for an empty page. */
export function cursorsBeside(
  { page, column, encode }: CursorPage,
  { rows, more }: Rows,
): readonly (readonly [rel: 'prev' | 'next', cursor: string])[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const at = (row: Row) => positionOf(row, column)
  const backward = page.direction === 'backward'
  const hasPrevious = backward ? more : page.after !== null
  const hasNext = backward || more
  return [
    ...(hasPrevious ? ([['prev', encode('before', at(first))]] as const) : []),
    ...(hasNext ? ([['next', encode('after', at(last))]] as const) : []),
  ]
}
