// Describes an argument in discovery documents: its schema as WordPress writes it (JSON Schema draft 4), without
// keywords that only Lectern reads.
import type { TSchema } from 'typebox'
import { mapValues } from '../core/map-values.ts'
import { argSchema, requiredProperties, type ArgSchema } from './arg-schema.ts'

type Document = Readonly<Record<string, unknown>>

export function describeArg(schema: TSchema): Document {
  const arg = argSchema(schema)
  return { ...describeSchema(arg), required: arg.required === true }
}

/** An item's schema, without the keywords `served` and `idOf`, which WordPress lacks. */
export function describeItem(schema: TSchema): Readonly<Record<string, unknown>> {
  return mapValues<unknown, unknown>({ ...schema }, withoutServed)
}

function withoutServed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutServed)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'served' && name !== 'idOf')
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutServed(member)]))
}

function describeSchema(schema: ArgSchema): Document {
  const {
    exact,
    idOf: _idOf,
    early: _early,
    own: _own,
    accepts: _accepts,
    parse: _parse,
    sanitize: _sanitize,
    served: _served,
    required: _required,
    membersMax: _membersMax,
    wordsByName,
    ...rest
  } = schema
  const { exclusiveMinimum, exclusiveMaximum, ...shown } = rest
  const { type = exact, items, properties, additionalProperties, oneOf, anyOf } = shown
  const requires = requiredProperties(schema)
  return {
    ...shown,
    ...(type ? { type } : {}),
    ...(wordsByName ? { enum: byName(rest.enum ?? []) } : {}),
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum === undefined ? {} : { maximum: exclusiveMaximum, exclusiveMaximum: true }),
    ...(items ? { items: describeItems(items) } : {}),
    ...(properties ? { properties: mapValues(properties, describeSchema) } : {}),
    ...(requires.length > 0 ? { required: requires } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: describeSchema(additionalProperties) }
      : {}),
    ...(oneOf ? { oneOf: oneOf.map(describeSchema) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(describeSchema) } : {}),
  }
}

/** Words as an object, each under its own name, as PHP writes them here. */
function byName(words: readonly unknown[]): Document {
  return Object.fromEntries(words.map((word) => [String(word), word]))
}

/** The schema of list items shows no empty description. */
function describeItems(items: ArgSchema): Document {
  const { description, ...shown } = describeSchema(items)
  return description === '' ? shown : { description, ...shown }
}
