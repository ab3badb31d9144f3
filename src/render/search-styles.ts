// The declarations of a search form's parts (styles_for_block_core_search): width, border, colours and typography, as `style`
// attributes of the parts' tags, with a blank before; empty where there is nothing to declare.
import { isEmpty } from '../core/php-empty.ts'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { hasOtherFunctions, lengthOf, textAttribute } from './block-wrapper.ts'
import { attributeText } from './html-tag.ts'

export interface SearchStyles {
  readonly wrapper: string
  readonly label: string
  readonly input: string
  readonly button: string
}

export function searchStyles(attributes: BlockAttributes, isInside: boolean): SearchStyles {
  const style = asRecord(attributes['style'])
  const given = asRecord(style?.['border'])
  const border = borderOf(attributes, given)
  const corners = cornersOf(given?.['radius'])
  const round = corners.flatMap(([property, radius]) =>
    radius === '0' ? [`${property}: 0`] : declared(property, radius),
  )
  const type = typeOf(asRecord(style?.['typography']))
  const decoration = declared('text-decoration', asRecord(style?.['typography'])?.['textDecoration'])
  const color = asRecord(style?.['color'])
  const colors = [
    ...declared('color', color?.['text']),
    ...declared('background-color', color?.['background']),
    ...declared('background', color?.['gradient']),
  ]
  const hasButton = attributes['buttonPosition'] !== 'no-button'
  const around = isInside ? [...border, ...corners.flatMap(aroundCorner)] : []
  const own = [...(isInside ? [] : border), ...round]
  return {
    wrapper: styled([...widthOf(attributes), ...around]),
    // A label for screen readers alone has no text decoration
    label: styled(attributes['showLabel'] === false ? type : [...type, ...decoration]),
    input: styled([...own, ...(hasButton ? [] : colors), ...type]),
    button: styled([...own, ...colors, ...type, ...decoration]),
  }
}

export function isLabelHidden({ showLabel, label }: BlockAttributes): boolean {
  return showLabel === false || label === '' || label === '0'
}

function widthOf({ width, widthUnit }: BlockAttributes): readonly string[] {
  const isWhole = typeof width === 'number' && width > 0 && (widthUnit === '%' || widthUnit === 'px')
  return isWhole ? [`width: ${width}${widthUnit}`] : []
}

const sides = ['top', 'right', 'bottom', 'left'] as const

/** Declares all sides and then each, property by property. */
function borderOf(attributes: BlockAttributes, border: BlockAttributes | null): readonly string[] {
  const isNamed = textAttribute(attributes, 'borderColor') !== ''
  const ofSides = (member: string) =>
    sides.flatMap((side) =>
      declared(`border-${side}-${member}`, variable(asRecord(border?.[side])?.[member])),
    )
  return [
    declared('border-width', variable(border?.['width'])),
    ofSides('width'),
    isNamed ? [] : declared('border-color', border?.['color']),
    ofSides('color'),
    declared('border-style', variable(border?.['style'])),
    ofSides('style'),
  ].flat()
}

/** The variable of a preset. Presets of colours and type, and the colour of all sides, stay as they are stated. */
function variable(value: unknown): unknown {
  return typeof value === 'string' && /^var:[\w|-]{1,100}$/.test(value)
    ? `var(--wp--${value.slice('var:'.length).replaceAll('|', '--')})`
    : value
}

type Corner = readonly [property: string, radius: unknown]

function cornersOf(radius: unknown): readonly Corner[] {
  const corners = asRecord(radius)
  if (corners === null)
    return [['border-radius', variable(lengthOf(radius === 0 || radius === '0' ? null : radius))]]
  return Object.entries(corners).map(([corner, value]) => [
    `border-${corner.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-radius`,
    variable(typeof value === 'number' ? String(value) : value),
  ])
}

/** The wrapper's corner, larger by the space around the field; none where the radius begins with no integer other than 0. */
function aroundCorner([property, radius]: Corner): readonly string[] {
  return declared(property, radius).flatMap((each) => {
    if (each === '') return ['']
    const length = each.slice(property.length + 2)
    return /^[+-]?0*[1-9]/.test(length) ? [`${property}: calc(${length} + 4px)`] : []
  })
}

function typeOf(typography: BlockAttributes | null): readonly string[] {
  return [
    ...declared('font-size', typography?.['fontSize']),
    ...declared('font-family', typography?.['fontFamily']),
    ...declared('letter-spacing', typography?.['letterSpacing']),
    ...declared('font-weight', typography?.['fontWeight']),
    ...declared('font-style', typography?.['fontStyle']),
    ...declared('line-height', typography?.['lineHeight']),
    ...declared('text-transform', typography?.['textTransform']),
  ]
}

/** A list of one declaration: empty text for a value that no declaration can have, no item for one that PHP takes for empty. */
function declared(property: string, value: unknown): readonly string[] {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || isEmpty(text)) return []
  if (/[\\;{}<>&]|\/\*/.test(text) || hasOtherFunctions(property, text)) return ['']
  return [`${property}: ${text}`]
}

function styled(declarations: readonly string[]): string {
  return declarations.length === 0 ? '' : ` style="${attributeText(declarations.filter(Boolean).join(';'))}"`
}
