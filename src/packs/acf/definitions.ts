// Field groups of ACF and SCF: rows of posts, whose fields are rows below them. Clones are resolved here, so that whoever reads
// values meets only fields that have some.
import { defineSiteValue, integerOf, parsePhpValue, textOf, type PhpArray, type Row } from '../../index.ts'
import { arrayOf, isTruthy, textIn } from '../php/stored.ts'

export interface FieldGroup {
  readonly key: string
  readonly title: string
  readonly settings: PhpArray
  readonly isActive: boolean
  /** Alternatives, in each of which all rules have to hold. */
  readonly location: readonly (readonly LocationRule[])[]
  readonly fields: readonly AcfField[]
}

export interface LocationRule {
  readonly param: string
  readonly isEqual: boolean
  readonly value: string
}

export interface AcfField {
  readonly key: string
  readonly name: string
  /** Without what a clone puts before it. */
  readonly ownName?: string
  readonly label: string
  readonly type: string
  readonly settings: PhpArray
  /** Below a group, a repeater, or a clone that is shown as a group. */
  readonly fields: readonly AcfField[]
  /** The fields of flexible content, by the names of layouts. */
  readonly layouts: ReadonlyMap<string, readonly AcfField[]>
}

const definitionColumns = [
  'id',
  'type',
  'status',
  'parent_id',
  'title',
  'slug',
  'excerpt',
  'menu_order',
  'content',
] as const

const rowsOf = (type: string) =>
  ({
    source: 'posts',
    columns: definitionColumns,
    filters: [{ kind: 'in', column: 'type', values: [type] }],
  }) as const

const groupRows = rowsOf('acf-field-group')
const fieldRows = rowsOf('acf-field')

/** Groups in their order, without fields of types that the plug-in does not know. */
export interface StoredGroups {
  readonly active: readonly FieldGroup[]
  /** With those that are switched off. */
  readonly all: readonly FieldGroup[]
}

export function storedGroups(unknownTypes: ReadonlySet<string>) {
  return defineSiteValue({
    lists: [groupRows, fieldRows],
    make: ({ rows }) => groupsOf(rows(groupRows), rows(fieldRows), unknownTypes),
  })
}

export type GroupsOfSite = ReturnType<typeof storedGroups>

/** Those that REST shows. */
export function shownInRest(groups: readonly FieldGroup[]): readonly FieldGroup[] {
  return groups.filter(({ settings }) => isTruthy(settings.get('show_in_rest')))
}

/** How deep fields lie within each other; clones may contain themselves. */
const depthMax = 10
const fieldsMax = 10_000

function groupsOf(
  groups: readonly Row[],
  fields: readonly Row[],
  unknownTypes: ReadonlySet<string>,
): StoredGroups {
  const tree = treeOf(groups, fields, unknownTypes)
  const all = groups
    .filter((row) => ['publish', 'acf-disabled'].includes(textOf(row, 'status')))
    .toSorted(byOrder)
    .map((row) => {
      const settings = arrayOf(parsePhpValue(textOf(row, 'content')))
      return {
        key: textOf(row, 'slug'),
        title: textOf(row, 'title'),
        settings,
        isActive: textOf(row, 'status') === 'publish',
        location: locationOf(settings),
        fields: tree.below(textOf(row, 'id'), 0),
      }
    })
  return { active: all.filter(({ isActive }) => isActive), all }
}

function byOrder(one: Row, other: Row): number {
  const order = Number(integerOf(one, 'menu_order')) - Number(integerOf(other, 'menu_order'))
  if (order !== 0) return order
  return textOf(one, 'type') === 'acf-field' || textOf(one, 'title') === textOf(other, 'title')
    ? Number(integerOf(one, 'id')) - Number(integerOf(other, 'id'))
    : textOf(one, 'title') < textOf(other, 'title')
      ? -1
      : 1
}

function locationOf(settings: PhpArray): FieldGroup['location'] {
  return [...arrayOf(settings.get('location')).values()]
    .map((rules) =>
      [...arrayOf(rules).values()].map(arrayOf).map((rule) => ({
        param: textIn(rule, 'param'),
        isEqual: textIn(rule, 'operator') !== '!=',
        value: textIn(rule, 'value'),
      })),
    )
    .filter((rules) => rules.length > 0)
}

interface Stored {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly label: string
  readonly settings: PhpArray
}

function treeOf(groups: readonly Row[], rows: readonly Row[], unknownTypes: ReadonlySet<string>) {
  const stored = rows
    .filter((row) => textOf(row, 'status') === 'publish')
    .toSorted(byOrder)
    .map((row) => ({
      id: textOf(row, 'id'),
      parent: textOf(row, 'parent_id'),
      key: textOf(row, 'slug'),
      name: textOf(row, 'excerpt'),
      label: textOf(row, 'title'),
      settings: arrayOf(parsePhpValue(textOf(row, 'content'))),
    }))
  const byParent = Map.groupBy(stored, ({ parent }) => parent)
  const byKey = new Map(stored.map((field) => [field.key, field]))
  const groupIds = new Map(groups.map((row) => [textOf(row, 'slug'), textOf(row, 'id')]))
  let made = 0

  const below = (parent: string, depth: number): readonly AcfField[] =>
    depth > depthMax ? [] : (byParent.get(parent) ?? []).flatMap((field) => fieldsOf(field, depth))

  const fieldsOf = (field: Stored, depth: number): readonly AcfField[] => {
    made += 1
    if (made > fieldsMax || depth > depthMax) return []
    const { id, key, name, label, settings } = field
    const type = textIn(settings, 'type')
    if (unknownTypes.has(type)) return []
    const plain = { key, name, label, type, settings, fields: [], layouts: new Map() }
    switch (type) {
      case 'group':
      case 'repeater':
        return [{ ...plain, fields: below(id, depth + 1) }]
      case 'flexible_content':
        return [{ ...plain, layouts: layoutsOf(settings, below(id, depth + 1)) }]
      case 'clone': {
        const cloned = clonedBy(field, depth + 1)
        return textIn(settings, 'display') === 'group' ? [{ ...plain, fields: cloned }] : cloned
      }
      default:
        return [plain]
    }
  }

  const clonedBy = ({ name, settings }: Stored, depth: number): readonly AcfField[] => {
    const keys = [...arrayOf(settings.get('clone')).values()].filter((key) => typeof key === 'string')
    const cloned = keys.flatMap((key) => {
      const group = groupIds.get(key)
      const field = byKey.get(key)
      if (group !== undefined) return below(group, depth)
      return field ? fieldsOf(field, depth) : []
    })
    const isPrefixed = isTruthy(settings.get('prefix_name'))
    return isPrefixed
      ? cloned.map((each) =>
          Object.assign({}, each, { name: `${name}_${each.name}`, ownName: each.ownName ?? each.name }),
        )
      : cloned
  }
  return { below }
}

/** The fields of a layout name it. */
function layoutsOf(settings: PhpArray, fields: readonly AcfField[]): AcfField['layouts'] {
  return new Map(
    [...arrayOf(settings.get('layouts')).values()].map(arrayOf).map((layout) => {
      const key = textIn(layout, 'key')
      return [
        textIn(layout, 'name'),
        fields.filter((field) => textIn(field.settings, 'parent_layout') === key),
      ]
    }),
  )
}
