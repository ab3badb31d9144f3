// JSON that is written already, in the bytes in which it is kept: a value of it goes out without being written again.

export class WrittenJson {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  /** The value, for who writes it otherwise; numbers are written as they stand here. */
  value(): unknown {
    return JSON.parse(this.bytes.toString(), asItStands)
  }
}

const comma = Buffer.from(',')
const [opening, closing] = [Buffer.from('['), Buffer.from(']')]

/** A list of what is written. */
export function writtenList(items: readonly Buffer[]): WrittenJson {
  const parts = items.flatMap((item, at) => (at === 0 ? [item] : [comma, item]))
  return new WrittenJson(Buffer.concat([opening, ...parts, closing]))
}

/** `source`: what stands there of a value that is no object and no list. */
function asItStands(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && String(value) !== source
    ? JSON.rawJSON(source)
    : value
}
