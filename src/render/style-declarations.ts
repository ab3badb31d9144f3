// The declarations of a block's style by property, before any of them is filtered out (wp_style_engine_get_styles).
import { isEmpty } from '../core/php-empty.ts'
import { asRecord, plainValue, type BlockAttributes } from './block-tree.ts'
import { presetName } from './preset-name.ts'

/** Members of styles and their properties, in the order of declarations. */
const properties: readonly (readonly [group: string, member: string, property: string])[] = [
  ['background', 'backgroundPosition', 'background-position'],
  ['background', 'backgroundRepeat', 'background-repeat'],
  ['background', 'backgroundSize', 'background-size'],
  ['background', 'backgroundAttachment', 'background-attachment'],
  ['color', 'text', 'color'],
  ['color', 'background', 'background-color'],
  ['color', 'gradient', 'background'],
  ['border', 'color', 'border-color'],
  ['border', 'radius', 'border-radius'],
  ['border', 'style', 'border-style'],
  ['border', 'width', 'border-width'],
  ['border', 'top', 'border-top'],
  ['border', 'right', 'border-right'],
  ['border', 'bottom', 'border-bottom'],
  ['border', 'left', 'border-left'],
  ['', 'shadow', 'box-shadow'],
  ['dimensions', 'aspectRatio', 'aspect-ratio'],
  ['dimensions', 'height', 'height'],
  ['dimensions', 'minHeight', 'min-height'],
  ['dimensions', 'minWidth', 'min-width'],
  ['dimensions', 'objectFit', 'object-fit'],
  ['dimensions', 'width', 'width'],
  ['spacing', 'padding', 'padding'],
  ['spacing', 'margin', 'margin'],
  ['typography', 'fontSize', 'font-size'],
  ['typography', 'fontFamily', 'font-family'],
  ['typography', 'fontStyle', 'font-style'],
  ['typography', 'fontWeight', 'font-weight'],
  ['typography', 'lineHeight', 'line-height'],
  ['typography', 'textColumns', 'column-count'],
  ['typography', 'textDecoration', 'text-decoration'],
  ['typography', 'textIndent', 'text-indent'],
  ['typography', 'textTransform', 'text-transform'],
  ['typography', 'letterSpacing', 'letter-spacing'],
  ['typography', 'writingMode', 'writing-mode'],
]

export function styleDeclarations(style: BlockAttributes): BlockAttributes {
  return Object.fromEntries([
    ...image(asRecord(style['background'])),
    ...properties.flatMap(([group, member, property]) =>
      declared(property, (group === '' ? style : asRecord(style[group]))?.[member]),
    ),
  ])
}

type Declaration = readonly [property: string, value: unknown]

/** The declaration of the background, with a gradient above the picture. */
function image(background: BlockAttributes | null): readonly Declaration[] {
  const given = background?.['backgroundImage']
  const url = asRecord(given)?.['url']
  const layers = [
    valueOf(background?.['gradient']),
    isEmpty(url) ? (typeof given === 'string' ? given : '') : `url('${plainValue(url)}')`,
  ]
  return declared('background-image', layers.filter((layer) => !isEmpty(layer)).join(', '))
}

/** The declarations of a property; those of sides and corners are declared one by one. */
function declared(property: string, value: unknown): readonly Declaration[] {
  const isSide = /^border-(?:top|right|bottom|left)$/.test(property)
  if (typeof value !== 'object' || value === null) return isSide ? [] : single(property, value)
  return Object.entries(value).flatMap(([member, own]) => {
    const name = presetName(member)
    if (isSide)
      return /^(?:width|style|color)$/.test(member) && own !== '0' ? single(`${property}-${name}`, own) : []
    if (property === 'border-radius') return single(`border-${name}-radius`, own)
    return /^(?:padding|margin)$/.test(property) ? single(`${property}-${name}`, own) : []
  })
}

function single(property: string, value: unknown): readonly Declaration[] {
  const own = valueOf(value)
  return typeof own === 'object' || (isEmpty(own) && own !== '0') ? [] : [[property, own]]
}

/** The value, a preset as the theme's variable; empty for any other name that begins with `var:`. */
function valueOf(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('var:')) return value
  return value.startsWith('var:preset|')
    ? `var(--wp--${value.slice('var:'.length).replaceAll('|', '--')})`
    : ''
}
