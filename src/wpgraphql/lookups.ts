// Lookups by which lists are made, of the ids of a slug or of what lies below a term: lists that belong to many nodes of one
// document ask the same, and read it once a request.
import type { GraphContext } from '../graphql/context.ts'
import { planKey } from '../plan/plan-key.ts'
import type { Reading } from '../read/execute.ts'

const contexts = new WeakMap<GraphContext, GraphContext>()

/** The context of a request, whose rows and lists are read once each. */
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

/** Lists wait for the same answer, and so go on together, as their batch wants it. */
function once<Plan, Found>(read: (plan: Plan) => Promise<Found>): (plan: Plan) => Promise<Found> {
  const kept = new Map<string, Promise<Found>>()
  return (plan) => {
    const key = planKey(plan)
    const found = kept.get(key) ?? read(plan)
    kept.set(key, found)
    return found
  }
}
