// The posts, terms and users that the fields of a page name.
import { textOf, type GatherReads } from '../../index.ts'
import { phpText } from '../php/stored.ts'
import type { AcfField } from './definitions.ts'
import { isEmpty, loadedValue } from './light.ts'
import type { ObjectFields } from './page-fields.ts'

/** The kinds of rows that the values of fields name, by the fields' types. */
export const leadsTo: ReadonlyMap<string, 'posts' | 'terms' | 'users'> = new Map([
  ['post_object', 'posts'],
  ['relationship', 'posts'],
  ['page_link', 'posts'],
  ['gallery', 'posts'],
  ['taxonomy', 'terms'],
  ['user', 'users'],
])

/** The ids that the value of a field names. */
export function idsNamed(field: AcfField, object: ObjectFields): readonly string[] {
  const value = loadedValue(field, field.name, object)
  const values = value instanceof Map ? [...value.values()] : [value]
  // Ids of a gallery need not be numbers
  if (field.type === 'gallery') return values.map(phpText).filter((id) => /^\w{1,19}$/.test(id))
  if (!(value instanceof Map)) return [phpText(value)].filter(isId)
  const isOfPosts = leadsTo.get(field.type) === 'posts'
  return values.map(phpText).filter((id) => isId(id) || (isOfPosts && id === '0'))
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text)
}

export function namedIn(objects: readonly ObjectFields[]) {
  const named = { posts: new Set<string>(), terms: new Set<string>(), users: new Set<string>() }
  for (const object of objects)
    for (const field of object.fields) {
      const kind = isEmpty(field) ? undefined : leadsTo.get(field.type)
      if (kind) for (const id of idsNamed(field, object)) if (isId(id)) named[kind].add(id)
    }
  return named
}

/** The types of posts, or the taxonomies of terms, by their ids. */
export async function kindsOf(
  source: 'posts' | 'terms',
  column: string,
  ids: ReadonlySet<string>,
  { rows: read }: GatherReads,
): Promise<ReadonlyMap<string, string>> {
  const found = await read({
    source,
    columns: ['id', column],
    filters: [{ kind: 'in', column: 'id', values: [...ids] }],
  })
  return new Map(found.map((row) => [textOf(row, 'id'), textOf(row, column)]))
}
