// Custom fields of nodes in Lectern's own GraphQL schema, which does not depend on stored field groups: values are JSON.
import { textOf, type FieldInput, type Gather, type Site } from '../../index.ts'
import type { AcfField } from './definitions.ts'
import { isEmpty, light, membersOf, type Loading } from './light.ts'
import { columnsOf, type ObjectKind, type PageFields } from './page-fields.ts'

export const acfFieldType = {
  type: 'Acf_Field',
  description: 'A custom field with its value, as REST shows it in the format light.',
  members: { name: 'String!', type: 'String!', label: 'String', value: 'String' },
} as const

export function acfNodeField(kind: ObjectKind, page: Gather<PageFields>) {
  return {
    name: 'acf',
    type: { objects: acfFieldType },
    description: 'Its custom fields; values are JSON.',
    cost: 3,
    columns: [...columnsOf[kind]],
    needs: (site: Site) => ({ gathers: [page.on(site)] }),
    value: ({ row, needed }: FieldInput) => {
      const object = page.of(needed).of(textOf(row, 'id'))
      if (!object) return []
      return acfMembers(object.fields, object)
    },
  }
}

export function acfMembers(all: readonly AcfField[], loading: Loading) {
  const values = membersOf(all, (named) => light(named, loading), { prefix: '', isTop: true })
  const fields = new Map(all.map((field) => [field.name, field]))
  return [...values].flatMap(([name, value]) => {
    const field = fields.get(name)
    if (!field || isEmpty(field)) return []
    return [{ name, type: field.type, label: field.label, value: JSON.stringify(value) }]
  })
}
