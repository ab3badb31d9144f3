// Values of the theme that rendering depends on. They are in the theme's files, not in the database: without the files, the
// values are those of Twenty Twenty-Five, as measured.

export interface Theme {
  readonly name: string
  /** False where the theme has no theme.json: groups and aligned images keep the containers that older styles rely on. */
  readonly hasJson: boolean
  /** True where templates consist of blocks: buttons of forms then have the classes of button blocks. */
  readonly isBlockTheme: boolean
  /** False where blocks have no gaps of their own (settings.spacing.blockGap is null). */
  readonly hasGaps: boolean
  /** The gap between inner blocks, where neither the block nor `gaps` states one. */
  readonly gap: string
  /** The gap between inner blocks, by the name of the block around them. */
  readonly gaps: ReadonlyMap<string, string>
  /** True where wide blocks extend over the padding at the sides of the page (settings.useRootPaddingAwareAlignments). */
  readonly padsRoot: boolean
  /** The limits of fluid font sizes; null where sizes are not fluid. */
  readonly growth: Growth | null
  /** Slugs of duotone presets. */
  readonly duotones: ReadonlySet<string>
  /** The duotone preset of a block that states none, by the block's name. */
  readonly blockDuotones: ReadonlyMap<string, string>
  /** Block style variations by the name of their block: only these give each block a numbered class. */
  readonly variations: ReadonlyMap<string, ReadonlySet<string>>
  /** The positions that groups may have: `sticky`, `fixed`. */
  readonly positions: ReadonlySet<string>
  /** True where a click enlarges images that state nothing about it. */
  readonly enlargesImages: boolean
  /** Viewports from the narrowest on. */
  readonly viewports: readonly Viewport[]
  readonly texts: ThemeTexts
}

export interface ThemePart {
  readonly text: string
  readonly tag: 'header' | 'footer' | 'div'
}

export interface ThemeTexts {
  /** The name of the theme's folder, by which blocks refer to the theme. */
  readonly theme: string
  readonly parts: ReadonlyMap<string, ThemePart>
  readonly patterns: ReadonlyMap<string, string>
}

/** A narrower viewport, as styles of blocks name it. */
export interface Viewport {
  readonly name: '@mobile' | '@tablet'
  readonly query: string
}

export const noThemeTexts: ThemeTexts = { theme: '', parts: new Map(), patterns: new Map() }

/** The limits of fluid font sizes, in pixels. */
export interface Growth {
  /** The width of the window from which on sizes grow, up to `windowMost`. */
  readonly windowLeast: number
  readonly windowMost: number
  /** The smallest fluid size. */
  readonly typeLeast: number
}

/** The viewports of themes that state none. */
export const commonViewports: readonly Viewport[] = [
  { name: '@mobile', query: '@media (width <= 480px)' },
  { name: '@tablet', query: '@media (480px < width <= 782px)' },
]

/** The duotone presets that every theme has. */
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
