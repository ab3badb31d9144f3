// How blocks lay out what they enclose, as classes (wp_render_layout_support_flag): the kind of layout, what is aligned
// how, and a class by whose name the styles of one layout are found, which is a digest of what these are made of.
import { createHash } from 'node:crypto'
import { asRecord, isEmpty, type Block, type BlockAttributes } from './block-tree.ts'
import { textAttribute } from './block-wrapper.ts'
import { phpJson } from './php-json.ts'
import type { Theme } from './theme.ts'

/** The classes of a block's layout, in their order; none of what lays out nothing. */
export function layoutClasses({ name, attributes }: Block, theme: Theme): readonly string[] {
  const preset = presets.get(name)
  if (preset === undefined) return []
  const layout = layoutOf(attributes, preset)
  const type = layout['type'] == null ? 'default' : textAttribute(layout, 'type')
  // One that is not known lays out nothing
  const kind = kinds.get(type) ?? ''
  const spacing = asRecord(asRecord(attributes['style'])?.['spacing'])
  const gap = gapOf(spacing)
  const container =
    kind !== '' && hasStyles(type, layout, theme.hasGaps ? gap : null, spacing)
      ? [containerOf(name, { layout, gap, spacing, theme })]
      : []
  const [orientation, justification] = [word(layout['orientation']), word(layout['justifyContent'])]
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

/** The class of a block that says how it takes its place in the layout around it; null where it does not say. */
export function placeClass(
  { attributes }: Pick<Block, 'attributes'>,
  parentLayout: BlockAttributes,
): string | null {
  const layout = asRecord(asRecord(attributes['style'])?.['layout'])
  if (layout === null) return null
  const { selfStretch, columnSpan, rowSpan, columnStart, rowStart } = layout
  const size = layout['flexSize']
  const stretches =
    selfStretch === 'fill' ||
    (selfStretch === 'fixed' && typeof size === 'string' && size.trim() !== '') ||
    (selfStretch === 'fixedNoShrink' && size != null)
  const isPlaced = [columnSpan, rowSpan, columnStart, rowStart].some((value) => !isEmpty(value))
  if (!stretches && !isPlaced) return null
  return `wp-container-content-${digest(phpJson({ layout, parentLayout: columnsOf(parentLayout) }))}`
}

/** The members of a grid that the place of a block in it depends on. */
function columnsOf(layout: BlockAttributes): BlockAttributes {
  return Object.fromEntries(
    Object.entries(layout).filter(([key]) => key === 'columnCount' || key === 'minimumColumnWidth'),
  )
}

/** Layouts of blocks that do not state one; an empty one, where the block has to be in the flow of the text. */
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
  const given = asRecord(attributes['layout'])
  if (given === null) return preset
  // Blocks from before there were layouts have a width instead
  const isConstrained = given['inherit'] === true || hasLength(given['contentSize'])
  return isConstrained ? { ...given, type: 'constrained' } : given
}

function isPreset(attributes: BlockAttributes): boolean {
  return asRecord(attributes['layout']) === null
}

type Gap = string | BlockAttributes | null

/** A text that could be more than a length is no gap. */
function gapOf(spacing: BlockAttributes | null): Gap {
  const gap = spacing?.['blockGap']
  if (typeof gap === 'string') return isLength(gap) ? gap : null
  const sides = asRecord(gap)
  return (
    sides &&
    Object.fromEntries(
      Object.entries(sides).map(([side, length]) => [side, isLength(length) ? length : null]),
    )
  )
}

function isLength(value: unknown): boolean {
  return typeof value !== 'string' || !/[\\(&=}]|\/\*/.test(value)
}

/** True where there is anything about the layout that its kind does not say. */
function hasStyles(
  type: string,
  layout: BlockAttributes,
  gap: Gap,
  spacing: BlockAttributes | null,
): boolean {
  const justification = word(layout['justifyContent'])
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
        (gap !== null && gap !== '') ||
        layout['flexWrap'] === 'nowrap' ||
        layout['orientation'] === 'vertical' ||
        ['top', 'center', 'bottom', 'stretch'].includes(word(layout['verticalAlignment'])) ||
        ['left', 'right', 'center', 'space-between'].includes(justification)
      )
    case 'grid':
      return true
    default:
      return gapBetween(gap) !== null
  }
}

/** Blocks below one another have the gap of their upper side. */
function gapBetween(gap: Gap): unknown {
  return typeof gap === 'string' ? gap : (gap?.['top'] ?? null)
}

/** Blocks as wide as the window reach over such a padding. */
function isPaddedBeside(spacing: BlockAttributes | null): boolean {
  const padding = asRecord(spacing?.['padding'])
  return hasLength(padding?.['left']) || hasLength(padding?.['right'])
}

function hasLength(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

interface Laid {
  readonly layout: BlockAttributes
  readonly gap: Gap
  readonly spacing: BlockAttributes | null
  readonly theme: Theme
}

function containerOf(name: string, { layout, gap, spacing, theme }: Laid): string {
  const styles = [layout, theme.hasGaps, gap, false, theme.gaps.get(name) ?? theme.gap, spacing]
  return `wp-container-${name.replace('/', '-')}-is-layout-${digest(phpJson(styles))}`
}

function digest(text: string): string {
  return createHash('md5').update(text).digest('hex').slice(0, 8)
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['default', 'flow'],
  ...['constrained', 'flex', 'grid'].map((kind): [string, string] => [kind, kind]),
])

/** A member that goes into a class: anything but a plain word is none. */
function word(value: unknown): string {
  return typeof value === 'string' && /^[a-z-]+$/.test(value) ? value : ''
}
