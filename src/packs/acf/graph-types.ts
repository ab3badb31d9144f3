// The types of field groups in GraphQL, and the names of their members.
import type { GraphRelation, GraphType } from '../../index.ts'
import { isTruthy, textIn } from '../php/stored.ts'
import type { AcfField, FieldGroup } from './definitions.ts'

/** `Category extras` → `categoryExtras`, `a_text` → `aText`. */
export function camel(text: string): string {
  const whole = words(text)
  return whole.charAt(0).toLowerCase() + whole.slice(1)
}

export function withCapital(text: string): string {
  return words(text)
}

function words(text: string): string {
  return text
    .split(/[^A-Za-z0-9]/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

export function groupName({ settings, title }: FieldGroup): string {
  return textIn(settings, 'graphql_field_name') || title
}

/** A group without this setting is in the schema, whether REST shows it or not. */
export function isGroupInGraph({ settings }: FieldGroup): boolean {
  const shown = settings.get('show_in_graphql')
  return shown === undefined || shown === null || isTruthy(shown)
}

export function memberName({ settings, ownName, name }: AcfField): string {
  return camel(textIn(settings, 'graphql_field_name') || ownName || name)
}

/** Types of fields that the schema leaves out. */
const without: ReadonlySet<string> = new Set(['icon_picker', 'message', 'tab', 'accordion'])

export function isInGraph({ settings, type }: AcfField): boolean {
  const shown = settings.get('show_in_graphql')
  return !without.has(type) && (shown === undefined || shown === null || isTruthy(shown))
}

/** The name of the type of a field's sub-fields; `owner` is the type that has the field. */
export function typeBelow(field: AcfField, owner: string): string {
  return owner + withCapital(memberName(field))
}

export function layoutType(field: AcfField, owner: string, layout: string): string {
  return `${typeBelow(field, owner)}${withCapital(layout)}Layout`
}

const relations: ReadonlyMap<string, GraphRelation> = new Map([
  ['image', { to: 'files', isList: false, named: 'AcfMediaItem' }],
  ['file', { to: 'files', isList: false, named: 'AcfMediaItem' }],
  ['gallery', { to: 'files', isList: true, named: 'AcfMediaItem' }],
  ['post_object', { to: 'content', isList: true, named: 'AcfContentNode' }],
  ['relationship', { to: 'content', isList: true, named: 'AcfContentNode' }],
  ['page_link', { to: 'content', isList: true, named: 'AcfContentNode' }],
  ['taxonomy', { to: 'terms', isList: true, named: 'AcfTermNode' }],
  ['user', { to: 'users', isList: true, named: 'AcfUser' }],
])

/** A type, an interface with its members, and the types of sub-fields. */
export function typesOf(fields: readonly AcfField[], name: string): readonly GraphType[] {
  const shown = fields.filter(isInGraph)
  const members = Object.fromEntries(shown.map((field) => [memberName(field), memberType(field, name)]))
  return [
    { kind: 'interface', name: `${name}_Fields`, interfaces: [], members: { ...groupMembers, ...members } },
    {
      kind: 'type',
      name,
      interfaces: [`${name}_Fields`, 'AcfFieldGroup', 'AcfFieldGroupFields'],
      members: groupMembers,
    },
    ...shown.flatMap((field) => below(field, name)),
  ]
}

const groupMembers = { fieldGroupName: 'String @deprecated' } as const

function below(field: AcfField, owner: string): readonly GraphType[] {
  switch (field.type) {
    case 'group':
    case 'repeater':
    case 'clone':
      return typesOf(field.fields, typeBelow(field, owner))
    case 'flexible_content': {
      const layout = `${typeBelow(field, owner)}_Layout`
      return [
        { kind: 'interface', name: layout, interfaces: [], members: groupMembers },
        ...[...field.layouts].flatMap(([name, fields]) =>
          typesOf(fields, layoutType(field, owner, name)).map((type) =>
            type.kind === 'type' && type.name === layoutType(field, owner, name)
              ? Object.assign({}, type, { interfaces: [...type.interfaces, layout] })
              : type,
          ),
        ),
      ]
    }
    default:
      return []
  }
}

function memberType(field: AcfField, owner: string): string | GraphRelation {
  switch (field.type) {
    case 'number':
    case 'range':
      return 'Float'
    case 'true_false':
      return 'Boolean'
    case 'select':
    case 'checkbox':
      return '[String]'
    case 'link':
      return 'AcfLink'
    case 'google_map':
      return 'AcfGoogleMap'
    case 'group':
    case 'clone':
      return typeBelow(field, owner)
    case 'repeater':
      return `[${typeBelow(field, owner)}]`
    case 'flexible_content':
      return `[${typeBelow(field, owner)}_Layout]`
    default:
      return relations.get(field.type) ?? 'String'
  }
}

/** Members of map locations, with the keys under which they are stored. */
export const placeMembers = {
  city: 'city',
  country: 'country',
  countryShort: 'country_short',
  latitude: 'lat',
  longitude: 'lng',
  placeId: 'place_id',
  postCode: 'post_code',
  state: 'state',
  stateShort: 'state_short',
  streetAddress: 'address',
  streetName: 'street_name',
  streetNumber: 'street_number',
  zoom: 'zoom',
} as const

export const commonTypes: readonly GraphType[] = [
  { kind: 'interface', name: 'AcfFieldGroup', interfaces: [], members: groupMembers },
  { kind: 'interface', name: 'AcfFieldGroupFields', interfaces: [], members: groupMembers },
  {
    kind: 'type',
    name: 'AcfLink',
    interfaces: [],
    members: { target: 'String', title: 'String', url: 'String' },
  },
  {
    kind: 'type',
    name: 'AcfGoogleMap',
    interfaces: [],
    members: Object.fromEntries(
      Object.keys(placeMembers).map((name) => [
        name,
        name === 'latitude' || name === 'longitude' ? 'Float' : 'String',
      ]),
    ),
  },
]
