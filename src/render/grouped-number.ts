// Numbers as people read them (number_format_i18n): thousands are set apart.
import { once } from '../core/once.ts'

/** Made once, since making one takes longer than all numbers of a list, and not before a page needs it. */
const format = once(() => new Intl.NumberFormat('en-US'))

export function grouped(number: number): string {
  return number < 1000 ? String(number) : format().format(number)
}
