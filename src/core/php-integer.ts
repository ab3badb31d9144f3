// Numbers in text as PHP reads them, in time linear in the text.
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

/** The leading number without its fraction; 0 where it is infinite. */
export function phpInteger(text: string): number {
  const value = leadingNumber(text)
  return Number.isFinite(value) ? Math.trunc(value) || 0 : 0
}

/** The leading number as decimal digits, exact to 64 bits; a number beyond them becomes the greatest or least one. */
export function phpInteger64(text: string): string {
  const digits = wholeLeading.exec(text)?.[1]
  return String(bounded(BigInt(digits === undefined ? phpInteger(text) : digits.replace('+', ''))))
}

const wholeLeading = new RegExp(`^${blank}([+-]?\\d{16,40})(?![\\d.e])`, 'i')
const greatest = 2n ** 63n - 1n

function bounded(value: bigint): bigint {
  return value > greatest ? greatest : value < -greatest - 1n ? -greatest - 1n : value
}
