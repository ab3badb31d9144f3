// Orders lists by time, with the clock that the tables' statistics suggest.
import { isFailure, type Failure } from '../core/failure.ts'
import { instants, isInstant } from '../database/source.ts'
import type { Clock } from '../plan/plan.ts'
import type { NodeOrder } from '../registry/node.ts'
import type { GraphContext } from './context.ts'

/** Replaces an order by an instant with the column of the chosen clock. */
export async function onClock(
  order: NodeOrder,
  { reading }: Pick<GraphContext, 'reading'>,
): Promise<NodeOrder | Failure> {
  if (!isInstant(order.column)) return order
  const clock = await reading.clock(order.column)
  if (isFailure(clock)) return clock
  return clock === 'utc' ? order : { ...order, column: instants[order.column].local }
}

/** The clock of cursors for a list in this order. */
export function clockOf({ column }: NodeOrder): Clock {
  return isInstant(column) ? 'utc' : 'local'
}
