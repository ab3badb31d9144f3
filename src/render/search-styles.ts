// The declarations of a search form's parts (styles_for_block_core_search): its width, border, colours and type, as attributes
// of the tags that have them, with a blank before; empty where there is nothing to declare.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { hasOtherFunctions, textAttribute } from './block-wrapper.ts'
import { fluidSize } from './fluid-size.ts'
import { attributeText } from './html-tag.ts'

export interface SearchStyles {
  readonly wrapper: string
  readonly label: string
  readonly input: string
  readonly button: string
}

export function searchStyles(attributes: BlockAttributes, isInside: boolean): SearchStyles {
  const style = asRecord(attributes['style'])
  const border = borderOf(attributes, asRecord(style?.['border']))
  const type = typeOf(asRecord(style?.['typography']))
  const decoration = declared('text-decoration', asRecord(style?.['typography'])?.['textDecoration'])
  const color = asRecord(style?.['color'])
  const colors = [
    ...declared('color', color?.['text']),
    ...declared('background-color', color?.['background']),
    ...declared('background', color?.['gradient']),
  ]
  const hasButton = attributes['buttonPosition'] !== 'no-button'
  return {
    wrapper: styled([...widthOf(attributes), ...(isInside ? border : [])]),
    // One that only screen readers say is not decorated
    label: styled(isLabelHidden(attributes) ? type : [...type, ...decoration]),
    input: styled([...(isInside ? [] : border), ...(hasButton ? [] : colors), ...type]),
    button: styled([...(isInside ? [] : border), ...colors, ...type, ...decoration]),
  }
}

export function isLabelHidden({ showLabel, label }: BlockAttributes): boolean {
  return showLabel === false || label === ''
}

function widthOf({ width, widthUnit }: BlockAttributes): readonly string[] {
  const isWhole = typeof width === 'number' && width > 0 && (widthUnit === '%' || widthUnit === 'px')
  return isWhole ? [`width: ${width}${widthUnit}`] : []
}

function borderOf(attributes: BlockAttributes, border: BlockAttributes | null): readonly string[] {
  const length = (value: unknown) => (typeof value === 'number' ? `${value}px` : value)
  return [
    ...declared('border-width', length(border?.['width'])),
    ...(textAttribute(attributes, 'borderColor') === '' ? declared('border-color', border?.['color']) : []),
    ...declared('border-style', border?.['style']),
    ...declared('border-radius', length(border?.['radius'])),
  ]
}

function typeOf(typography: BlockAttributes | null): readonly string[] {
  const size = typography?.['fontSize']
  const fluid = typeof size === 'string' ? (fluidSize(size) ?? size) : size
  return [
    ...declared('font-size', fluid),
    ...declared('font-family', typography?.['fontFamily']),
    ...declared('letter-spacing', typography?.['letterSpacing']),
    ...declared('font-weight', typography?.['fontWeight']),
    ...declared('font-style', typography?.['fontStyle']),
    ...declared('line-height', typography?.['lineHeight']),
    ...declared('text-transform', typography?.['textTransform']),
  ]
}

/** A preset is a variable of the theme's; what could end the declaration is none. */
function declared(property: string, value: unknown): readonly string[] {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text === '' || /[\\;{}<>&]|\/\*/.test(text)) return []
  if (hasOtherFunctions(property, text)) return []
  const preset = /^var:([\w|-]{1,100})$/.exec(text)
  return [`${property}: ${preset ? `var(--wp--${text.slice(4).replaceAll('|', '--')})` : text}`]
}

function styled(declarations: readonly string[]): string {
  return declarations.length === 0 ? '' : ` style="${attributeText(declarations.join(';'))}"`
}
