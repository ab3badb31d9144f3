// Meta of posts: the values of one key, and the field `meta` for registered keys.
import { Type } from 'typebox'
import { parsePhpValue } from '../../database/php-value.ts'
import { integerOf } from '../../database/tables.ts'
import { hasMeta, type ContentTypeDefinition } from '../../registry/content-type.ts'
import { withDeprecation } from '../../registry/deprecation.ts'
import type { Derived, Field, FieldInput } from '../../registry/field.ts'
import type { MetaDefinition } from '../../registry/stored-meta.ts'
import { outsideEmbeds } from '../derived.ts'
import { isLocked } from './post-text.ts'

export function meta(key: string, read: (stored: string) => unknown): Derived {
  return {
    columns: ['id'],
    needs: () => ({ meta: [key] }),
    value: ({ row, needed }) => read(needed.metaOf(integerOf(row, 'id'), key) ?? ''),
  }
}

/**
 * The notes of the block editor, which WordPress registers for every type with an editor, custom fields and revisions.
 *
 * @example
 * ```ts
 * import { defineContentType, defineExtension, footnotes } from 'lectern'
 *
 * const essay = defineContentType({
 *   name: 'essay',
 *   base: 'essays',
 *   labels: { plural: 'Essays', singular: 'Essay' },
 *   supports: ['title', 'editor', 'revisions', 'custom-fields'],
 *   meta: [footnotes],
 * })
 *
 * export default defineExtension({ name: 'essays', contentTypes: [essay] })
 * ```
 */
export const footnotes: MetaDefinition = {
  key: 'footnotes',
  schema: Type.String({ title: '', description: '', default: '' }),
  read: textMeta,
  isText: true,
}

/** The stored text; null where PHP serialized another type (rest_validate_value_from_schema). */
export function textMeta(stored: string | null): string | null {
  if (stored === null) return ''
  const value = /^[abdis]:/.test(stored) ? parsePhpValue(stored) : null
  return value === null ? stored : typeof value === 'string' ? value : null
}

/** The field `meta` of types that show it: an object of registered keys, or an empty list where none is shown. */
export function metaFields(type: ContentTypeDefinition): readonly Field[] {
  if (!hasMeta(type)) return []
  const { meta: registered = [] } = type
  const shown = registered.filter(({ exposed }) => exposed?.includes('rest') ?? true)
  const described = registered.filter((each) => shown.includes(each) || each.exposed?.includes('schema'))
  const properties = Object.fromEntries(
    described.map(({ key, name = key, schema, contexts, deprecationReason }) => [
      name,
      withDeprecation(contexts ? { ...schema, context: contexts } : schema, deprecationReason),
    ]),
  )
  const members = shown.map((definition) => ({
    name: definition.name ?? definition.key,
    contexts: definition.contexts ?? outsideEmbeds,
    ...storedMeta(definition),
  }))
  return [
    {
      name: 'meta',
      contexts: outsideEmbeds,
      schema: Type.Object(properties),
      columns: [...new Set(members.flatMap(({ columns }) => columns).concat('id'))],
      needs: () => ({
        meta: shown.filter(({ isMultiple }) => isMultiple !== true).map(({ key }) => key),
        allMeta: shown.filter(({ isMultiple }) => isMultiple === true).map(({ key }) => key),
      }),
      value: (input) => {
        const values = members
          .filter(({ contexts }) => contexts.includes(input.context))
          .map(({ name, value }) => [name, value(input)] as const)
        return values.length === 0 ? [] : Object.fromEntries(values)
      },
    },
  ]
}

/** An empty list is served even while a password protects the text, since it reveals nothing. */
const emptyList = '[]'

/** The value under a registered key; for a protected text the value of an absent one. */
export function storedMeta({
  key,
  read,
  isMultiple = false,
  isNeverEmpty = false,
  isText = false,
}: Pick<MetaDefinition, 'key' | 'read' | 'isMultiple' | 'isNeverEmpty' | 'isText'>): Derived {
  const columns = isText ? ['id', 'password'] : ['id']
  const isHidden = (input: FieldInput) => isText && isLocked(input)
  return isMultiple
    ? {
        columns,
        needs: () => ({ allMeta: [key] }),
        value: (input) => {
          if (isHidden(input)) return []
          const values = input.needed.allMetaOf(integerOf(input.row, 'id'), key).map(read)
          return values.length === 0 && isNeverEmpty ? [read(null)] : values
        },
      }
    : {
        columns,
        needs: () => ({ meta: [key] }),
        value: (input) => {
          const value = input.needed.metaOf(integerOf(input.row, 'id'), key)
          return read(isHidden(input) && value !== emptyList ? null : value)
        },
      }
}
