// The tag around what a block makes when it is served, with the classes and styles that its attributes ask for
// (get_block_wrapper_attributes).
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { fluidSize } from './fluid-size.ts'
import { attributeText } from './html-tag.ts'

export interface Wrapper {
  readonly tag: string
  /** Classes that come first. */
  readonly classes?: readonly string[]
  /** More of the tag, as it stands after the classes. */
  readonly rest?: string
}

/** `inner` in the block's own tag. */
export function wrapped(
  name: string,
  attributes: BlockAttributes,
  { tag, classes = [], rest = '' }: Wrapper,
  inner: string,
): string {
  const style = styleOf(attributes)
  const anchor = textAttribute(attributes, 'anchor')
  const all = [
    ...classes,
    ...alignClass(attributes),
    ...textAttribute(attributes, 'className').split(' '),
    name.replace(/^core\//, 'wp-block-'),
    ...colorClasses(attributes),
  ].filter((each) => each !== '')
  return [
    `<${tag}`,
    style === '' ? '' : ` style="${attributeText(style)}"`,
    ` class="${attributeText([...new Set(all)].join(' '))}"`,
    anchor === '' ? '' : ` id="${attributeText(anchor)}"`,
    rest,
    `>${inner}</${tag}>`,
  ].join('')
}

/** The class of blocks whose text has a side. */
export function textAlignClass(attributes: BlockAttributes): readonly string[] {
  const align = textAttribute(attributes, 'textAlign')
  return /^[a-z]+$/.test(align) ? [`has-text-align-${align}`] : []
}

/** Empty where the attribute is no text. */
export function textAttribute(attributes: BlockAttributes, name: string): string {
  const value = attributes[name]
  return typeof value === 'string' ? value : ''
}

/** A number, or the text of one; what else there is counts as not given. */
export function numberAttribute(attributes: BlockAttributes, name: string, otherwise: number): number {
  const value = attributes[name]
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,9}(\.\d+)?$/.test(value))
  return isNumber ? Math.trunc(Number(value)) : otherwise
}

function alignClass(attributes: BlockAttributes): readonly string[] {
  const align = textAttribute(attributes, 'align')
  return ['left', 'center', 'right', 'wide', 'full'].includes(align) ? [`align${align}`] : []
}

/** What the block colours, and how large its type is. */
export function colorClasses(attributes: BlockAttributes): readonly string[] {
  const color = asRecord(asRecord(attributes['style'])?.['color']) ?? {}
  const [text, background] = [slug(attributes, 'textColor'), slug(attributes, 'backgroundColor')]
  return [
    ...(text === '' && textAttribute(color, 'text') === '' ? [] : ['has-text-color']),
    ...(text === '' ? [] : [`has-${text}-color`]),
    ...(background === '' && textAttribute(color, 'background') === '' ? [] : ['has-background']),
    ...(background === '' ? [] : [`has-${background}-background-color`]),
    ...sizeClasses(attributes),
  ]
}

export function sizeClasses(attributes: BlockAttributes): readonly string[] {
  const size = slug(attributes, 'fontSize')
  return size === '' ? [] : [`has-${size}-font-size`]
}

function slug(attributes: BlockAttributes, name: string): string {
  const value = textAttribute(attributes, name)
  return /^[a-zA-Z0-9_-]+$/.test(value) ? value : ''
}

const styled: readonly (readonly [group: string, member: string, property: string])[] = [
  ['color', 'text', 'color'],
  ['color', 'background', 'background-color'],
  ['spacing', 'padding', 'padding'],
  ['spacing', 'margin', 'margin'],
  ['typography', 'fontSize', 'font-size'],
  ['typography', 'lineHeight', 'line-height'],
  ['typography', 'fontStyle', 'font-style'],
  ['typography', 'fontWeight', 'font-weight'],
  ['typography', 'letterSpacing', 'letter-spacing'],
  ['typography', 'textDecoration', 'text-decoration'],
  ['typography', 'textTransform', 'text-transform'],
]

function styleOf(attributes: BlockAttributes): string {
  const style = asRecord(attributes['style'])
  if (style === null) return ''
  return styled
    .flatMap(([group, member, property]) => {
      const value = asRecord(style[group])?.[member]
      const sides = asRecord(value)
      if (sides === null) return declaration(property, value)
      return ['top', 'right', 'bottom', 'left'].flatMap((side) =>
        declaration(`${property}-${side}`, sides[side]),
      )
    })
    .join(';')
}

/** A preset is a variable of the theme's; what could end the declaration is none. */
function declaration(property: string, value: unknown): readonly string[] {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text === '' || /[\\;{}<>&]|\/\*/.test(text)) return []
  const size = property === 'font-size' ? (fluidSize(text) ?? text) : text
  const preset = /^var:([\w-]+\|)([\w-]+\|)?([\w-]+)$/.exec(text)
  return [`${property}:${preset ? `var(--wp--${text.slice('var:'.length).replaceAll('|', '--')})` : size}`]
}
