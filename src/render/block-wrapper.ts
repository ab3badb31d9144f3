// The tag around the output of a dynamic block, with the classes and styles that its attributes state
// (get_block_wrapper_attributes).
import { isEmpty } from '../core/php-empty.ts'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { bordered, sided, unplaced, withSupported } from './block-supports.ts'
import { attributeText } from './html-tag.ts'
import { presetName, presetVariable } from './preset-name.ts'

export interface Wrapper {
  readonly tag: string
  /** Classes that precede those of the attributes. */
  readonly classes?: readonly string[]
  /** Declarations that follow those of the attributes; unless null, the tag has a `style` even without any declaration. */
  readonly style?: string | null
  /** Further attributes, as they stand in the tag after the classes. */
  readonly rest?: string
}

/** Wraps `inner` in the block's own tag. */
export function wrapped(
  name: string,
  stated: BlockAttributes,
  { tag, classes = [], style: last = null, rest = '' }: Wrapper,
  inner: string,
): string {
  const attributes = withSupported(name, withPresets(stated))
  const own = styleOf(name, attributes)
  const style = own === '' ? last : [own, last ?? ''].filter((each) => each !== '').join(';')
  const anchor = textAttribute(attributes, 'anchor')
  const all = [
    ...classes,
    ...(unplaced.has(name) ? [] : alignClass(attributes)),
    ...textAttribute(attributes, 'className').split(' '),
    name.replace(/^core\//, 'wp-block-'),
    ...colorClasses(attributes),
    ...(sided.has(name) ? sideClass(typeOf(attributes)) : []),
    ...(bordered.has(name) ? borderClasses(attributes) : []),
  ].filter((each) => each !== '')
  return [
    `<${tag}`,
    style === null ? '' : ` style="${attributeText(style)}"`,
    ` class="${attributeText([...new Set(all)].join(' '))}"`,
    anchor === '' ? '' : ` id="${attributeText(anchor)}"`,
    rest,
    `>${inner}</${tag}>`,
  ].join('')
}

/** The class of the block's text alignment. */
export function sideClass(attributes: BlockAttributes): readonly string[] {
  const align = attributes['textAlign']
  const isStated = typeof align === 'number' || (typeof align === 'string' && !isEmpty(align))
  return isStated ? [`has-text-align-${align}`] : []
}

/** The class of the block's text alignment, and that of a stated colour of links. */
export function textAlignClass(attributes: BlockAttributes): readonly string[] {
  return [...sideClass(attributes), ...linkColorClass(attributes)]
}

/** The typography that the block's style states. */
function typeOf(attributes: BlockAttributes): BlockAttributes {
  return asRecord(asRecord(attributes['style'])?.['typography']) ?? {}
}

export function linkColorClass(attributes: BlockAttributes): readonly string[] {
  const elements = asRecord(asRecord(attributes['style'])?.['elements'])
  return asRecord(asRecord(elements?.['link'])?.['color'])?.['text'] == null ? [] : ['has-link-color']
}

/** The attribute; empty where it is no text. */
export function textAttribute(attributes: BlockAttributes, name: string): string {
  const value = attributes[name]
  return typeof value === 'string' ? value : ''
}

/** The integer part of an attribute that is a number or the text of one; `otherwise` for any other value. */
export function numberAttribute(attributes: BlockAttributes, name: string, otherwise: number): number {
  return Math.trunc(decimalAttribute(attributes, name, otherwise))
}

/** The number of an attribute with its fraction; `otherwise` where it is no number. */
export function decimalAttribute(attributes: BlockAttributes, name: string, otherwise: number): number {
  const value = attributes[name]
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,9}(\.\d+)?$/.test(value))
  return isNumber ? Number(value) : otherwise
}

/** The `target` of a block's link, as attribute text. */
export function targetOf(attributes: BlockAttributes): string {
  const { linkTarget } = attributes
  return attributeText(typeof linkTarget === 'string' ? linkTarget : '_self')
}

function alignClass({ align }: BlockAttributes): readonly string[] {
  const isKnown = typeof align === 'string' && ['', 'left', 'center', 'right', 'wide', 'full'].includes(align)
  return isKnown ? [`align${align}`] : []
}

/** Classes for the block's colours, font size and font family. */
export function colorClasses(attributes: BlockAttributes): readonly string[] {
  const color = asRecord(asRecord(attributes['style'])?.['color']) ?? {}
  const [text, background] = [slug(attributes, 'textColor'), slug(attributes, 'backgroundColor')]
  const gradient = slug(attributes, 'gradient')
  // Even an empty name counts as a stated colour
  const isStated = (name: string, member: string) =>
    typeof attributes[name] === 'string' || textAttribute(color, member) !== ''
  const isBacked = isStated('backgroundColor', 'background') || isStated('gradient', 'gradient')
  return [
    ...(isStated('textColor', 'text') ? ['has-text-color'] : []),
    ...(text === '' ? [] : [`has-${text}-color`]),
    ...(isBacked ? ['has-background'] : []),
    ...(background === '' ? [] : [`has-${background}-background-color`]),
    ...(gradient === '' ? [] : [`has-${gradient}-gradient-background`]),
    ...sizeClasses(attributes),
  ]
}

export function sizeClasses(attributes: BlockAttributes): readonly string[] {
  const [size, family] = [slug(attributes, 'fontSize'), slug(attributes, 'fontFamily')]
  return [
    ...(size === '' ? [] : [`has-${size}-font-size`]),
    ...(family === '' ? [] : [`has-${family}-font-family`]),
  ]
}

function slug(attributes: BlockAttributes, name: string): string {
  const value = textAttribute(attributes, name)
  return /^[\p{L}\p{N}_-]+$/u.test(value) && value !== '0' ? value : ''
}

export type Styled = readonly [group: string, member: string, property: string, named?: string]

/** A style with the class of a preset has no declaration; declarations of borders stand between these two lists. */
const styledFirst: readonly Styled[] = [
  ['color', 'text', 'color', 'textColor'],
  ['color', 'background', 'background-color', 'backgroundColor'],
  ['color', 'gradient', 'background', 'gradient'],
  ['typography', 'fontSize', 'font-size', 'fontSize'],
  ['typography', 'fontFamily', 'font-family', 'fontFamily'],
  ['typography', 'fontStyle', 'font-style'],
  ['typography', 'fontWeight', 'font-weight'],
  ['typography', 'lineHeight', 'line-height'],
  ['typography', 'textColumns', 'column-count'],
  ['typography', 'textDecoration', 'text-decoration'],
  ['typography', 'textTransform', 'text-transform'],
  ['typography', 'letterSpacing', 'letter-spacing'],
  ['typography', 'writingMode', 'writing-mode'],
]
const styledLast: readonly Styled[] = [
  ['spacing', 'padding', 'padding'],
  ['spacing', 'margin', 'margin'],
]

const sized: readonly Styled[] = [['dimensions', 'minHeight', 'min-height']]

function styleOf(name: string, attributes: BlockAttributes): string {
  const style = asRecord(attributes['style'])
  if (style === null) return ''
  return [
    ...declarationsOf(styledFirst, style, attributes),
    ...(bordered.has(name) ? borderDeclarations(attributes) : []),
    ...declarationsOf(styledLast, style, attributes),
    ...(name === 'core/post-content' ? declarationsOf(sized, style, attributes) : []),
  ].join(';')
}

/** The declarations of a style; sides keep the order in which it states them. */
export function declarationsOf(
  styled: readonly Styled[],
  style: BlockAttributes,
  attributes: BlockAttributes,
): readonly string[] {
  return styled.flatMap(([group, member, property, named]) => {
    if (named !== undefined && slug(attributes, named) !== '') return []
    const value = asRecord(style[group])?.[member]
    const sides = asRecord(value)
    if (sides === null) return declaration(property, value)
    return Object.entries(sides).flatMap(([side, length]) =>
      /^(?:top|right|bottom|left)$/.test(side) ? declaration(`${property}-${side}`, length) : [],
    )
  })
}

const presets: readonly (readonly [attribute: string, group: string, member: string, kind: string])[] = [
  ['textColor', 'color', 'text', 'color'],
  ['backgroundColor', 'color', 'background', 'color'],
  ['gradient', 'color', 'gradient', 'gradient'],
  ['fontSize', 'typography', 'fontSize', 'font-size'],
  ['borderColor', 'border', 'color', 'color'],
]

/** Moves presets from the style into the attributes for them, where WordPress has a class for the preset. */
export function withPresets(attributes: BlockAttributes): BlockAttributes {
  const style = asRecord(attributes['style'])
  const named = style === null ? [] : presets.flatMap((preset) => presetIn(style, preset, attributes))
  const all = named.length === 0 ? attributes : { ...attributes, ...Object.fromEntries(named) }
  const renamed = presetAttributes.flatMap((attribute) => {
    const value = textAttribute(all, attribute)
    // In the notation of styles (`var:preset|…|name`) the name of the preset stands last
    const name = presetName(value.slice(value.lastIndexOf('|') + 1))
    return name === value ? [] : [[attribute, name] as const]
  })
  return renamed.length === 0 ? all : { ...all, ...Object.fromEntries(renamed) }
}

function presetIn(
  style: BlockAttributes,
  [attribute, group, member, kind]: (typeof presets)[number],
  attributes: BlockAttributes,
): readonly (readonly [string, string])[] {
  if (textAttribute(attributes, attribute) !== '') return []
  const value = textAttribute(asRecord(style[group]) ?? {}, member)
  const start = `var:preset|${kind}|`
  return value.startsWith(start) ? [[attribute, value.slice(start.length)]] : []
}

const presetAttributes = [...presets.map(([attribute]) => attribute), 'fontFamily']

/**
 * The declarations of a border, without a colour that has a class. Those of a side come in the order of `members`; `length`
 * converts the lengths of the others.
 */
export function borderDeclarations(
  attributes: BlockAttributes,
  { members = ['width', 'color', 'style'], length = lengthOf } = {},
): readonly string[] {
  const border = asRecord(asRecord(attributes['style'])?.['border'])
  if (border === null) return []
  const radius = asRecord(border['radius'])
  const corners =
    radius === null
      ? declaration('border-radius', length(border['radius']))
      : Object.entries(radius).flatMap(([corner, value]) =>
          declaration(
            `border-${corner.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-radius`,
            value,
          ),
        )
  return [
    ...declaration('border-color', textAttribute(attributes, 'borderColor') === '' ? border['color'] : null),
    ...corners,
    ...declaration('border-style', border['style']),
    ...declaration('border-width', length(border['width'])),
    ...['top', 'right', 'bottom', 'left'].flatMap((side) => {
      const own = asRecord(border[side])
      return members.flatMap((member) =>
        own?.[member] === '0' ? [] : declaration(`border-${side}-${member}`, own?.[member]),
      )
    }),
  ]
}

export function borderClasses(attributes: BlockAttributes): readonly string[] {
  const border = asRecord(asRecord(attributes['style'])?.['border']) ?? {}
  const named = slug(attributes, 'borderColor')
  return [
    ...(typeof attributes['borderColor'] === 'string' || textAttribute(border, 'color') !== ''
      ? ['has-border-color']
      : []),
    ...(named === '' ? [] : [`has-${named}-border-color`]),
  ]
}

/** Takes a number, or the text of one, for pixels. */
export function lengthOf(value: unknown): unknown {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,9}(?:\.\d{1,9})?$/.test(value))
  return isNumber ? `${value}px` : value
}

/** A list of one declaration, a preset as the theme's variable; empty for a number and for text that could end a declaration. */
export function declaration(property: string, text: unknown): readonly string[] {
  if (typeof text !== 'string' || text === '' || /[\\;{}<>&]|\/\*/.test(text)) return []
  const named = /^var:preset\|(?:font-style|font-weight|text-transform)\|([\w-]+)$/.exec(text)
  if (named) return [`${property}:${named[1]}`]
  if (hasOtherFunctions(property, text)) return []
  if (!text.startsWith('var:')) return [`${property}:${text}`]
  const variable = presetVariable(property, text)
  return variable === '' ? [] : [`${property}:${variable}`]
}

/** True where the text has CSS functions that safecss_filter_attr refuses; it accepts gradients as backgrounds. */
export function hasOtherFunctions(property: string, text: string): boolean {
  const outside = property === 'background' ? text.replace(gradient, '') : text
  return outside
    .matchAll(/\(/g)
    .some(
      ({ index }) =>
        !/(?:^|[^\w-])(?:var|calc|min|max|minmax|clamp|repeat|)$/.test(
          outside.slice(Math.max(index - 8, 0), index),
        ),
    )
}

/** A gradient, in which functions of any name may stand, but not in one another. */
const gradient = /(?:linear|radial|conic)-gradient\((?:[^()]|\([^()]*\))*\)/g
