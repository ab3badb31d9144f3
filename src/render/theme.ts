// Figures that rendering takes from the theme, as measured with Twenty Twenty-Five, the default one of version 7.1:
// it is in the theme's files, which no table holds.

/** The gap between the blocks that a block encloses, where the block does not say. */
export function gapWithin(blockName: string): string {
  return gaps.get(blockName) ?? '1.2rem'
}

const gaps: ReadonlyMap<string, string> = new Map([
  ['core/buttons', '16px'],
  ['core/columns', 'var(--wp--preset--spacing--50)'],
  ['core/quote', 'var(--wp--preset--spacing--30)'],
])

/** Between these widths of a window sizes of type grow with it, in pixels; the upper is the width of wide content. */
export const windowWidths = { least: 320, most: 1340 } as const

/** Type that grows is never smaller, in pixels. */
export const typeLeastPx = 14

/** True where there are two colours for pictures by this name. */
export function hasDuotone(slug: string): boolean {
  return duotones.has(slug)
}

const duotones: ReadonlySet<string> = new Set(
  'dark-grayscale grayscale purple-yellow blue-red midnight magenta-yellow purple-green blue-orange'.split(
    ' ',
  ),
)

/** True where the theme gives a block a style of this name: only then the style has a class for each block that has it. */
export function hasStyleVariation(blockName: string, style: string): boolean {
  return variations.get(blockName)?.has(style) ?? false
}

const sections = ['section-1', 'section-2', 'section-3', 'section-4', 'section-5']
const texts = ['text-annotation', 'text-display', 'text-subtitle']

const variations: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    button: ['outline'],
    column: sections,
    columns: sections,
    group: sections,
    heading: texts,
    paragraph: texts,
    'post-terms': ['post-terms-1'],
    quote: ['plain'],
    separator: ['wide'],
    'site-logo': ['rounded'],
  }).map(([name, styles]) => [`core/${name}`, new Set(styles)]),
)
