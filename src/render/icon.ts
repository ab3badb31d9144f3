// The icon block (render_block_core_icon): one of WordPress's SVG icons in the block's own tag. The drawing, not the tag, has the
// colours, the border, the padding and the width that the block states.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { filledText } from './block-attributes.ts'
import {
  borderClasses,
  borderDeclarations,
  colorClasses,
  declaration,
  declarationsOf,
  numberAttribute,
  type Styled,
  textAttribute,
  withPresets,
  wrapped,
} from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { withAttributes } from './first-tag.ts'
import { attributesIn, attributeText, replaceTags } from './html-tag.ts'
import type { TextFile } from './theme-json.ts'

/** The renderer of the block: `core/star` names the file `star`. */
export function iconBlock(files: readonly TextFile[]): BlockRenderer {
  const drawings = new Map(
    files.filter(({ text }) => isDrawing(text)).map(({ name, text }) => [`core/${name}`, cleaned(text)]),
  )
  return ({ name, attributes }) => {
    const drawing = drawings.get(textAttribute(attributes, 'icon'))
    return drawing === undefined ? '' : wrapped(name, attributes, { tag: 'div' }, drawn(drawing, attributes))
  }
}

/** True for an SVG of paths alone: other elements could do more than draw. */
function isDrawing(text: string): boolean {
  return text.startsWith('<svg ') && !/<(?!\/?(?:svg|path)[\s>/])/.test(text)
}

/** The attributes that WordPress keeps, in the lower case in which it writes them. */
const keptAttributes: ReadonlySet<string> = new Set(['xmlns', 'viewbox', 'fill-rule', 'd'])

function cleaned(drawing: string): string {
  return replaceTags(drawing, ['svg', 'path'], (tag) => {
    const kept = [...attributesIn(tag)].filter(([name]) => keptAttributes.has(name))
    const [opening = ''] = /^<\w+/.exec(tag) ?? []
    const closing = tag.endsWith('/>') ? ' />' : '>'
    return [opening, ...kept.map(([name, value]) => ` ${name}="${attributeText(value)}"`), closing].join('')
  })
}

/** The drawing with its attributes; those of flips and the rotation come last, as WordPress sets them later. */
function drawn(drawing: string, stated: BlockAttributes): string {
  const attributes = withPresets(stated)
  const classes = [...colorClasses(colors(attributes)), ...borderClasses(attributes)]
  const label = filledText(stated, 'ariaLabel')
  const named = withAttributes(drawing, {
    ...(label === '' ? { 'aria-hidden': 'true', focusable: 'false' } : { 'aria-label': label, role: 'img' }),
    ...classAttribute(classes),
  })
  const flipped = ['Horizontal', 'Vertical'].filter((way) => stated[`flip${way}`] === true)
  const rotation = numberAttribute(stated, 'rotation', 0)
  const look = declarations(attributes).map((each) => `${each};`)
  const style = [look.join(''), rotation === 0 ? '' : `rotate: ${rotation}deg;`]
  const turned = flipped.map((way) => `is-flip-${way.toLowerCase()}`)
  return withAttributes(named, {
    ...(turned.length === 0 ? {} : classAttribute([...classes, ...turned])),
    style: style.filter((part) => part !== '').join(' ') || null,
  })
}

function classAttribute(classes: readonly string[]): { readonly class: string | null } {
  return { class: classes.join(' ') || null }
}

/** The colours without a font size and a gradient, which a drawing does not have. */
function colors({ style, textColor, backgroundColor }: BlockAttributes): BlockAttributes {
  const { text, background } = asRecord(asRecord(style)?.['color']) ?? {}
  return { textColor, backgroundColor, style: { color: { text, background } } }
}

/** The declarations of the drawing: a colour that has a class is declared, too, except that of the border. */
function declarations(attributes: BlockAttributes): readonly string[] {
  const { textColor, backgroundColor } = attributes
  const style = asRecord(attributes['style']) ?? {}
  const { text, background } = asRecord(style['color']) ?? {}
  return [
    ...declaration('color', presetOr(textColor, text)),
    ...declaration('background-color', presetOr(backgroundColor, background)),
    ...borderDeclarations(attributes, { members: ['color', 'style', 'width'], length: (length) => length }),
    ...declarationsOf(sized, style, attributes),
  ]
}

const sized: readonly Styled[] = [
  ['dimensions', 'width', 'width'],
  ['spacing', 'padding', 'padding'],
]

function presetOr(named: unknown, otherwise: unknown): unknown {
  return typeof named === 'string' ? `var:preset|color|${named}` : otherwise
}
