// Adds members to the field `meta` of terms, users and comments; their values are read together for a page of items.
import { Type } from 'typebox'
import { isMembers } from '../core/json-value.ts'
import { textOf, type Row } from '../database/tables.ts'
import { argSchema } from '../registry/arg-schema.ts'
import { withDeprecation } from '../registry/deprecation.ts'
import type { Context, Field } from '../registry/field.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { MetaDefinition } from '../registry/stored-meta.ts'
import { defineGather } from './gather.ts'

const places = {
  terms: { source: 'termmeta', owner: 'term_id' },
  users: { source: 'usermeta', owner: 'user_id' },
  comments: { source: 'commentmeta', owner: 'comment_id' },
} as const

type Place = (typeof places)[keyof typeof places]

/** The fields with these members of `meta`; null for a resource whose meta comes with its definition. */
export function withAddedMeta(
  { source, fields }: ResourceDefinition,
  added: readonly MetaDefinition[],
): readonly Field[] | null {
  if (source !== 'terms' && source !== 'users' && source !== 'comments') return null
  return fields.map((field) => (field.name === 'meta' ? extended(field, added, places[source]) : field))
}

function extended(field: Field, added: readonly MetaDefinition[], { source, owner }: Place): Field {
  const shown = added.filter(({ exposed }) => exposed?.includes('rest') ?? true)
  const schema = argSchema(field.schema)
  const stored = defineGather(async (rows: readonly Row[], { rows: read }) => {
    const found = await read({
      source,
      columns: ['id', owner, 'key', 'value'],
      filters: [
        { kind: 'in', column: owner, values: rows.map((row) => textOf(row, 'id')) },
        { kind: 'in', column: 'key', values: shown.map(({ key }) => key) },
      ],
    })
    return Map.groupBy(found, (row) => `${textOf(row, owner)} ${textOf(row, 'key')}`)
  })
  return {
    ...field,
    schema: Type.Unsafe<unknown>({
      ...schema,
      type: 'object',
      properties: { ...schema.properties, ...Object.fromEntries(shown.map(described)) },
    }),
    columns: [...new Set([...field.columns, 'id'])],
    needs: (site, args) => {
      const own = field.needs?.(site, args) ?? {}
      return { ...own, gathers: [...(own.gathers ?? []), stored.on(site)] }
    },
    value: (input) => {
      const before = field.value(input)
      const values = (key: string) =>
        (stored.of(input.needed).get(`${textOf(input.row, 'id')} ${key}`) ?? []).map((row) =>
          textOf(row, 'value'),
        )
      const members = shown
        .filter((each) => isShown(each, input.context))
        .map((each) => [each.name ?? each.key, valueOf(each, values(each.key))] as const)
      return members.length === 0
        ? before
        : { ...(isMembers(before) ? before : {}), ...Object.fromEntries(members) }
    },
  }
}

function described({ key, name = key, schema, contexts, deprecationReason }: MetaDefinition) {
  return [
    name,
    withDeprecation(contexts ? { ...schema, context: contexts } : schema, deprecationReason),
  ] as const
}

function isShown({ contexts }: MetaDefinition, context: Context): boolean {
  return contexts?.includes(context) ?? true
}

function valueOf(
  { read, isMultiple = false, isNeverEmpty = false }: MetaDefinition,
  values: readonly string[],
) {
  if (!isMultiple) return read(values[0] ?? null)
  return values.length === 0 && isNeverEmpty ? [read(null)] : values.map(read)
}
