// Rounding of exact decimals, half away from zero, on their digits: what MySQL's DECIMAL does and a double does not
// (round(1.005, 2) of doubles is 1).

/** Rounds the decimal in `text` (plain digits, as SQL writes decimals) to `places`; null for another text. */
export function roundDecimal(text: string, places: number): string | null {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole === '' && fraction === '') return null
  const digits = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const rounded = String(digits + (Number(fraction[places] ?? '0') >= 5 ? 1n : 0n)).padStart(places + 1, '0')
  const value = places === 0 ? rounded : `${rounded.slice(0, -places)}.${rounded.slice(-places)}`
  return sign === '-' && /[1-9]/.test(value) ? `-${value}` : value
}

/** The most digits before the point, as in MySQL's DECIMAL(65, 30). */
const wholeMax = 35

/** The number that `text` begins with, as PHP reads a float, in plain digits; `0` where there is none. */
export function leadingDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^\s*([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,6}))?/i.exec(text) ?? []
  if (whole === '' && fraction === '') return '0'
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point > wholeMax && /[1-9]/.test(digits.slice(0, Math.max(0, point - wholeMax))))
    return `${sign === '-' ? '-' : ''}${'9'.repeat(wholeMax)}`
  const padded = '0'.repeat(Math.min(Math.max(0, 1 - point), 2 * wholeMax)) + digits
  const at = Math.max(point, 1)
  const value = `${padded.slice(0, at).padEnd(Math.min(at, 2 * wholeMax), '0')}.${padded.slice(at)}`
  return sign === '-' ? `-${value}` : value
}

/** The exact product of two decimals in plain digits; null where one of them is no decimal. */
export function multiplyDecimals(one: string, other: string): string | null {
  const [a, b] = [scaled(one), scaled(other)]
  if (a === null || b === null) return null
  const product = a.digits * b.digits
  const places = a.places + b.places
  const digits = String(product < 0n ? -product : product).padStart(places + 1, '0')
  const value = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return product < 0n ? `-${value}` : value
}

function scaled(text: string): { readonly digits: bigint; readonly places: number } | null {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '' && fraction === '') return null
  const digits = BigInt(whole + fraction)
  return { digits: sign === '-' ? -digits : digits, places: fraction.length }
}
