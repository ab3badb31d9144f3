// Numbers that run through a request, one sequence per name: galleries, players. A `Counted` states which numbers an item found
// and how far it advanced them: a cached item fits every page where it finds the same numbers.

export interface Count {
  /** Returns the next number of a name, from 1; with a step of 0 the last one. */
  (name: string, step?: number): number
  /** Advances a name that is only tested by `isMarked`. */
  readonly mark: (name: string) => void
  readonly isMarked: (name: string) => boolean
}

/** The numbers for content that is rendered a second time: it advances them, but sets no mark again. */
export function withoutMarks(count: Count): Count {
  return Object.assign((name: string, step?: number) => count(name, step), {
    mark: () => {},
    isMarked: count.isMarked,
  })
}

/** The same numbers, and how often a number or a mark was used. */
export function watchedCount(count: Count): { readonly count: Count; readonly uses: () => number } {
  let uses = 0
  const used =
    <A extends readonly unknown[], T>(ask: (...args: A) => T) =>
    (...args: A) => {
      uses += 1
      return ask(...args)
    }
  return {
    count: Object.assign(used(count), { mark: used(count.mark), isMarked: used(count.isMarked) }),
    uses: () => uses,
  }
}

export interface Counted {
  /** The numbers and marks that the item found. */
  readonly found: ReadonlyMap<string, number | boolean>
  /** How far the item advanced each name. */
  readonly moved: ReadonlyMap<string, number>
}

export interface Counter {
  readonly count: Count
  /** Advances the numbers as the item did. */
  readonly pass: (counted: Counted) => void
  /** True where the item would find the same numbers as before. */
  readonly isFound: (counted: Counted) => boolean
  /** The present values under the names that the item found, as a text. */
  readonly foundNow: (counted: Counted) => string
  /** Returns the numbers found and advanced since the last call of `take`. */
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
