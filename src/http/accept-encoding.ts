// Chooses the coding of a response by Accept-Encoding (RFC 9110, 12.5.3). Clients send few different headers, so each is parsed once.
import { boundedMap } from '../cache/bounded-map.ts'
import { codings, type Coding } from '../cache/compress.ts'
import { weightedIn } from '../core/weighted.ts'

/** The number of remembered headers, and the greatest length of one. */
const keptMax = 200
const keptLengthMax = 200

const kept = boundedMap<string, { readonly coding: Coding | null }>(keptMax)

/** The coding of the greatest weight, and among equals that of the fewest bytes; null where the client accepts none. */
export function codingOf(header: string | undefined): Coding | null {
  if (header === undefined) return null
  const known = kept.get(header)
  if (known) return known.coding
  const coding = choose(header)
  if (header.length <= keptLengthMax) kept.set(header, { coding })
  return coding
}

function choose(header: string): Coding | null {
  const weights = new Map(
    weightedIn(header).map(({ name, weight }) => [name === 'x-gzip' ? 'gzip' : name, weight]),
  )
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  // A response without a coding is acceptable unless the header excludes it, and loses to a coding of equal weight
  let [best, weight]: [Coding | null, number] = [null, weights.get('identity') ?? 0]
  for (const coding of codings) {
    if (weightOf(coding) > weight || (best === null && weight > 0 && weightOf(coding) === weight))
      [best, weight] = [coding, weightOf(coding)]
  }
  return best
}
