// PHP's serialized values, as options and meta hold them. Objects of classes are refused. What cannot be read is
// null: a broken value costs what is made of it, never the answer.
import { isSerialized, unserialize } from 'php-serialize'

const bytesMax = 1_048_576

/** The value that `text` serializes, or null where it serializes none. */
export function parsePhpValue(text: string): unknown {
  if (text.length > bytesMax || !isSerialized(text)) return null
  try {
    const value: unknown = unserialize(text, {}, { strict: true })
    return value
  } catch {
    return null
  }
}

/** The scalar members of a serialized list or map, as text: ids of sticky posts, for example. */
export function parsePhpList(text: string): readonly string[] {
  const value = parsePhpValue(text)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value)
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map(String)
}
