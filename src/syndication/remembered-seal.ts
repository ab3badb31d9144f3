// Remembers signed positions, because many clients of a stream have the same one: it is signed and verified once for all of them.
import type { Seal } from './changes.ts'

export function rememberedSeal({ encode, decode }: Seal): Seal {
  return { encode: remembered(encode), decode: remembered(decode) }
}

/** The number of texts that are remembered, the newest. */
const textsMax = 64

function remembered<T extends string | null>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    known.set(text, made)
    const [oldest] = known.keys()
    if (known.size > textsMax && oldest !== undefined) known.delete(oldest)
    return made
  }
}
