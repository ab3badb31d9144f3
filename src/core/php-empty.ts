// PHP's emptiness, by which WordPress tests texts, options and attributes.

/** True for values for which PHP's `empty` is true: null, `''`, `'0'`, 0, false, and an array without members. */
export function isEmpty(value: unknown): boolean {
  if (value instanceof Map) return value.size === 0
  const members = typeof value === 'object' && value !== null ? Object.keys(value).length : null
  return members === null ? !value || value === '0' : members === 0
}
