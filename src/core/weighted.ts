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

/** The most welcome of what is offered, the first of equal weights; null where the header names none of it, or excludes it. */
export function bestOf<T>(
  header: string,
  offered: ReadonlyMap<string, T>,
  isFit: (parameters: readonly string[]) => boolean = () => true,
): T | null {
  let best: { readonly value: T | null; readonly weight: number } = { value: null, weight: 0 }
  for (const { name, parameters, weight } of weightedIn(header)) {
    const value = offered.get(name)
    if (value !== undefined && weight > best.weight && isFit(parameters)) best = { value, weight }
  }
  return best.value
}

/** The greatest weight that the header gives to one of these names; 0 where it names or allows none. */
export function weightOf(header: string, names: readonly string[]): number {
  return weightedIn(header).reduce(
    (most, { name, weight }) => (names.includes(name) ? Math.max(most, weight) : most),
    0,
  )
}

/** The ranges of media types that allow JSON. */
export const jsonRanges = ['application/json', 'application/*', '*/*'] as const

function weightIn(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}
