// Caches lookups that plans of lists need, such as the ids of a slug or of a term's descendants: the lists of many nodes of one
// document need the same, which is read once per request.
import type { GraphContext } from '../graphql/context.ts'
import { planKey } from '../plan/plan-key.ts'
import type { Reading } from '../read/execute.ts'

const contexts = new WeakMap<GraphContext, GraphContext>()

/** The context of a request, with a reading that reads equal plans of rows and lists once. */
export function lookingUp(context: GraphContext): GraphContext {
  const known = contexts.get(context)
  if (known) return known
  const made = { ...context, reading: readingOnce(context.reading) }
  contexts.set(context, made)
  return made
}

function readingOnce(reading: Reading): Reading {
  const list = once(reading.list)
  const item = once(reading.item)
  return {
    ...reading,
    list: (plan, count) => (count ? reading.list(plan, count) : list(plan)),
    item: (plan, isOwned) => (isOwned ? reading.item(plan, isOwned) : item(plan)),
  }
}

/** Equal plans share one promise, so that lists continue at the same time, as their batch needs it. */
function once<Plan, Found>(read: (plan: Plan) => Promise<Found>): (plan: Plan) => Promise<Found> {
  const kept = new Map<string, Promise<Found>>()
  return (plan) => {
    const key = planKey(plan)
    const found = kept.get(key) ?? read(plan)
    kept.set(key, found)
    return found
  }
}
