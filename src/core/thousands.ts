// Numbers with thousands separators (number_format_i18n).

/** The text under which translations have the separator. */
export const thousandsSign = 'number_format_thousands_sep'

/** `sign`: the language's separator; a blank becomes one that does not break lines. */
export function apart(number: number, sign: string): string {
  if (number < 1000) return String(number)
  const between = sign === thousandsSign ? ',' : sign.replaceAll(' ', '&nbsp;')
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, () => between)
}
