// Lists by a time, by the clock that the tables are read by.
import { isFailure, type Failure } from '../core/failure.ts'
import { instants, isInstant } from '../database/source.ts'
import type { Clock } from '../plan/plan.ts'
import type { NodeOrder } from '../registry/node.ts'
import type { GraphContext } from './context.ts'

/** The order by the column that says its time on the clock of the tables. */
export async function onClock(
  order: NodeOrder,
  { reading }: Pick<GraphContext, 'reading'>,
): Promise<NodeOrder | Failure> {
  if (!isInstant(order.column)) return order
  const clock = await reading.clock(order.column)
  if (isFailure(clock)) return clock
  return clock === 'utc' ? order : { ...order, column: instants[order.column].local }
}

/** What cursors of a list in this order are by. */
export function clockOf({ column }: NodeOrder): Clock {
  return isInstant(column) ? 'utc' : 'local'
}
