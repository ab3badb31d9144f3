// JSON as the bytes in which it is cached, which are sent without being parsed and written again.
import { digestOf } from './digest.ts'
import { parseExactly } from './json.ts'

export class WrittenJson {
  readonly bytes: Buffer
  #digest: string | undefined
  /** Without a given digest, it is made of the bytes when it is first read. */
  constructor(bytes: Buffer, digest?: string) {
    this.bytes = bytes
    this.#digest = digest
  }
  /** Equal digests mean equal bytes. */
  get digest(): string {
    return (this.#digest ??= digestOf(this.bytes))
  }
  /** The parsed value, for other output formats; numbers keep their text. */
  value(): unknown {
    return parseExactly(this.bytes.toString())
  }
}

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d]

/**
 * A list of written values, in memory of its own, so that the cache need not copy it. Its digest is made of the values' digests,
 * each of which is made once for all lists.
 */
export function writtenList(items: readonly WrittenJson[]): WrittenJson {
  const length = items.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  const list = Buffer.allocUnsafeSlow(length + Math.max(2, items.length + 1))
  list[0] = opening
  let at = 1
  for (const { bytes } of items) {
    if (at > 1) list[at++] = comma
    list.set(bytes, at)
    at += bytes.byteLength
  }
  list[at] = closing
  return new WrittenJson(list, digestOf(items.map(({ digest }) => digest).join(' ')))
}
