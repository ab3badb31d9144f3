// Sizes of type that a block states grow with the window, as the theme wants it (wp_get_typography_font_size_value): from
// a share of the size, the smaller the larger it is, to the size itself. Numbers as measured.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { typeLeastPx, windowWidths } from './theme.ts'

const pxOfUnit: ReadonlyMap<string, number> = new Map([
  ['px', 1],
  ['rem', 16],
  ['em', 16],
])

/** The HTML of a block with the size that its attributes state, as it grows. */
export function withFluidSize(html: string, attributes: BlockAttributes): string {
  const size = asRecord(asRecord(attributes['style'])?.['typography'])?.['fontSize']
  const fluid = typeof size === 'string' ? fluidSize(size) : null
  if (fluid === null || typeof size !== 'string') return html
  const at = new RegExp(`font-size\\s*:\\s*${size.replaceAll('.', '\\.')}\\s*;?`).exec(html)
  return at === null
    ? html
    : `${html.slice(0, at.index)}font-size:${fluid};${html.slice(at.index + at[0].length)}`
}

/** Null where it does not grow: small type, and sizes in other units. */
export function fluidSize(size: string): string | null {
  const [, digits = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?)(px|rem|em)$/.exec(size) ?? []
  const px = pxOfUnit.get(unit)
  if (px === undefined) return null
  const most = Number(digits)
  if (most * px <= typeLeastPx) return null
  const share = Math.min(Math.max(1 - 0.075 * Math.log2(most * px), 0.25), 0.75)
  const least = rounded(Math.max(most * share, typeLeastPx / px))
  const perWindow = rounded(((most - least) * px * 100) / (windowWidths.most - windowWidths.least))
  const leastRem = unit === 'px' ? rounded(least / 16) : least
  const narrow = rounded(windowWidths.least / 100 / px)
  return `clamp(${least}${unit}, ${leastRem}rem + ((1vw - ${narrow}${unit}) * ${perWindow}), ${digits}${unit})`
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
