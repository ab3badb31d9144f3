// Fluid font sizes, where the theme enables them (wp_get_typography_font_size_value): a stated size grows with the window, from
// a share of the size, which is smaller for larger sizes, to the size itself. The numbers are measured.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { fitsText } from './fit-text.ts'
import type { Growth } from './theme.ts'

const pxOfUnit: ReadonlyMap<string, number> = new Map([
  ['px', 1],
  ['rem', 16],
  ['em', 16],
])

/** The HTML of a block with its stated font size made fluid. */
export function withFluidSize(html: string, attributes: BlockAttributes, growth: Growth | null): string {
  const size = asRecord(asRecord(attributes['style'])?.['typography'])?.['fontSize']
  const fluid = fitsText(attributes) ? null : fluidSize(size, growth)
  if (fluid === null) return html
  const at = new RegExp(`font-size\\s*:\\s*${String(size).replaceAll('.', '\\.')}\\s*;?`).exec(html)
  return at === null
    ? html
    : `${html.slice(0, at.index)}font-size:${fluid};${html.slice(at.index + at[0].length)}`
}

/** The attributes of a dynamic block with the stated font size made fluid. */
export function withGrownSize(attributes: BlockAttributes, growth: Growth | null): BlockAttributes {
  const style = asRecord(attributes['style'])
  const typography = asRecord(style?.['typography'])
  const fontSize = fluidSize(typography?.['fontSize'], growth)
  return fontSize === null
    ? attributes
    : { ...attributes, style: { ...style, typography: { ...typography, fontSize } } }
}

/** The pixels of a length; null of one in other units. */
export function px(length: string): number | null {
  const { digits, unit } = partsOf(length)
  const perUnit = pxOfUnit.get(unit)
  return perUnit === undefined ? null : Number(digits) * perUnit
}

function partsOf(length: string): { readonly digits: string; readonly unit: string } {
  const [, digits = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?)(px|rem|em)$/.exec(length) ?? []
  return { digits, unit }
}

/** The fluid size; null for a small size and for other units. A number, or the text of one, is pixels. */
export function fluidSize(size: unknown, growth: Growth | null): string | null {
  if (typeof size !== 'string' && typeof size !== 'number') return null
  const { digits, unit } = partsOf(/^[\d.]+$/.test(String(size)) ? `${size}px` : String(size))
  const perUnit = pxOfUnit.get(unit)
  if (perUnit === undefined || growth === null) return null
  const { windowLeast, windowMost, typeLeast } = growth
  const most = Number(digits)
  if (most * perUnit <= typeLeast) return null
  const share = Math.min(Math.max(1 - 0.075 * Math.log2(most * perUnit), 0.25), 0.75)
  const least = rounded(Math.max(most * share, typeLeast / perUnit))
  const perWindow = rounded(((most - least) * perUnit * 100) / (windowMost - windowLeast))
  const leastRem = unit === 'px' ? rounded(least / 16) : least
  const narrow = rounded(windowLeast / 100 / perUnit)
  return `clamp(${least}${unit}, ${leastRem}rem + ((1vw - ${narrow}${unit}) * ${perWindow}), ${digits}${unit})`
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
