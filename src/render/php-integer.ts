// Text as PHP casts it to an integer.

/** The number that the text begins with, without its fraction; else 0. */
export function phpInteger(text: string): number {
  const [number = ''] = /^[ \t\n\r\v\f]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(text) ?? []
  return Math.trunc(Number(number)) || 0
}
