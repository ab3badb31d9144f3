// JSON as PHP writes it (wp_json_encode): slashes and what is not ASCII are escaped, what has no members is a list.

export function phpJson(value: unknown): string {
  const written = JSON.stringify(value, (_, member: unknown) => (isEmpty(member) ? [] : member))
  return written
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
