// The shape of a request: which of the route's arguments it has. Most arguments are absent, so that their defaults are
// computed once for each shape.
import type { RawArgs } from '../core/raw-args.ts'
import { isRefused, type Parsed } from './arg-schema.ts'

interface Declared {
  readonly name: string
  /** The value of the argument where it is absent. */
  readonly absent: Parsed
}

interface Shape<Arg> {
  /** The given arguments, in the order of the route. */
  readonly named: readonly Arg[]
  readonly names: readonly string[]
  /** The defaults, with members for the given arguments too, in the order of the route. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Limits the shapes that are kept. */
const shapesMax = 256

/** Finds the shapes of requests for a route with these arguments. */
export function createShapes<Arg extends Declared>(args: readonly Arg[]): (raw: RawArgs) => Shape<Arg> {
  const known = new Map<string, Shape<Arg>>()
  const places = new Map(args.map(({ name }, at) => [name, at]))
  const make = (raw: ReadonlySet<number>): Shape<Arg> => {
    const named = args.filter((_, at) => raw.has(at))
    const values = args.flatMap(({ name, absent }, at): readonly (readonly [string, unknown])[] => {
      const value = isRefused(absent) ? undefined : absent.value
      return value === undefined && !raw.has(at) ? [] : [[name, value]]
    })
    return { named, names: named.map(({ name }) => name), values: Object.fromEntries(values) }
  }
  return (raw) => {
    const at = [...raw.keys()].flatMap((name) => places.get(name) ?? [])
    const key = at.join()
    const shape = known.get(key)
    if (shape) return shape
    if (known.size === shapesMax) known.clear()
    const made = make(new Set(at))
    known.set(key, made)
    return made
  }
}
