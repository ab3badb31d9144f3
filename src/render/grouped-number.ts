// Numbers as people read them (number_format_i18n): thousands are set apart.

/** Made once, since making one takes longer than all numbers of a list. */
const format = new Intl.NumberFormat('en-US')

export function grouped(number: number): string {
  return number < 1000 ? String(number) : format.format(number)
}
