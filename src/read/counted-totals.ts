// A total that outlives the process is valid only for the statement that counted it, which says by which tables, columns
// and rules rows are counted.
import { hash } from 'node:crypto'
import type { CountPlan } from '../plan/plan.ts'
import type { Compiled } from '../sql/compile.ts'
import type { RowTest } from './row-test.ts'

export interface CountedTotals {
  /** Null where only counting again gives the total after a change. */
  readonly rowTestOf: (plan: CountPlan) => RowTest | null
  /** A hash of the statement that counts the plan, and of its parameters. */
  readonly markOf: (plan: CountPlan) => string
}

export function createCountedTotals(
  compile: (plan: CountPlan) => Compiled,
  rowTestOf: CountedTotals['rowTestOf'],
): CountedTotals {
  return {
    rowTestOf,
    markOf: (plan) => {
      const { sql, parameters } = compile({ ...plan, kind: 'count' }).query
      const text = JSON.stringify([sql, parameters.map(String)])
      return hash('sha256', text).slice(0, 24)
    },
  }
}
