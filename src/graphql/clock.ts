// Chooses the clock, UTC or local time, whose column orders a list by time: the tables' statistics suggest it.
import { isFailure, type Failure } from '../core/failure.ts'
import { instants, isInstant } from '../database/source.ts'
import type { Clock } from '../plan/plan.ts'
import type { NodeOrder } from '../registry/node.ts'
import type { GraphContext } from './context.ts'

/** Replaces the column of an order by time with that of the chosen clock. */
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
