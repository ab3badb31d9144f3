// Text as PHP reads numbers in it. In time linear in the text.
const blank = '[ \\t\\n\\r\\v\\f]*'
const number = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[+-]?\\d+)?'
const leading = new RegExp(`^${blank}${number}`, 'i')
const whole = new RegExp(`^${blank}${number}${blank}$`, 'i')

/** True where the whole text is a number, with blanks around it (is_numeric). */
export function isNumeric(text: string): boolean {
  return whole.test(text)
}

/** The number that the text begins with; 0 without one. */
export function leadingNumber(text: string): number {
  return Number(leading.exec(text)?.[0] ?? '')
}

/** The same, without its fraction; 0 for one beyond all limits. */
export function phpInteger(text: string): number {
  const value = leadingNumber(text)
  return Number.isFinite(value) ? Math.trunc(value) || 0 : 0
}
