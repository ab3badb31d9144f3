// Numbers as people read them (number_format_i18n): thousands are set apart.

export function grouped(number: number): string {
  return number < 1000 ? String(number) : number.toLocaleString('en-US')
}
