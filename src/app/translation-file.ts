// Reads a file of translations (`.mo`, as gettext writes it): texts by their originals, which a context may stand before.

/** The originals and their translations; a sentence where the bytes are no such file. */
export function translationsIn(bytes: Buffer): ReadonlyMap<string, string> | string {
  const isLittle = bytes.length >= 28 && bytes.readUInt32LE(0) === magic
  if (!isLittle && (bytes.length < 28 || bytes.readUInt32BE(0) !== magic)) return 'is no file of translations'
  const numberAt = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const [count, originals, translated] = [numberAt(8), numberAt(12), numberAt(16)]
  if (Math.max(originals, translated) + count * 8 > bytes.length) return 'is cut off'
  const textAt = (place: number) => {
    const start = numberAt(place + 4)
    return bytes.toString('utf8', start, start + numberAt(place))
  }
  const indexes = Array.from({ length: count }, (_, index) => index * 8)
  return new Map(indexes.map((at) => [textAt(originals + at), textAt(translated + at)]))
}

const magic = 0x95_04_12_de

/** What stands between a context and its text. */
export const behindContext = '\u0004'
