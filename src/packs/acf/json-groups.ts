// Field groups in the plug-in's JSON files (acf-json), which contain one group, or a list of groups as the plug-in exports them.
import type { PhpArray } from '../../index.ts'
import type { DefinedField, DefinedGroup, Definitions } from './definitions.ts'
import { arrayOf, isTruthy, phpFromJson, textIn, wholeNumber } from '../php/stored.ts'

/** Reads the groups and their fields; other values of the files are ignored. */
export function definitionsInJson(files: readonly unknown[]): Definitions {
  const groups: DefinedGroup[] = []
  const fields: DefinedField[] = []
  const add = (parent: string, own: PhpArray, layout: string | null) => {
    for (const settings of [...own.values()].map(arrayOf)) {
      const key = textIn(settings, 'key')
      if (key === '') continue
      const id = `json ${key}`
      fields.push({
        id,
        parent,
        key,
        name: textIn(settings, 'name'),
        label: textIn(settings, 'label'),
        settings: layout === null ? settings : new Map([...settings, ['parent_layout', layout]]),
      })
      add(id, arrayOf(settings.get('sub_fields')), null)
      for (const each of [...arrayOf(settings.get('layouts')).values()].map(arrayOf))
        add(id, arrayOf(each.get('sub_fields')), textIn(each, 'key'))
    }
  }
  for (const file of files.flat()) {
    const settings = arrayOf(phpFromJson(file))
    const key = textIn(settings, 'key')
    if (!settings.has('fields') || key === '' || groups.some((group) => group.key === key)) continue
    const id = `json ${key}`
    groups.push({
      id,
      key,
      title: textIn(settings, 'title'),
      settings,
      isActive: !settings.has('active') || isTruthy(settings.get('active')),
      order: wholeNumber(settings.get('menu_order')),
    })
    add(id, arrayOf(settings.get('fields')), null)
  }
  return { groups, fields }
}
