// Reads a file of translations (`.mo`, as gettext writes it): short texts by their originals, which a context may stand before. Long
// ones are left out: nothing that is taken from a file is one, and broken files could say that all of it is each of its texts.
import { isUtf8 } from 'node:buffer'

/** The longest text, in bytes: names of days and months, marks and their contexts are shorter. */
export const textBytesMax = 100

/** The originals and their translations; a sentence where the bytes are no such file. */
export function translationsIn(bytes: Buffer): ReadonlyMap<string, string> | string {
  const isLittle = bytes.length >= 28 && bytes.readUInt32LE(0) === magic
  if (!isLittle && (bytes.length < 28 || bytes.readUInt32BE(0) !== magic)) return 'is no file of translations'
  const numberAt = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const [count, originals, translated] = [numberAt(8), numberAt(12), numberAt(16)]
  if (Math.max(originals, translated) + count * 8 > bytes.length) return 'is cut off'
  const texts = new Map<string, string>()
  for (const index of Array(count).keys()) {
    const places = [originals, translated].map((table) => {
      const [length, start] = [numberAt(table + index * 8), numberAt(table + index * 8 + 4)]
      return { start, end: start + length }
    })
    if (places.some(({ end }) => end > bytes.length)) return 'is cut off'
    const [original, text] = places.map(({ start, end }) => shortText(bytes, start, end))
    if (typeof original === 'string' && typeof text === 'string') texts.set(original, text)
  }
  return texts
}

/** The first of a text's forms, of which plurals have others; null where it is longer, or written in another encoding. */
function shortText(bytes: Buffer, start: number, end: number): string | null {
  const text = bytes.subarray(start, Math.min(end, start + textBytesMax + 1))
  const form = text.subarray(0, text.includes(0) ? text.indexOf(0) : text.length)
  return form.length <= textBytesMax && isUtf8(form) ? form.toString() : null
}

const magic = 0x95_04_12_de

/** A context is parted from its text by it. */
export const behindContext = '\u0004'
