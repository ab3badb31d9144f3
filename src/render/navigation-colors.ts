// The colours of a navigation and of what it opens (block_core_navigation_build_css_colors), as classes and declarations: by the
// names of presets, or by values of their own.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { textAttribute } from './block-wrapper.ts'

export interface NavigationColors {
  readonly classes: readonly string[]
  /** Empty where no colour has a value of its own. */
  readonly style: string
}

/** Those of the navigation alone, or of a list of pages or a link to the first page in it, which have those of its style. */
export function navigationColors(
  attributes: BlockAttributes,
  of: 'navigation' | 'page-list' | 'home-link',
): NavigationColors {
  const style = of === 'navigation' ? null : asRecord(asRecord(attributes['style'])?.['color'])
  const customs = of === 'home-link' ? {} : attributes
  return colors(
    [textAttribute(attributes, 'textColor'), own(customs, 'customTextColor', style?.['text'])],
    [
      textAttribute(attributes, 'backgroundColor'),
      own(customs, 'customBackgroundColor', style?.['background']),
    ],
    ': ',
  )
}

export function overlayColors(attributes: BlockAttributes): NavigationColors {
  return colors(
    [textAttribute(attributes, 'overlayTextColor'), own(attributes, 'customOverlayTextColor', null)],
    [
      textAttribute(attributes, 'overlayBackgroundColor'),
      own(attributes, 'customOverlayBackgroundColor', null),
    ],
    ':',
  )
}

function own(attributes: BlockAttributes, name: string, other: unknown): string {
  const value = textAttribute(attributes, name) || (typeof other === 'string' ? other : '')
  return /^[\w#(),.% /-]{1,64}$/.test(value) ? value : ''
}

type Color = readonly [preset: string, value: string]

function colors(text: Color, background: Color, colon: string): NavigationColors {
  const classesOf = ([preset, value]: Color, has: string, named: string) =>
    /^[\w-]{1,64}$/.test(preset) ? [has, `has-${preset}-${named}`] : value === '' ? [] : [has]
  const declared = ([preset, value]: Color, property: string) =>
    preset !== '' || value === '' ? [] : [`${property}${colon}${value}`]
  return {
    classes: [
      ...classesOf(text, 'has-text-color', 'color'),
      ...classesOf(background, 'has-background', 'background-color'),
    ],
    style: [...declared(text, 'color'), ...declared(background, 'background-color')].join(';'),
  }
}
