// Numbers as people read them (number_format_i18n): thousands are set apart.

/** As this text translators get the sign between thousands. */
export const thousandsSign = 'number_format_thousands_sep'

/** `sign` is what the language has for it; a blank keeps a number in one line. */
export function apart(number: number, sign: string): string {
  if (number < 1000) return String(number)
  const between = sign === thousandsSign ? ',' : sign.replaceAll(' ', '&nbsp;')
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, () => between)
}
