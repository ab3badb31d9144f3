// Field groups of ACF and SCF: rows of posts, whose fields are rows below them, or JSON. Clones are resolved here, so that readers
// of values see only fields that have values.
import { defineSiteValue, integerOf, parsePhpValue, textOf, type PhpArray, type Row } from '../../index.ts'
import { arrayOf, isTruthy, textIn } from '../php/stored.ts'

export interface FieldGroup {
  readonly key: string
  readonly title: string
  readonly settings: PhpArray
  readonly isActive: boolean
  /** Alternatives; all rules of one have to hold. */
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
  /** The name without the prefix of a clone. */
  readonly ownName?: string
  readonly label: string
  readonly type: string
  readonly settings: PhpArray
  /** Sub-fields of a group, a repeater, or a clone that is shown as a group. */
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
  /** Active and inactive groups. */
  readonly all: readonly FieldGroup[]
}

/** `json`: groups from files, which replace groups of the database with the same keys. */
export function storedGroups(unknownTypes: ReadonlySet<string>, json: Definitions) {
  const isJson = new Set(json.groups.map(({ key }) => key))
  return defineSiteValue({
    lists: [groupRows, fieldRows],
    make: ({ rows }) => {
      const stored = definitionsIn(rows(groupRows), rows(fieldRows))
      const groups = [...stored.groups.filter(({ key }) => !isJson.has(key)), ...json.groups]
      return groupsOf({ groups, fields: [...stored.fields, ...json.fields] }, unknownTypes)
    },
  })
}

export type GroupsOfSite = ReturnType<typeof storedGroups>

/** The groups that REST shows. */
export function shownInRest(groups: readonly FieldGroup[]): readonly FieldGroup[] {
  return groups.filter(({ settings }) => isTruthy(settings.get('show_in_rest')))
}

/** Limits how deep fields are nested. */
const depthMax = 10
/** Limits the fields of one group, cloned ones included: clones of clones may multiply without bound. */
const fieldsMax = 10_000

/** Groups and fields as they are defined, each with the id that its sub-fields have as `parent`. */
export interface Definitions {
  readonly groups: readonly DefinedGroup[]
  /** Fields, in order among those of the same parent. */
  readonly fields: readonly DefinedField[]
}

export interface DefinedGroup {
  readonly id: string
  readonly key: string
  readonly title: string
  readonly settings: PhpArray
  readonly isActive: boolean
  readonly order: number
}

export interface DefinedField {
  readonly id: string
  readonly parent: string
  readonly key: string
  readonly name: string
  readonly label: string
  readonly settings: PhpArray
}

function definitionsIn(groups: readonly Row[], fields: readonly Row[]): Definitions {
  const common = (row: Row) => ({
    id: textOf(row, 'id'),
    key: textOf(row, 'slug'),
    settings: arrayOf(parsePhpValue(textOf(row, 'content'))),
  })
  return {
    groups: groups
      .filter((row) => ['publish', 'acf-disabled'].includes(textOf(row, 'status')))
      .toSorted((one, other) => orderIn(one, 'id') - orderIn(other, 'id'))
      .map((row) =>
        Object.assign(common(row), {
          title: textOf(row, 'title'),
          isActive: textOf(row, 'status') === 'publish',
          order: orderIn(row, 'menu_order'),
        }),
      ),
    fields: fields
      .filter((row) => textOf(row, 'status') === 'publish')
      .toSorted(
        (one, other) =>
          orderIn(one, 'menu_order') - orderIn(other, 'menu_order') ||
          orderIn(one, 'id') - orderIn(other, 'id'),
      )
      .map((row) =>
        Object.assign(common(row), {
          parent: textOf(row, 'parent_id'),
          name: textOf(row, 'excerpt'),
          label: textOf(row, 'title'),
        }),
      ),
  }
}

function orderIn(row: Row, column: 'id' | 'menu_order'): number {
  return Number(integerOf(row, column))
}

function groupsOf(defined: Definitions, unknownTypes: ReadonlySet<string>): StoredGroups {
  const fieldsIn = fieldsBelow(defined, unknownTypes)
  const all = defined.groups.toSorted(byOrder).map(({ id, key, title, settings, isActive }) => ({
    key,
    title,
    settings,
    isActive,
    location: locationOf(settings),
    fields: fieldsIn(id),
  }))
  return { active: all.filter(({ isActive }) => isActive), all }
}

function byOrder(one: DefinedGroup, other: DefinedGroup): number {
  if (one.order !== other.order) return one.order - other.order
  return one.title === other.title ? 0 : one.title < other.title ? -1 : 1
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

/** Returns the fields of a group by its id. */
function fieldsBelow({ groups, fields }: Definitions, unknownTypes: ReadonlySet<string>) {
  const byParent = Map.groupBy(fields, ({ parent }) => parent)
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const groupIds = new Map(groups.map(({ key, id }) => [key, id]))
  let made = 0
  /** Keys of the clones being resolved: a clone within itself has no fields (acf_field_clone::get_cloned_fields). */
  const cloning = new Set<string>()

  const below = (parent: string, depth: number): readonly AcfField[] =>
    depth > depthMax ? [] : (byParent.get(parent) ?? []).flatMap((field) => fieldsOf(field, depth))

  const fieldsOf = (field: DefinedField, depth: number): readonly AcfField[] => {
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

  const clonedBy = ({ key: own, name, settings }: DefinedField, depth: number): readonly AcfField[] => {
    if (cloning.has(own)) return []
    cloning.add(own)
    const keys = [...arrayOf(settings.get('clone')).values()].filter((key) => typeof key === 'string')
    const cloned = keys.flatMap((key) => {
      const group = groupIds.get(key)
      const field = byKey.get(key)
      if (group !== undefined) return below(group, depth)
      return field ? fieldsOf(field, depth) : []
    })
    cloning.delete(own)
    const isPrefixed = isTruthy(settings.get('prefix_name'))
    return isPrefixed
      ? cloned.map((each) =>
          Object.assign({}, each, { name: `${name}_${each.name}`, ownName: each.ownName ?? each.name }),
        )
      : cloned
  }
  return (group: string): readonly AcfField[] => {
    made = 0
    return below(group, 0)
  }
}

/** Layouts by name; their fields name them by key. */
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
