// PHP takes some values for nothing: conditions on texts, options and attributes follow it.

/** True for a value that PHP's `empty` is true of: none, `''`, `'0'`, 0, false, and one without members. */
export function isEmpty(value: unknown): boolean {
  if (value instanceof Map) return value.size === 0
  const members = typeof value === 'object' && value !== null ? Object.keys(value).length : null
  return members === null ? !value || value === '0' : members === 0
}
