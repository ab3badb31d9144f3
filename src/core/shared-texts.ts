// Makes a text once for all clients that need it at the same time (single flight).

export interface TextKey {
  /** The schema or the lists that make the text: after a change of these an earlier text must not be used. */
  readonly madeBy: object
  /** Equal for equal texts of one maker. */
  readonly name: string
}

/** Returns the text of a key, and makes it where it is missing; null where it cannot be made at the moment. */
export type SharedTexts = (key: TextKey, make: () => Promise<string | null>) => Promise<string | null>

/** `bytesMax`: the newest finished texts are kept for later clients, up to this many bytes together. */
export function createSharedTexts(bytesMax: number): SharedTexts {
  const texts = new Map<string, Promise<string | null>>()
  /** The bytes of each finished text, the oldest first. */
  const finished = new Map<string, number>()
  let bytes = 0
  const keep = (id: string, text: string) => {
    // A character takes two bytes at most
    finished.set(id, 2 * text.length)
    bytes += 2 * text.length
    for (const [old, its] of finished) {
      if (bytes <= bytesMax) break
      finished.delete(old)
      texts.delete(old)
      bytes -= its
    }
  }
  return (key, make) => {
    const id = idOf(key)
    const known = texts.get(id)
    if (known) return known
    const making = make()
    texts.set(id, making)
    const forget = () => void texts.delete(id)
    making.then((text) => (text === null ? forget() : keep(id, text)), forget)
    return making
  }
}

/** Returns an id that is equal only for equal names of one maker. */
export function idOf({ madeBy, name }: TextKey): string {
  const number = numbers.get(madeBy) ?? (last += 1)
  numbers.set(madeBy, number)
  return `${number} ${name}`
}

const numbers = new WeakMap<object, number>()
let last = 0
