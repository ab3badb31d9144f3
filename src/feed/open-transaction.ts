// A transaction of the log that is not committed yet, as far as its events have come.
import type { LoggedRow } from './log-event.ts'
import { changesMax, type Open } from './log-state.ts'

export const empty: Open = { changes: [], rows: [], isBlind: false }

export function gapIn(reason: string): Open {
  return { changes: [{ kind: 'gap', reason }], rows: [], isBlind: true }
}

/** True where the open transaction is a gap, so that its rows no longer matter. */
export function isLost(open: Open | null): boolean {
  return open?.changes[0]?.kind === 'gap'
}

/** Leaves out rows without changes, which belong to tables that Lectern does not read. */
export function withRows(open: Open, rows: readonly LoggedRow[]): Open {
  const kept = rows.filter(({ changes }) => changes.length > 0)
  if (kept.length === 0 || isLost(open)) return open
  if (open.changes.length >= changesMax)
    return { ...open, changes: [{ kind: 'gap', reason: 'a very large transaction' }] }
  return {
    ...open,
    changes: [...open.changes, ...kept.flatMap(({ changes }) => changes)],
    rows: [...open.rows, ...kept],
  }
}
