// Headers by which clients weigh what they accept (RFC 9110, 12.4.2): `br;q=0.5, gzip`.

export interface Weighted {
  readonly name: string
  readonly parameters: readonly string[]
  /** From 0, which excludes, to 1. */
  readonly weight: number
}

/** The members of a header in their order, in lower case; a malformed weight excludes, as 0 does. */
export function weightedIn(header: string): readonly Weighted[] {
  return header.split(',').map((member) => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase())
    return { name, parameters, weight: weightIn(parameters) }
  })
}

/**
 * The most welcome of the offered media types, each with its ranges; null where the header excludes all. Among equals those that the
 * header names come first, in its order, and then the others as they are offered.
 */
export function bestOf<T>(
  header: string,
  offered: ReadonlyMap<T, readonly string[]>,
  isFit: (parameters: readonly string[]) => boolean = () => true,
): T | null {
  const members = weightedIn(header).filter(({ parameters }) => isFit(parameters))
  let best: { readonly type: T | null; readonly weight: number; readonly at: number } = {
    type: null,
    weight: 0,
    at: 0,
  }
  for (const [type, ranges] of offered) {
    const { weight, at } = welcomeIn(members, ranges)
    if (weight > best.weight || (weight === best.weight && at < best.at)) best = { type, weight, at }
  }
  return best.type
}

/** The weight that the header gives to the first of these ranges that it has; 0 where it has none. */
export function weightOf(header: string, ranges: readonly string[]): number {
  return welcomeIn(weightedIn(header), ranges).weight
}

/** The ranges that a media type is in, the most specific first: it alone decides (RFC 9110, 12.5.1). */
export function rangesOf(type: string): readonly string[] {
  return [type, `${type.split('/')[0]}/*`, '*/*']
}

/** The greatest weight of the first range that occurs; `at`: where the header names the type itself. */
function welcomeIn(members: readonly Weighted[], ranges: readonly string[]) {
  const range = ranges.find((each) => members.some(({ name }) => name === each))
  const weight = members.reduce((most, each) => (each.name === range ? Math.max(most, each.weight) : most), 0)
  const at = members.findIndex((each) => each.name === ranges[0] && each.weight === weight)
  return { weight, at: at === -1 ? members.length : at }
}

function weightIn(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}
