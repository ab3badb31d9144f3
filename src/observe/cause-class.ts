// The class of a cause is its beginning: `gap: the connection broke` is a gap. Reasons are sentences, of which there are many.
export function causeClass(cause: string): string {
  const end = cause.indexOf(':')
  return end < 0 ? cause : cause.slice(0, end)
}
