// Numbers that run through a request, one sequence a name: galleries, players.

/** Gives the next number of a name, from 1. */
export function counter(): (name: string) => number {
  const counts = new Map<string, number>()
  return (name) => {
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
}
