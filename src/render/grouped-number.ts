// Numbers as people read them (number_format_i18n): thousands are set apart.
import { said, type Speaking } from './words.ts'

const untranslated = 'number_format_thousands_sep'

/** As the site's language does; a blank keeps a number in one line. */
export function grouped(number: number, context: Speaking): string {
  if (number < 1000) return String(number)
  const sign = said(context, untranslated).replaceAll(' ', '&nbsp;')
  const between = sign === untranslated ? ',' : sign
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, () => between)
}
