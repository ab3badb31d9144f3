// Numbers that run through a request, one sequence a name: galleries, players.

/** Gives the next number of a name, from 1; where it is a step of none, the last one. */
export function counter(): (name: string, step?: number) => number {
  const counts = new Map<string, number>()
  return (name, step = 1) => {
    const next = (counts.get(name) ?? 0) + step
    counts.set(name, next)
    return next
  }
}
