// Text as PHP casts it to an integer.

/** The number that the text begins with, without its fraction; 0 without one, or for one beyond all limits. */
export function phpInteger(text: string): number {
  const [number = ''] = /^[ \t\n\r\v\f]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(text) ?? []
  const value = Number(number)
  return Number.isFinite(value) ? Math.trunc(value) || 0 : 0
}
