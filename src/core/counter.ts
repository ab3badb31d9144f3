// Numbers that run through a request, one sequence a name: galleries, players. What of them an item uses, and how far it
// moves them on, is told with it: it is the same on any page where it finds the same.

export interface Count {
  /** The next number of a name, from 1; where it is a step of none, the last one. */
  (name: string, step?: number): number
  /** Moves a name on, whose number nobody uses. */
  readonly mark: (name: string) => void
  readonly isMarked: (name: string) => boolean
}

export interface Counted {
  /** What it found: numbers, or whether there was one. */
  readonly found: ReadonlyMap<string, number | boolean>
  /** How far it moved each name on. */
  readonly moved: ReadonlyMap<string, number>
}

export interface Counter {
  readonly count: Count
  /** Moves on as an item did. */
  readonly pass: (counted: Counted) => void
  /** Whether an item would find what it found. */
  readonly isFound: (counted: Counted) => boolean
  /** The values under the names that an item found, as a text. */
  readonly foundNow: (counted: Counted) => string
  /** What was found and moved since this was last asked. */
  readonly take: () => Counted
}

export function counter(): Counter {
  const numbers = new Map<string, number>()
  let found = new Map<string, number | boolean>()
  let moved = new Map<string, number>()
  const at = (name: string) => numbers.get(name) ?? 0
  const before = (name: string) => at(name) - (moved.get(name) ?? 0)
  const move = (name: string, step: number) => {
    if (step === 0) return
    numbers.set(name, at(name) + step)
    moved.set(name, (moved.get(name) ?? 0) + step)
  }
  const next = (name: string, step = 1) => {
    if (typeof found.get(name) !== 'number') found.set(name, before(name))
    move(name, step)
    return at(name)
  }
  const isMarked = (name: string) => {
    if (!moved.has(name) && !found.has(name)) found.set(name, at(name) > 0)
    return at(name) > 0
  }
  const now = (name: string, as: number | boolean) => (typeof as === 'number' ? at(name) : at(name) > 0)
  return {
    count: Object.assign(next, { mark: (name: string) => move(name, 1), isMarked }),
    pass: (item) => {
      for (const [name, step] of item.moved) numbers.set(name, at(name) + step)
    },
    isFound: (item) => item.found.entries().every(([name, value]) => now(name, value) === value),
    foundNow: (item) => JSON.stringify([...item.found].map(([name, value]) => [name, now(name, value)])),
    take: () => {
      const taken = { found, moved }
      found = new Map()
      moved = new Map()
      return taken
    },
  }
}
