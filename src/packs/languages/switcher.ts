// Polylang's language switcher in menus: an item with an address of its own, and its choices as meta.
import { parsePhpValue, Type, type storedField } from '../../index.ts'
import { arrayOf, isTruthy } from '../php/stored.ts'

const choices = [
  'hide_if_no_translation',
  'hide_current',
  'force_home',
  'show_flags',
  'show_names',
  'dropdown',
] as const

/** The choices of a switcher; an empty list for any other item. */
export const switcher: ReturnType<typeof storedField> = {
  key: '_pll_menu_item',
  types: ['nav_menu_item'],
  exposed: ['rest'],
  schema: Type.Object(Object.fromEntries(choices.map((name) => [name, Type.Boolean()])), {
    title: '',
    description: '',
    default: [],
  }),
  read: (stored) => {
    const chosen = arrayOf(parsePhpValue(stored ?? ''))
    if (chosen.size === 0) return []
    return Object.fromEntries(choices.map((name) => [name, isTruthy(chosen.get(name))]))
  },
}

export const switcherLabel = {
  itemFilter: (item: Readonly<Record<string, unknown>>) =>
    item['url'] === '#pll_switcher' && 'type_label' in item
      ? { ...item, type_label: 'Language switcher' }
      : item,
}
