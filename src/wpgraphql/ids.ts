// Global ids and cursors: base64 of a kind and a key. They hold no secrets and are not signed: each object that they name is read
// with the rights of the viewer.

/** In characters; no global id of an object is longer. */
const lengthMax = 600

export interface GlobalId {
  readonly kind: string
  readonly key: string
}

export function globalId(kind: string, key: string | number | bigint): string {
  return Buffer.from(`${kind}:${key}`).toString('base64')
}

/** The id of a row of a kind; null for the row 0, which is none. */
export function globalIdOrNull(kind: string, key: string | number | bigint): string | null {
  return String(key) === '0' ? null : globalId(kind, key)
}

/** Null where the text is no global id. */
export function parseGlobalId(text: string): GlobalId | null {
  const decoded = fromBase64(text)
  const at = decoded.indexOf(':')
  if (at <= 0) return null
  const [kind, key] = [decoded.slice(0, at), decoded.slice(at + 1)]
  return key === '' || key === '0' ? null : { kind, key }
}

const cursorKind = 'arrayconnection'

export function cursorOf(key: string): string {
  return globalId(cursorKind, key)
}

/** The key of the member that a cursor names; null where the text is no cursor. */
export function keyOfCursor(cursor: string | null | undefined): string | null {
  const parsed = typeof cursor === 'string' ? parseGlobalId(cursor) : null
  return parsed?.kind === cursorKind ? parsed.key : null
}

/** A row's id, given as a number or as the global id of a kind: digits, or null. */
export function rowIdIn(given: unknown, kind: string): string | null {
  const text = String(given)
  if (/^\d{1,19}$/.test(text)) return text.replace(/^0+(?=\d)/, '')
  const parsed = parseGlobalId(text)
  return parsed !== null && parsed.kind === kind && /^\d{1,19}$/.test(parsed.key) ? parsed.key : null
}

function fromBase64(text: string): string {
  if (text.length > lengthMax) return ''
  const bytes = Buffer.from(text, 'base64')
  const decoded = bytes.toString('utf8')
  // A text that is no canonical base64 is no id; padding may be missing, as some encoders omit it
  const isWritten = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
  return isWritten && Buffer.from(decoded).equals(bytes) ? decoded : ''
}
