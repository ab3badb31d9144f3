// The classes of blocks' layouts (wp_render_layout_support_flag): the kind of layout, its alignments, and a class by which the
// page's style sheet selects a single layout, with a digest of what its styles are made of.
import { createHash } from 'node:crypto'
import { isEmpty } from '../core/php-empty.ts'
import { asRecord, type Block, type BlockAttributes } from './block-tree.ts'
import { textAttribute } from './block-wrapper.ts'
import { phpJson } from './php-json.ts'
import type { Theme } from './theme.ts'

/** The classes of a block's layout, in their order; none for a block without a layout. */
export function layoutClasses({ name, attributes }: Block, theme: Theme): readonly string[] {
  const preset = presets.get(name)
  if (preset === undefined) return []
  const layout = layoutOf(attributes, preset)
  const type = layout['type'] == null ? 'default' : textAttribute(layout, 'type')
  // An unknown type lays out nothing
  const kind = kinds.get(type) ?? ''
  const style = asRecord(attributes['style'])
  const own = { layout, gap: gapOf(style), spacing: asRecord(style?.['spacing']) }
  const narrow = viewportsOf(style, theme).map((viewport) => changeIn(viewport, style))
  const shown = (laid: Laid) => (theme.hasGaps ? laid : { ...laid, gap: null })
  const isStyled = hasStyles(type, shown(own)) || narrow.some((laid) => changesStyles(type, shown(laid)))
  const container = kind !== '' && isStyled ? [containerOf(name, own, narrow, theme)] : []
  const [orientation, justification] = [classWord(layout['orientation']), classWord(layout['justifyContent'])]
  return [
    ...(type === 'constrained' && theme.padsRoot ? ['has-global-padding'] : []),
    ...(orientation === '' ? [] : [`is-${orientation}`]),
    ...(justification === '' ? [] : [`is-content-justification-${justification}`]),
    ...(layout['flexWrap'] === 'nowrap' && !isPreset(attributes) ? ['is-nowrap'] : []),
    ...(kind === '' ? [] : [`is-layout-${kind}`]),
    ...container,
    `${name.replace(/^core\//, 'wp-block-')}-${kind === '' ? '' : `is-layout-${kind}`}`,
  ]
}

/** The class for a block's own size or place in the layout of the block around it; null where it states none. */
export function placeClass(
  attributes: BlockAttributes,
  around: BlockAttributes,
  theme: Pick<Theme, 'viewports'>,
): string | null {
  const style = asRecord(attributes['style'])
  if (style === null) return null
  const layout = membersOf(style['layout'], isAboutPlace)
  const narrow = Object.fromEntries(
    viewportsOf(style, theme)
      .map((name) => [name, membersOf(asRecord(style[name])?.['layout'], isAboutPlace)] as const)
      .filter(([, changed]) => !isEmpty(changed)),
  )
  if (![{}, ...Object.values(narrow)].some((changed) => isPlaced({ ...layout, ...changed }))) return null
  const made = { layout, parentLayout: columnsOf(asRecord(around['layout']) ?? {}), ...narrow }
  return `wp-container-content-${digest(phpJson(made))}`
}

/** True where a block states a size or a place in the layout around it. */
function isPlaced(layout: BlockAttributes): boolean {
  const { selfStretch, columnSpan, rowSpan, columnStart, rowStart } = layout
  const size = layout['flexSize']
  const stretches =
    selfStretch === 'fill' ||
    (selfStretch === 'fixed' && typeof size === 'string' && size.trim() !== '') ||
    (selfStretch === 'fixedNoShrink' && size != null)
  return stretches || [columnSpan, rowSpan, columnStart, rowStart].some((value) => !isEmpty(value))
}

/** Members of a layout that are about the block's own place in the layout around it. */
function isAboutPlace(key: string): boolean {
  return /^(?:selfStretch|flexSize|columnStart|columnSpan|rowStart|rowSpan)$/.test(key)
}

function membersOf(layout: unknown, isKept: (key: string) => boolean): BlockAttributes {
  return Object.fromEntries(Object.entries(asRecord(layout) ?? {}).filter(([key]) => isKept(key)))
}

/** The members of a grid that the place of a block in it depends on. */
function columnsOf(layout: BlockAttributes): BlockAttributes {
  return membersOf(layout, (key) => key === 'columnCount' || key === 'minimumColumnWidth')
}

/** Default layouts of blocks; an empty one is the flow of the text. */
const presets: ReadonlyMap<string, BlockAttributes> = new Map<string, BlockAttributes>([
  ...'accordion accordion-item accordion-panel column cover details group latest-posts post-content post-template query quote tab-panel tabs term-template terms-query'
    .split(' ')
    .map((name): [string, BlockAttributes] => [`core/${name}`, {}]),
  ...['buttons', 'comments-pagination', 'gallery', 'navigation', 'query-pagination', 'social-links'].map(
    (name): [string, BlockAttributes] => [`core/${name}`, { type: 'flex' }],
  ),
  ['core/columns', { type: 'flex', flexWrap: 'nowrap' }],
  ['core/tab-list', { type: 'flex', flexWrap: 'wrap' }],
])

function layoutOf(attributes: BlockAttributes, preset: BlockAttributes): BlockAttributes {
  if (isPreset(attributes)) return preset
  const given = asRecord(attributes['layout']) ?? {}
  // Older blocks state `inherit` or a width instead of a type
  const isConstrained = given['inherit'] === true || hasLength(given['contentSize'])
  return isConstrained ? { ...given, type: 'constrained' } : given
}

/** True where the block states no layout; an empty one counts as stated. */
function isPreset({ layout }: BlockAttributes): boolean {
  return layout === undefined || layout === null
}

interface Laid {
  readonly layout: BlockAttributes
  /** Null without a valid gap. */
  readonly gap: unknown
  readonly spacing: BlockAttributes | null
}

interface Change extends Laid {
  readonly breakpoint: string
  /** True where a gap is stated, even an invalid one. */
  readonly isGapped: boolean
}

/** The viewports for which a style states anything; most styles have none. */
function viewportsOf(
  style: BlockAttributes | null,
  { viewports }: Pick<Theme, 'viewports'>,
): readonly string[] {
  return viewports.flatMap(({ name }) => (style?.[name] === undefined ? [] : [name]))
}

/** The changes of a layout that a style states for a viewport. */
function changeIn(viewport: string, style: BlockAttributes | null): Change {
  const own = asRecord(style?.[viewport])
  const isGapped = asRecord(own?.['spacing'])?.['blockGap'] != null
  const layout = membersOf(own?.['layout'], (key) => !isAboutPlace(key))
  return { breakpoint: viewport, layout, gap: gapOf(own), spacing: null, isGapped }
}

/** The stated gap; null for a text that could be more than a length. */
function gapOf(style: BlockAttributes | null): unknown {
  const gap = asRecord(style?.['spacing'])?.['blockGap'] ?? null
  if (typeof gap !== 'object' || gap === null) return isLength(gap) ? gap : null
  return Object.fromEntries(
    Object.entries(gap).map(([side, length]) => [side, isLength(length) ? length : null]),
  )
}

function isLength(value: unknown): boolean {
  return typeof value !== 'string' || !/[\\(&=}]|\/\*/.test(value)
}

/** True where the layout needs styles beyond those of its kind. */
function hasStyles(type: string, { layout, gap, spacing }: Laid): boolean {
  const justification = classWord(layout['justifyContent'])
  switch (type) {
    case 'constrained':
      return (
        gapBetween(gap) !== null ||
        hasLength(layout['contentSize']) ||
        hasLength(layout['wideSize']) ||
        ['left', 'right'].includes(justification) ||
        isPaddedBeside(spacing)
      )
    case 'flex':
      return (
        (gap !== null && gap !== '' && gap !== false) ||
        layout['flexWrap'] === 'nowrap' ||
        (layout['orientation'] ?? 'horizontal') !== 'horizontal' ||
        ['top', 'center', 'bottom', 'stretch'].includes(classWord(layout['verticalAlignment'])) ||
        ['left', 'right', 'center', 'space-between'].includes(justification)
      )
    case 'grid':
      return true
    default:
      return gapBetween(gap) !== null
  }
}

/** True where a viewport changes styles: those of a constrained layout by any width or justification, even an unknown one. */
function changesStyles(type: string, laid: Laid): boolean {
  const isMade = ['contentSize', 'wideSize', 'justifyContent'].some((key) => Object.hasOwn(laid.layout, key))
  return (type === 'constrained' && isMade) || hasStyles(type, laid)
}

/** The gap between blocks below one another: that of the upper side. */
function gapBetween(gap: unknown): unknown {
  return typeof gap === 'object' && gap !== null ? (asRecord(gap)?.['top'] ?? null) : gap
}

/** True with a padding on the left or right, over which blocks of full width extend. */
function isPaddedBeside(spacing: BlockAttributes | null): boolean {
  const padding = asRecord(spacing?.['padding'])
  // A padding of 0 counts, too
  return [padding?.['left'], padding?.['right']].some((side) => typeof side === 'string' && side !== '')
}

function hasLength(value: unknown): boolean {
  return typeof value === 'string' && !isEmpty(value)
}

function containerOf(
  name: string,
  { layout, gap, spacing }: Laid,
  narrow: readonly Change[],
  theme: Theme,
): string {
  const styles = [
    layout,
    theme.hasGaps,
    gap,
    false,
    theme.gaps.get(name) ?? theme.gap,
    spacing,
    ...narrow.flatMap(({ breakpoint, layout: changed, gap: blockGap, isGapped }) => [
      ...(isEmpty(changed) ? [] : [{ breakpoint, layout: changed }]),
      ...(isGapped ? [{ breakpoint, blockGap }] : []),
    ]),
  ]
  return `wp-container-${name.replace('/', '-')}-is-layout-${digest(phpJson(styles))}`
}

function digest(text: string): string {
  return createHash('md5').update(text).digest('hex').slice(0, 8)
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['default', 'flow'],
  ...['constrained', 'flex', 'grid'].map((kind): [string, string] => [kind, kind]),
])

/** A member as part of a class name; empty for anything but small letters and hyphens. */
export function classWord(value: unknown): string {
  return typeof value === 'string' && /^[a-z-]+$/.test(value) ? value : ''
}
