// Reads the values of a theme from its theme.json and its style variations; defaults are those that every theme has.
import { isList, isMembers, memberAt, textAt, type Members } from '../core/json-value.ts'
import { px } from './fluid-size.ts'
import {
  commonDuotones,
  commonViewports,
  noThemeTexts,
  type Growth,
  type Theme,
  type Viewport,
} from './theme.ts'

/** The parsed files of a theme; only those of `styles` that name blocks are style variations of blocks. */
export interface ThemeFiles extends ThemeKind {
  readonly name: string
  /** Empty where there is no theme.json. */
  readonly theme: Members
  readonly styles: readonly { readonly file: string; readonly json: Members }[]
  /** The name of the theme's folder. */
  readonly folder: string
  /** Template parts and patterns, as stored. */
  readonly parts: readonly TextFile[]
  readonly patterns: readonly TextFile[]
}

/** The kind of a theme, by the files that it has. */
export type ThemeKind = Pick<Theme, 'hasJson' | 'isBlockTheme'>

/** A text file with its name, without the extension. */
export interface TextFile {
  readonly name: string
  readonly text: string
}

/** The values of a theme without its texts, which depend on the site, too. */
export function themeFrom(files: Omit<ThemeFiles, 'folder' | 'parts' | 'patterns'>): Theme {
  const { name, hasJson, isBlockTheme, theme, styles } = files
  const settings = memberAt(theme, 'settings')
  return {
    name,
    hasJson,
    isBlockTheme,
    texts: noThemeTexts,
    hasGaps: hasGaps(settings),
    gap: gapAt(memberAt(theme, 'styles')) ?? commonGap,
    gaps: gapsOf(memberAt(theme, 'styles', 'blocks')),
    padsRoot: memberAt(settings, 'useRootPaddingAwareAlignments') === true,
    growth: growthOf(settings),
    duotones: new Set([...commonDuotones, ...duotonesOf(memberAt(settings, 'color', 'duotone'))]),
    blockDuotones: blockDuotonesOf(memberAt(theme, 'styles', 'blocks')),
    positions: positionsOf(settings),
    enlargesImages: memberAt(settings, 'blocks', 'core/image', 'lightbox', 'enabled') === true,
    viewports: viewportsOf(memberAt(settings, 'viewport')),
    variations: variationsOf([
      ...commonVariations,
      ...namedIn(memberAt(theme, 'styles', 'blocks')),
      ...styles.flatMap(({ file, json }) => namedBy(file, json)),
    ]),
  }
}

/** The gap of every theme that states none, as measured with a theme without a theme.json. */
const commonGap = '24px'

function hasGaps(settings: unknown): boolean {
  const stated = memberAt(settings, 'spacing', 'blockGap')
  return stated === undefined ? memberAt(settings, 'appearanceTools') === true : stated !== null
}

function positionsOf(settings: unknown): ReadonlySet<string> {
  const tools = memberAt(settings, 'appearanceTools')
  const stated = { sticky: tools, ...Object.fromEntries(membersOf(memberAt(settings, 'position'))) }
  return new Set(Object.entries(stated).flatMap(([name, isAllowed]) => (isAllowed === true ? [name] : [])))
}

function gapAt(styles: unknown): string | null {
  const gap = memberAt(styles, 'spacing', 'blockGap')
  if (typeof gap !== 'string' || gap === '') return null
  const [, kind, slug] = /^var:preset\|([\w-]+)\|([\w-]+)$/.exec(gap) ?? []
  return kind === undefined || slug === undefined ? gap : `var(--wp--preset--${kind}--${slug})`
}

function gapsOf(blocks: unknown): ReadonlyMap<string, string> {
  return new Map(
    membersOf(blocks).flatMap(([name, styles]): readonly (readonly [string, string])[] => {
      const gap = gapAt(styles)
      return gap === null ? [] : [[name, gap]]
    }),
  )
}

/** The limits of fluid sizes; the window's largest width is by default that of wide content, if this is a length. */
function growthOf(settings: unknown): Growth | null {
  const fluid = memberAt(settings, 'typography', 'fluid')
  if (fluid !== true && !isMembers(fluid)) return null
  const windowLeast = px(textAt(fluid, 'minViewportWidth')) ?? 320
  const windowMost =
    px(textAt(fluid, 'maxViewportWidth')) ?? px(textAt(settings, 'layout', 'wideSize')) ?? 1600
  if (windowMost <= windowLeast) return null
  return { windowLeast, windowMost, typeLeast: px(textAt(fluid, 'minFontSize')) ?? 14 }
}

/** The stated viewports, or the common ones where none is stated. A tablet must be wider than a phone. */
function viewportsOf(stated: unknown): readonly Viewport[] {
  const [mobile, tablet] = [widthOf(stated, 'mobile'), widthOf(stated, 'tablet')]
  const least = mobile === null ? '' : `${mobile.text} < `
  const made: readonly Viewport[] = [
    ...(mobile === null ? [] : [{ name: '@mobile' as const, query: `@media (width <= ${mobile.text})` }]),
    ...(tablet === null || (mobile !== null && mobile.px >= tablet.px)
      ? []
      : [{ name: '@tablet' as const, query: `@media (${least}width <= ${tablet.text})` }]),
  ]
  return made.length === 0 ? commonViewports : made
}

function widthOf(stated: unknown, name: string): { readonly text: string; readonly px: number } | null {
  const text = memberAt(stated, name)
  const [, number, unit] = typeof text === 'string' ? (/^(\d*\.?\d+)(px|r?em)$/.exec(text) ?? []) : []
  return typeof text !== 'string' || number === undefined
    ? null
    : { text, px: Number(number) * (unit === 'px' ? 1 : 16) }
}

/** Slugs of duotone presets; the site editor keeps the presets of the theme and of the user in separate lists. */
function duotonesOf(presets: unknown): readonly string[] {
  const lists = isList(presets) ? [presets] : membersOf(presets).map(([, list]) => list)
  return lists.flatMap((list) =>
    isList(list) ? list.map((preset) => textAt(preset, 'slug')).filter(Boolean) : [],
  )
}

/** The duotone preset of each block, in either notation; the theme need not define the preset. */
function blockDuotonesOf(blocks: unknown): ReadonlyMap<string, string> {
  const named = /^var(?:\(--wp--preset--duotone--([\w-]+)\)|:preset\|duotone\|([\w-]+))$/
  return new Map(
    membersOf(blocks).flatMap(([name, styles]): readonly (readonly [string, string])[] => {
      const [, variable, preset] = named.exec(textAt(styles, 'filter', 'duotone')) ?? []
      const slug = variable ?? preset
      return slug === undefined ? [] : [[name, slug]]
    }),
  )
}

type Variation = readonly [block: string, name: string]

const commonVariations: readonly Variation[] = [
  ['core/button', 'outline'],
  ['core/site-logo', 'rounded'],
]

function namedIn(blocks: unknown): readonly Variation[] {
  return membersOf(blocks).flatMap(([block, styles]) =>
    membersOf(memberAt(styles, 'variations')).map(([name]): Variation => [block, name]),
  )
}

/** The style variation of a file; without a slug it has that of its title, or of its file. */
function namedBy(file: string, json: Members): readonly Variation[] {
  const blocks = memberAt(json, 'blockTypes')
  if (!isList(blocks)) return []
  const slug = textAt(json, 'slug') || slugOf(textAt(json, 'title')) || slugOf(file.replace(/\.json$/i, ''))
  return blocks.flatMap((block): readonly Variation[] => (typeof block === 'string' ? [[block, slug]] : []))
}

function slugOf(title: string): string {
  return (title.toLowerCase().match(/[a-z]+|\d+/g) ?? []).join('-')
}

function variationsOf(all: readonly Variation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byBlock = Map.groupBy(all, ([block]) => block)
  return new Map(
    [...byBlock].map(([block, variations]) => [block, new Set(variations.map(([, name]) => name))]),
  )
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isMembers(value) ? Object.entries(value) : []
}
