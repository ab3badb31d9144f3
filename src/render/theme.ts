// Values of the theme that rendering depends on. They are in the theme's files, which no table holds: without them they
// are those of Twenty Twenty-Five, as measured.

export interface Theme {
  readonly name: string
  /** False where there is no theme.json: groups and aligned images keep the containers that older styles rely on. */
  readonly hasJson: boolean
  /** True where templates are made of blocks: buttons of forms have the classes of button blocks. */
  readonly isBlockTheme: boolean
  /** False where blocks have no gaps of their own (settings.spacing.blockGap is null). */
  readonly hasGaps: boolean
  /** The gap between the blocks that a block encloses, where neither the block nor `gaps` says one. */
  readonly gap: string
  /** The same by the name of the enclosing block. */
  readonly gaps: ReadonlyMap<string, string>
  /** True where wide blocks reach over the padding at the sides of the page (settings.useRootPaddingAwareAlignments). */
  readonly padsRoot: boolean
  /** How sizes of type grow with the window; null where they stay. */
  readonly growth: Growth | null
  /** Names of pairs of colours for pictures. */
  readonly duotones: ReadonlySet<string>
  /** The pair that pictures of a block have unless it states another, by the block's name. */
  readonly blockDuotones: ReadonlyMap<string, string>
  /** Block style variations by the name of their block: only these have a class for each block that has them. */
  readonly variations: ReadonlyMap<string, ReadonlySet<string>>
  /** How groups may stay in sight while a page is scrolled: `sticky`, `fixed`. */
  readonly positions: ReadonlySet<string>
  /** True where a click shows images large that do not say it themselves. */
  readonly enlargesImages: boolean
  /** From the narrowest on. */
  readonly viewports: readonly Viewport[]
  readonly texts: ThemeTexts
}

export interface ThemePart {
  readonly text: string
  readonly tag: 'header' | 'footer' | 'div'
}

export interface ThemeTexts {
  /** The name of the theme's folder, by which blocks name it. */
  readonly theme: string
  readonly parts: ReadonlyMap<string, ThemePart>
  readonly patterns: ReadonlyMap<string, string>
}

/** A kind of narrower windows, as styles of blocks name it. */
export interface Viewport {
  readonly name: '@mobile' | '@tablet'
  readonly query: string
}

export const noThemeTexts: ThemeTexts = { theme: '', parts: new Map(), patterns: new Map() }

/** In pixels. */
export interface Growth {
  /** Between these widths of a window sizes grow. */
  readonly windowLeast: number
  readonly windowMost: number
  /** Type that grows is never smaller. */
  readonly typeLeast: number
}

/** Those of themes that state none. */
export const commonViewports: readonly Viewport[] = [
  { name: '@mobile', query: '@media (width <= 480px)' },
  { name: '@tablet', query: '@media (480px < width <= 782px)' },
]

/** The pairs of colours that every theme has. */
export const commonDuotones =
  'dark-grayscale grayscale purple-yellow blue-red midnight magenta-yellow purple-green blue-orange'.split(
    ' ',
  )

const sections = ['section-1', 'section-2', 'section-3', 'section-4', 'section-5']
const texts = ['text-annotation', 'text-display', 'text-subtitle']

export const twentyTwentyFive: Theme = {
  name: 'Twenty Twenty-Five',
  hasJson: true,
  isBlockTheme: true,
  texts: noThemeTexts,
  hasGaps: true,
  gap: '1.2rem',
  gaps: new Map([
    ['core/buttons', '16px'],
    ['core/columns', 'var(--wp--preset--spacing--50)'],
    ['core/quote', 'var(--wp--preset--spacing--30)'],
  ]),
  padsRoot: true,
  growth: { windowLeast: 320, windowMost: 1340, typeLeast: 14 },
  duotones: new Set(commonDuotones),
  blockDuotones: new Map(),
  positions: new Set(['sticky']),
  enlargesImages: false,
  viewports: commonViewports,
  variations: new Map(
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
  ),
}
