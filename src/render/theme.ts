// What rendering takes from the theme of the site, as measured with Twenty Twenty-Five, the default one of version 7.1:
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
