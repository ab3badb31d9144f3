// Rounding of exact decimals, half away from zero, on their digits: what MySQL's DECIMAL does and a double does not
// (round(1.005, 2) of doubles is 1).

/** The decimal in `text` (plain digits, as SQL writes decimals) rounded to `places`, or null where it is none. */
export function roundDecimal(text: string, places: number): string | null {
  const [, sign = '', whole = '', fraction = ''] = /^\s*([+-]?)(\d*)\.?(\d*)\s*$/.exec(text) ?? []
  if (whole === '' && fraction === '') return null
  const digits = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const rounded = String(digits + (Number(fraction[places] ?? '0') >= 5 ? 1n : 0n)).padStart(places + 1, '0')
  const value = places === 0 ? rounded : `${rounded.slice(0, -places)}.${rounded.slice(-places)}`
  return sign === '-' && /[1-9]/.test(value) ? `-${value}` : value
}
