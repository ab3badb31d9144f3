// Accept-Encoding → the coding that an answer is sent in (RFC 9110, 12.5.3). What clients send is much the same, so it is
// read once.
import { boundedMap } from '../cache/bounded-map.ts'
import { codings, type Coding } from '../cache/compress.ts'

/** Headers that are remembered, and how long they may be for that. */
const keptMax = 200
const keptLengthMax = 200

const kept = boundedMap<string, { readonly coding: Coding | null }>(keptMax)

/** The coding of the greatest weight, of equal ones that of the fewest bytes; null where it is none, or not asked for. */
export function codingOf(header: string | undefined): Coding | null {
  if (header === undefined) return null
  const known = kept.get(header)
  if (known) return known.coding
  const coding = choose(header)
  if (header.length <= keptLengthMax) kept.set(header, { coding })
  return coding
}

function choose(header: string): Coding | null {
  const weights = parseWeights(header)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  // What is not named may be sent as it is, and is wanted less than anything that is named
  let [best, weight]: [Coding | null, number] = [null, weights.get('identity') ?? 0]
  for (const coding of codings) {
    if (weightOf(coding) > weight || (best === null && weight > 0 && weightOf(coding) === weight))
      [best, weight] = [coding, weightOf(coding)]
  }
  return best
}

/** Names in lower case; a weight that is none counts as 0. */
function parseWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...params] = part.split(';').map((each) => each.trim().toLowerCase())
    const given = params.find((param) => param.startsWith('q='))?.slice(2) ?? '1'
    const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : 0
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  return weights
}
