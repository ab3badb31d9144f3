// The class of a cause is its beginning: `gap: the connection broke` is a gap. The rest is a sentence, too varied for a label.
export function causeClass(cause: string): string {
  const end = cause.indexOf(':')
  return end < 0 ? cause : cause.slice(0, end)
}
