// Ids of databases whose keys are texts (UUIDs, for instance): schemas of arguments and fields describe them as strings,
// and values are strings even where they look like numbers.
import { IsOptional, Type, type TProperties, type TSchema } from 'typebox'
import { mapValues } from '../core/map-values.ts'
import type { Table } from '../core/table-names.ts'
import type { Layout } from '../database/layout.ts'
import { idTableOf } from '../database/source.ts'
import { argSchema, type ArgSchema } from './arg-schema.ts'
import type { Field } from './field.ts'
import type { ResourceDefinition } from './resource.ts'

/** The tables whose ids are texts. */
export type TextIds = ReadonlySet<Table>

/** The maximum length of an id in characters, which is that of an indexed key in MySQL. */
const idLengthMax = 191

export function textIdsOf(layout: Layout): TextIds {
  return new Set([...layout].flatMap(([name, { textIds }]) => (textIds.has('id') ? [name] : [])))
}

/** The arguments of a route, with ids of these tables as texts. */
export function argsWithTextIds(args: TProperties, texts: TextIds): TProperties {
  if (texts.size === 0) return args
  return mapValues(args, (schema) => withTextIdsIn(schema, texts))
}

function withTextIdsIn(schema: TSchema, texts: TextIds): TSchema {
  if (!hasIds(argSchema(schema))) return schema
  const said = Type.Unsafe<unknown>({ ...converted(argSchema(schema), texts) })
  return IsOptional(schema) ? Type.Optional(said) : said
}

function hasIds({ idOf, items, oneOf = [] }: ArgSchema): boolean {
  return idOf !== undefined || (items !== undefined && hasIds(items)) || oneOf.some(hasIds)
}

/** The resource, with ids of these tables as texts. */
export function withTextIds(resource: ResourceDefinition, texts: TextIds): ResourceDefinition {
  if (texts.size === 0) return resource
  return {
    ...resource,
    hasTextIds: texts.has(idTableOf(resource.source)),
    fields: resource.fields.map((field) => fieldWithTextIds(field, texts)),
  }
}

function fieldWithTextIds(field: Field, texts: TextIds): Field {
  const { idOf, items } = argSchema(field.schema)
  if (idOf !== undefined && texts.has(idOf)) {
    const type = field.name === 'id' ? 'string' : ['string', 'null']
    return { ...field, schema: { type }, value: (input) => asText(field.value(input)) }
  }
  if (items?.idOf === undefined || !texts.has(items.idOf)) return field
  return {
    ...field,
    schema: { ...field.schema, items: { type: 'string' } },
    value: (input) => {
      const ids = field.value(input)
      return Array.isArray(ids) ? ids.map(asText) : ids
    },
  }
}

/** The id as a text; null for no id. */
function asText(id: unknown): string | null {
  if (typeof id === 'string') return id
  return id === 0 || id === null ? null : JSON.stringify(id)
}

function converted(schema: ArgSchema, texts: TextIds): ArgSchema {
  const { idOf, exact, items, properties, oneOf } = schema
  if (idOf !== undefined && texts.has(idOf))
    return { ...schema, ...(exact ? { exact: 'string' } : { type: 'string' }), ...shape }
  return {
    ...schema,
    ...(items ? { items: converted(items, texts) } : {}),
    ...(oneOf ? { oneOf: oneOf.map((each) => converted(each, texts)) } : {}),
    ...(properties ? { properties: mapValues(properties, (each) => converted(each, texts)) } : {}),
  }
}

/** Excludes slashes, which separate the segments of an address. */
const shape = { pattern: '^[^\\x2f]+$', maxLength: idLengthMax } as const
