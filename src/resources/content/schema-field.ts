// Defines a field of `meta` by a JSON schema, as register_post_meta does with `show_in_rest.schema`: lists, objects and
// enumerations. Each read checks the stored value by the schema and converts it.
import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import type { RawArg } from '../../core/raw-args.ts'
import { isList, isMembers } from '../../core/json-value.ts'
import { mapValues } from '../../core/map-values.ts'
import { phpArray } from '../../core/php-array.ts'
import { storedPhpValue } from '../../database/php-value.ts'
import { argSchema, isRefused, type ArgSchema } from '../../registry/arg-schema.ts'
import { compileValue } from '../../registry/arg-value.ts'
import type { Context } from '../../registry/field.ts'
import type { NodeName } from '../../registry/node.ts'
import type { Exposure, MetaDefinition } from '../../registry/stored-meta.ts'

export interface SchemaField {
  readonly key: string
  /** Its `default` is the value where nothing is stored. */
  readonly schema: TSchema
  /** The name of the member. Default: the key. */
  readonly name?: string
  /** True for a list of all values under the key, each of which the schema describes. */
  readonly multiple?: boolean
  /** The contexts that show it. Default: all that show `meta`. */
  readonly contexts?: readonly Context[]
  /** The interfaces that serve it. Default: all. */
  readonly exposed?: readonly Exposure[]
  /** Converts the value before it is served. */
  readonly sanitize?: (value: unknown) => unknown
  /** Names the replacement, and marks the field as deprecated. */
  readonly deprecationReason?: string
  /** The field of GraphQL's node. Default: one with the key in camel case, where it is a scalar or a list of scalars. */
  readonly node?: NodeName
}

/**
 * A field of `meta` described by a schema. A value that does not fit is null, as is a default that does not fit; an object has no
 * properties besides those that the schema names, unless it has `additionalProperties`.
 *
 * @example
 * ```ts
 * import { defineContentType, defineExtension, schemaField, Type } from 'lectern'
 *
 * const size = Type.Object({ width: Type.Optional(Type.Number()), unit: Type.Optional(Type.Enum(['cm', 'in'], { type: 'string' })) })
 *
 * const frame = defineContentType({
 *   name: 'frame',
 *   base: 'frames',
 *   labels: { plural: 'Frames', singular: 'Frame' },
 *   supports: ['title', 'custom-fields'],
 *   meta: [
 *     schemaField({ key: 'size', schema: size }),
 *     schemaField({ key: 'colors', schema: Type.Array(Type.String(), { default: ['white'] }) }),
 *   ],
 * })
 *
 * export default defineExtension({ name: 'frames', contentTypes: [frame] })
 * ```
 */
export function schemaField(field: SchemaField): MetaDefinition {
  const { key, name, contexts, multiple = false, exposed, sanitize, deprecationReason, node } = field
  const schema = closed(argSchema(field.schema))
  const isStated = schema.default !== undefined
  const fallback = schema.default ?? emptyOf(schema)
  const parse = reader(schema)
  const read = (stored: string | null) => parse(stored === null ? givenOf(fallback) : storedPhpValue(stored))
  const value = shown(schema, fallback)
  return {
    key,
    schema: Type.Unsafe<unknown>(multiple ? { type: 'array', items: value } : value),
    read: sanitize ? (stored) => sanitize(read(stored)) : read,
    ...(name === undefined ? {} : { name }),
    ...(contexts === undefined ? {} : { contexts }),
    ...(multiple ? { isMultiple: true, isNeverEmpty: isStated } : {}),
    ...(exposed === undefined ? {} : { exposed }),
    ...(deprecationReason === undefined ? {} : { deprecationReason }),
    ...(node === undefined ? {} : { node }),
  }
}

/** A schema as WordPress documents it, after the members that WordPress adds to each (get_registered_fields). */
function shown(schema: ArgSchema, fallback: unknown): object {
  const { type, ...rest } = schema
  return { type, title: '', description: '', ...rest, default: fallback }
}

/** Forbids properties that an object's schema does not name (rest_default_additional_properties_to_false). */
function closed(schema: ArgSchema): ArgSchema {
  const { items, properties, additionalProperties } = schema
  return {
    ...schema,
    ...(items ? { items: closed(items) } : {}),
    ...(properties ? { properties: mapValues(properties, closed) } : {}),
    ...(schema.type === 'object'
      ? {
          additionalProperties:
            typeof additionalProperties === 'object'
              ? closed(additionalProperties)
              : (additionalProperties ?? false),
        }
      : {}),
  }
}

/** Removes defaults, with which properties must not be filled, and the limits of arguments on lists. */
function unfilled(schema: ArgSchema): ArgSchema {
  const { default: _default, items, properties, additionalProperties, ...rest } = schema
  return {
    ...rest,
    membersMax: Infinity,
    ...(items ? { items: unfilled(items) } : {}),
    ...(properties ? { properties: mapValues(properties, unfilled) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object' ? unfilled(additionalProperties) : additionalProperties,
        }),
  }
}

/** Parses by the schema: an empty text becomes the empty value of its type (prepare_value), and an invalid value null. */
function reader(schema: ArgSchema): (raw: RawArg) => unknown {
  const parse = compileValue(unfilled(schema))
  const isCounted = schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean'
  return (raw) => {
    const parsed = parse('', isCounted && raw === '' ? givenOf(emptyOf(schema)) : raw)
    return isRefused(parsed) ? null : asPhpArrays(parsed.value)
  }
}

function emptyOf({ type }: ArgSchema): unknown {
  return typeof type === 'string' ? (empties.get(type) ?? null) : null
}

const empties: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['integer', 0],
  ['number', 0],
  ['boolean', false],
  ['string', ''],
  ['array', []],
  ['object', []],
])

function givenOf(value: unknown): RawArg {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (!isList(value) && !isMembers(value)) return null
  return new Map(Object.entries(value).map(([name, member]) => [name, givenOf(member)]))
}

/** Converts arrays as PHP encodes them: an object without members, or with keys that count up from 0, becomes a list. */
function asPhpArrays(value: unknown): unknown {
  if (isList(value)) return value.map(asPhpArrays)
  if (!isMembers(value)) return value
  return phpArray(Object.entries(value).map(([name, member]) => [name, asPhpArrays(member)]))
}
