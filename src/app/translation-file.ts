// Reads a file of translations (`.mo`, as gettext writes it): texts by their originals, which a context may stand before.
import { isUtf8 } from 'node:buffer'

/**
 * The originals, of those with a form for each number the one for one, and the forms of their translations; a sentence where the bytes
 * are no such file. Texts in another encoding are left out.
 */
export function translationsIn(bytes: Buffer): ReadonlyMap<string, readonly string[]> | string {
  const isLittle = bytes.length >= 28 && bytes.readUInt32LE(0) === magic
  if (!isLittle && (bytes.length < 28 || bytes.readUInt32BE(0) !== magic)) return 'is no file of translations'
  const numberAt = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const [count, originals, translated] = [numberAt(8), numberAt(12), numberAt(16)]
  if (Math.max(originals, translated) + count * 8 > bytes.length) return 'is cut off'
  const texts = new Map<string, readonly string[]>()
  // Broken files could say that all of the file is each of its texts
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

/** Null where they are written in another encoding. */
function formsIn(bytes: Buffer): readonly string[] | null {
  return isUtf8(bytes) ? bytes.toString().split('\0') : null
}

const magic = 0x95_04_12_de
