// The colours of a navigation and of what it opens (block_core_navigation_build_css_colors), as classes and declarations: by the
// names of presets, or by values of their own.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { textAttribute } from './block-wrapper.ts'
import { presetName } from './preset-name.ts'

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
  const preset = (name: string) => {
    const stated = textAttribute(attributes, name)
    return of === 'page-list' ? presetName(stated) : stated
  }
  return colors(
    [preset('textColor'), own(customs, 'customTextColor', style?.['text'])],
    [preset('backgroundColor'), own(customs, 'customBackgroundColor', style?.['background'])],
    ': ',
  )
}

/** Those of the dialog that a navigation opens, or of the submenus in it. */
export function overlayColors(attributes: BlockAttributes, of: 'dialog' | 'submenu'): NavigationColors {
  const preset = (name: string) => {
    const stated = textAttribute(attributes, name)
    return of === 'submenu' ? presetName(stated) : stated
  }
  return colors(
    [preset('overlayTextColor'), own(attributes, 'customOverlayTextColor', null)],
    [preset('overlayBackgroundColor'), own(attributes, 'customOverlayBackgroundColor', null)],
    of === 'submenu' ? ':' : ': ',
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
