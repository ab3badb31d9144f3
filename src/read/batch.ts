// Combines queries that many plans need at once: one statement for plans of a kind, and one query for equal plans.
import { isFailure, type Failure } from '../core/failure.ts'
import { planKey } from '../plan/plan-key.ts'
import type { CountPlan, ListPlan } from '../plan/plan.ts'
import type { Found } from './run.ts'

type Question = ListPlan | CountPlan
interface Waiting {
  readonly plan: Question
  readonly resolve: (found: Found | Failure) => void
  readonly reject: (error: unknown) => void
}
type Ask = (plan: Question) => Promise<Found | Failure>

/** `each` answers plans of one kind, source and columns. */
export function askTogether(each: (plans: readonly Question[]) => Promise<readonly Found[] | Failure>): Ask {
  const asked = new Map<string, Promise<Found | Failure>>()
  let waiting: Waiting[] = []
  const answer = async () => {
    const all = waiting
    waiting = []
    for (const alike of Map.groupBy(all, ({ plan }) => kindOf(plan)).values())
      try {
        const found = await each(alike.map(({ plan }) => plan))
        for (const [at, { plan, resolve }] of alike.entries())
          resolve(isFailure(found) ? found : (found[at] ?? unanswered(plan)))
      } catch (error) {
        for (const { reject } of alike) reject(error)
      }
  }
  return (plan) => {
    const key = planKey(plan)
    const known = asked.get(key)
    if (known) return known
    const { promise, resolve, reject } = Promise.withResolvers<Found | Failure>()
    // Plans estimated in parallel are asked for in one run of microtasks, which ends before the next tick
    if (waiting.length === 0) process.nextTick(answer)
    waiting.push({ plan, resolve, reject })
    asked.set(key, promise)
    return promise
  }
}

function kindOf(plan: Question): string {
  return JSON.stringify([plan.kind, plan.source, plan.kind === 'list' ? plan.columns : []])
}

function unanswered({ source }: Question): never {
  throw new Error(`a query of ${source} has no result`)
}
