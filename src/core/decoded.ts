// Percent-decoding that leaves malformed text unchanged.

/**
 * Percent-encoded text, decoded; text whose encoding is not valid stays as it is.
 *
 * @example
 * ```ts
 * import { decoded, defineExtension, defineRoute, everybody } from 'lectern'
 *
 * const name = defineRoute({
 *   namespace: 'names/v1',
 *   path: '/one',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: async () => decoded('caf%C3%A9'),
 * })
 *
 * export default defineExtension({ name: 'names', routes: [name] })
 * ```
 */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decodes each encoded byte to a character of its own, whether the bytes are UTF-8 or not. */
export function decodedBytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
