// Reads a file of translations (`.mo`, as gettext writes it): texts by their originals, each with its context as a prefix.
import { isUtf8 } from 'node:buffer'

/**
 * Translations by their originals: an original with plural forms is found by its singular, and has all its forms. Returns a
 * sentence where the bytes are no such file. Texts in another encoding are left out.
 */
export function translationsIn(bytes: Buffer): ReadonlyMap<string, readonly string[]> | string {
  const isLittle = bytes.length >= 28 && bytes.readUInt32LE(0) === magic
  if (!isLittle && (bytes.length < 28 || bytes.readUInt32BE(0) !== magic)) return 'is no file of translations'
  const numberAt = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const [count, originals, translated] = [numberAt(8), numberAt(12), numberAt(16)]
  if (Math.max(originals, translated) + count * 8 > bytes.length) return 'is cut off'
  const texts = new Map<string, readonly string[]>()
  // A broken file could give each text the length of the whole file
  let left = bytes.length
  for (const index of Array(count).keys()) {
    const places = [originals, translated].map((table) => {
      const [length, start] = [numberAt(table + index * 8), numberAt(table + index * 8 + 4)]
      return { start, end: start + length }
    })
    if (places.some(({ end }) => end > bytes.length)) return 'is cut off'
    left -= places.reduce((sum, { start, end }) => sum + end - start, 0)
    if (left < 0) return 'has texts within others'
    const [original, forms] = places.map(({ start, end }) => formsIn(bytes.subarray(start, end)))
    if (original?.[0] !== undefined && forms) texts.set(original[0], forms)
  }
  return texts
}

/** Null where the text is not in UTF-8. */
function formsIn(bytes: Buffer): readonly string[] | null {
  return isUtf8(bytes) ? bytes.toString().split('\0') : null
}

const magic = 0x95_04_12_de
