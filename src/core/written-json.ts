// JSON in the bytes in which it is cached, which are sent without being parsed and written again.

export class WrittenJson {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  /** The parsed value, for other forms of output; numbers are written as they stand in the text. */
  value(): unknown {
    return JSON.parse(this.bytes.toString(), asItStands)
  }
}

const comma = Buffer.from(',')
const [opening, closing] = [Buffer.from('['), Buffer.from(']')]

/** A list of values that are written already. */
export function writtenList(items: readonly Buffer[]): WrittenJson {
  const parts = items.flatMap((item, at) => (at === 0 ? [item] : [comma, item]))
  return new WrittenJson(Buffer.concat([opening, ...parts, closing]))
}

/** `source` is the text of a scalar value. */
function asItStands(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && String(value) !== source
    ? JSON.rawJSON(source)
    : value
}
