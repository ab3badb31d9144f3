// JSON in the bytes in which it is cached, which are sent without being parsed and written again.
import { parseExactly } from './json.ts'

export class WrittenJson {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  /** The parsed value, for other forms of output; numbers are written as they stand in the text. */
  value(): unknown {
    return parseExactly(this.bytes.toString())
  }
}

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d]

/** A list of values that are written already, in memory of its own, so that the cache need not copy it. */
export function writtenList(items: readonly Buffer[]): WrittenJson {
  const bytes = items.reduce((sum, item) => sum + item.byteLength, 0)
  const list = Buffer.allocUnsafeSlow(bytes + Math.max(2, items.length + 1))
  list[0] = opening
  let at = 1
  for (const item of items) {
    if (at > 1) list[at++] = comma
    list.set(item, at)
    at += item.byteLength
  }
  list[at] = closing
  return new WrittenJson(list)
}
