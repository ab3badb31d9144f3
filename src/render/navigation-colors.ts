// The colours of a navigation, its dialog and its submenus (block_core_navigation_build_css_colors), as classes and declarations,
// by the names of presets or by values.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { hasOtherFunctions, textAttribute } from './block-wrapper.ts'
import { presetName } from './preset-name.ts'

export interface NavigationColors {
  readonly classes: readonly string[]
  /** Null where no colour is stated by a value; empty where a declaration cannot have the value. */
  readonly style: string | null
}

/** Colours of the navigation itself, or of a page list or home link in it, for which the navigation's style counts, too. */
export function navigationColors(
  attributes: BlockAttributes,
  of: 'navigation' | 'page-list' | 'home-link',
): NavigationColors {
  const style = of === 'navigation' ? null : asRecord(asRecord(attributes['style'])?.['color'])
  const customs = of === 'home-link' ? {} : attributes
  const preset = presetsOf(attributes, of)
  return colors(
    [preset('textColor'), own(customs, 'customTextColor', style?.['text'])],
    [preset('backgroundColor'), own(customs, 'customBackgroundColor', style?.['background'])],
    ': ',
  )
}

/** Colours of the dialog that a navigation opens, or of the submenus of a page list in it. */
export function overlayColors(attributes: BlockAttributes, of: 'dialog' | 'page-list'): NavigationColors {
  const preset = presetsOf(attributes, of)
  return colors(
    [preset('overlayTextColor'), own(attributes, 'customOverlayTextColor', null)],
    [preset('overlayBackgroundColor'), own(attributes, 'customOverlayBackgroundColor', null)],
    ': ',
  )
}

/** Reads the names of presets from attributes; a page list writes them as classes have them. */
function presetsOf(attributes: BlockAttributes, of: string): (name: string) => string {
  return (name) => {
    const stated = textAttribute(attributes, name)
    return of === 'page-list' ? presetName(stated) : stated
  }
}

/** Colours of a submenu: those that the navigation states for submenus, else the submenu's own. */
export function submenuColors(attributes: BlockAttributes, around: BlockAttributes): NavigationColors {
  const style = asRecord(asRecord(attributes['style'])?.['color']) ?? {}
  const color = (overlay: string, ownPreset: string, member: string): Color => {
    const custom = `customO${overlay.slice(1)}`
    const stated: Color = [presetName(textAttribute(around, overlay)), own(around, custom, null)]
    if (stated.some((each) => each !== '')) return stated
    return [presetName(textAttribute(attributes, ownPreset)), own(style, member, null)]
  }
  return colors(
    color('overlayTextColor', 'textColor', 'text'),
    color('overlayBackgroundColor', 'backgroundColor', 'background'),
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
  const declared = ([preset, value]: Color, property: string) => {
    if (preset !== '' || value === '') return []
    return [hasOtherFunctions(property, value) ? '' : `${property}${colon}${value}`]
  }
  const declarations = [...declared(text, 'color'), ...declared(background, 'background-color')]
  return {
    classes: [
      ...classesOf(text, 'has-text-color', 'color'),
      ...classesOf(background, 'has-background', 'background-color'),
    ],
    style: declarations.length === 0 ? null : declarations.filter((each) => each !== '').join(';'),
  }
}
