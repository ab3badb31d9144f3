// Converts schemas of arguments and items, which are in WordPress's form (draft 4, with `required` on the properties
// themselves), to those of OpenAPI 3.1 (JSON Schema 2020-12).
import type { TSchema } from 'typebox'
import { isMembers } from '../../core/json-value.ts'
import { argSchema } from '../../registry/arg-schema.ts'

export type Document = Readonly<Record<string, unknown>>

/** The schema of an argument's values. */
export function argumentSchema(schema: TSchema): Document {
  const { default: preset, ...given } = converted(schema)
  const { type } = given
  // Tools for OpenAPI 3.0 require `items` of a list
  const document = type === 'array' ? { items: {}, ...given } : given
  // The default of a list is documented as a list
  const listed = type === 'array' && !Array.isArray(preset) ? [preset] : preset
  return preset === undefined || preset === null ? document : { ...document, default: listed }
}

/**
 * The schema of an item, made from that of OPTIONS: no member is required, since clients choose members (`_fields`,
 * `context`). Links and embedded items are added beside its fields.
 */
export function itemDocument(schema: TSchema): Document {
  const document = forAnswers(converted(schema))
  const properties = isMembers(document['properties']) ? document['properties'] : {}
  return {
    ...document,
    properties: {
      ...properties,
      _links: { $ref: '#/components/schemas/Links' },
      _embedded: { $ref: '#/components/schemas/Embedded' },
    },
  }
}

/** Keywords that only Lectern reads, or that only draft 4 has. */
const leftOut: ReadonlySet<string> = new Set([
  '$schema',
  'accepts',
  'early',
  'exact',
  'idOf',
  'own',
  'parse',
  'required',
  'sanitize',
  'wordsByName',
])

const renamed: ReadonlyMap<string, string> = new Map([
  ['context', 'x-context'],
  ['readonly', 'readOnly'],
])

const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
const alternatives: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf'])

function converted(schema: TSchema): Document {
  return convert(argSchema(schema))
}

function convert(schema: object): Document {
  // The type of ids, which WordPress's schemas do not name
  const type = 'exact' in schema ? { type: schema.exact } : {}
  const kept = Object.entries(schema).filter(([name, value]) => !leftOut.has(name) && value !== '')
  const members = kept.map(([name, value]) => [renamed.get(name) ?? name, member(name, value, convert)])
  return { ...type, ...Object.fromEntries(members) }
}

/** Keywords that hold for answers; others restrict values that clients write, and stored values may violate them. */
const answeredKeywords: ReadonlySet<string> = new Set([
  ...byName,
  ...alternatives,
  'additionalProperties',
  'deprecated',
  'description',
  'items',
  'readOnly',
  'title',
  'type',
  'x-context',
])

/** Converts the schema of written values to that of answers; `served` holds the differences. */
function forAnswers({ served, ...schema }: Document): Document {
  const merged = { ...schema, ...(isMembers(served) ? served : {}) }
  const { enum: words, format, properties, type } = merged
  // PHP encodes a map without members as a list
  const isBare = type === 'object' && 'properties' in merged && !hasMembers(properties)
  const kept = Object.entries(merged).filter(
    ([name]) => answeredKeywords.has(name) && !(isBare && name === 'properties'),
  )
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, member(name, value, forAnswers)])),
    ...(isBare ? { type: ['object', 'array'] } : {}),
    ...(Array.isArray(words) ? { examples: words } : {}),
    // Most times have no zone
    ...(format === 'date-time' ? { pattern: timePattern } : {}),
  }
}

function hasMembers(properties: unknown): boolean {
  return isMembers(properties) && Object.keys(properties).length > 0
}

const timePattern = '^-?\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d'

/** Converts a member of a schema; `each` converts the schemas in it. */
function member(name: string, value: unknown, each: (schema: Document) => Document): unknown {
  if (byName.has(name))
    return isMembers(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, schema]) => [key, isMembers(schema) ? each(schema) : schema]),
        )
      : {}
  if (alternatives.has(name) && Array.isArray(value))
    return value.map((schema: unknown) => (isMembers(schema) ? each(schema) : schema))
  const isSchema = (name === 'items' || name === 'additionalProperties') && isMembers(value)
  return isSchema ? each(value) : value
}
