// Access to members of JSON values of unknown shape.

export type Members = Readonly<Record<string, unknown>>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** The member at a path; undefined where it is missing. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isMembers(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = memberAt(value, ...path)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
}

/** Parses a JSON text; null where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
