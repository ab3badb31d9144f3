// Parses values made of other values: lists in all their spellings, objects with their properties, and one of several
// schemas.
import { toPlain, type RawArg } from '../core/raw-args.ts'
import { refuse, type Refusal } from '../core/failure.ts'
import { counting, sentence } from '../core/sentence.ts'
import { isRefused, requiredProperties, wrongType } from './arg-schema.ts'
import type { ArgSchema, Parse } from './arg-schema.ts'

type Compile = (schema: ArgSchema) => Parse

/** Limits the items of a list and the properties of an object where the schema names no other limit: an address holds a few thousand ids. */
const membersMaxOfArgs = 1000

/** Compiles lists in all spellings: `a,b`, `a b`, `a[]=`, `a[0]=`, JSON's; one value is a list of one (wp_parse_list). */
export function compileList(schema: ArgSchema, compile: Compile): Parse {
  const { membersMax = membersMaxOfArgs, minItems = 0, maxItems = membersMax, uniqueItems = false } = schema
  const parseItem = schema.items ? compile(schema.items) : null
  return (name, raw) => {
    const items = itemsOf(raw)
    if (items === null) return wrongType(name, ['array'])
    if (items.length > membersMax) return tooMany(name, membersMax)
    const values: unknown[] = []
    for (const [at, item] of items.entries()) {
      const parsed = parseItem ? parseItem(`${name}[${at}]`, item) : { value: toPlain(item) }
      if (isRefused(parsed)) return parsed
      values.push(parsed.value)
    }
    if (values.length < minItems)
      return refuse('rest_too_few_items', counting(minItems, fewItems, name, minItems))
    if (values.length > maxItems) return tooMany(name, maxItems)
    if (uniqueItems && new Set(values.map((value) => JSON.stringify(value))).size < values.length)
      return refuse('rest_duplicate_items', sentence('%s has duplicate items.', name))
    return { value: values }
  }
}

function tooMany(name: string, max: number): Refusal {
  return refuse('rest_too_many_items', counting(max, manyItems, name, max))
}

const fewItems = ['%1$s must contain at least %2$s item.', '%1$s must contain at least %2$s items.'] as const
export const manyItems = [
  '%1$s must contain at most %2$s item.',
  '%1$s must contain at most %2$s items.',
] as const
const manyProperties = [
  '%1$s must contain at most %2$s property.',
  '%1$s must contain at most %2$s properties.',
] as const

/** Items, whatever their indexes are; null for objects and null. */
function itemsOf(raw: RawArg): readonly RawArg[] | null {
  if (raw instanceof Map) return [...raw.keys()].every((key) => /^\d+$/.test(key)) ? [...raw.values()] : null
  if (raw === null) return null
  const parts = typeof raw === 'string' ? raw : raw === false ? '' : String(Number(raw))
  return parts.split(/[\s,]+/).filter((part) => part !== '')
}

export function compileObject(schema: ArgSchema, compile: Compile): Parse {
  const { properties = {}, additionalProperties = true, membersMax = membersMaxOfArgs } = schema
  const required = requiredProperties(schema)
  const parses = new Map(Object.entries(properties).map(([key, property]) => [key, compile(property)]))
  const defaults = defaultsOf(properties)
  const parseOther =
    typeof additionalProperties === 'object'
      ? compile(additionalProperties)
      : (_: string, raw: RawArg) => ({ value: toPlain(raw) })
  return (name, raw) => {
    if (raw !== '' && !(raw instanceof Map)) return wrongType(name, ['object'])
    const members: readonly (readonly [string, RawArg])[] = raw === '' ? [] : [...raw]
    const missing = required.find((key) => !members.some(([member]) => member === key))
    if (missing !== undefined)
      return refuse('rest_property_required', sentence('%1$s is a required property of %2$s.', missing, name))
    if (members.length > membersMax)
      return refuse('rest_too_many_properties', counting(membersMax, manyProperties, name, membersMax))
    const values = new Map<string, unknown>(defaults)
    for (const [key, member] of members) {
      const parse = parses.get(key)
      if (!parse && additionalProperties === false)
        return refuse(
          'rest_additional_properties_forbidden',
          sentence('%1$s is not a valid property of Object.', key),
        )
      const parsed = (parse ?? parseOther)(`${name}[${key}]`, member)
      if (isRefused(parsed)) return parsed
      values.set(key, parsed.value)
    }
    return { value: Object.fromEntries(values) }
  }
}

function defaultsOf(
  properties: Readonly<Record<string, ArgSchema>>,
): readonly (readonly [string, unknown])[] {
  return Object.entries(properties).flatMap(([key, { default: value }]) =>
    value === undefined ? [] : [[key, value] as const],
  )
}

/** Parses by the schema that fits: for `oneOf` the only one, for `anyOf` the first. */
export function compileAlternatives(
  schemas: readonly ArgSchema[],
  fitting: 'one' | 'any',
  compile: Compile,
): Parse {
  const parses = schemas.map((schema) => compile(schema))
  return (name, raw) => {
    const parsed = parses.map((parse) => parse(name, raw))
    const fits = [...parsed.entries()].filter(([, each]) => !isRefused(each))
    const [first] = fits
    if (!first) return noneFits(name, schemas, parsed.filter(isRefused))
    return fitting === 'any' || fits.length === 1
      ? first[1]
      : severalFit(
          name,
          schemas,
          fits.map(([at]) => at),
        )
  }
}

/** Words the refusal where no schema fits: by the only schema of the value's type, else by the titles of all. */
function noneFits(name: string, schemas: readonly ArgSchema[], refused: readonly Refusal[]): Refusal {
  const ofType = [...refused.entries()].filter(([, refusal]) => !isOwnType(refusal, name))
  const [meant] = refused.length === 1 ? [...refused.entries()] : ofType
  if (meant && (refused.length === 1 || ofType.length === 1)) {
    const [position, { message, sentence: reason = sentence(message) }] = meant
    const title = schemas[position]?.title
    return refuse(
      'rest_no_matching_schema',
      title === undefined
        ? sentence('%1$s does not match the expected format. Reason: %2$s', name, reason)
        : sentence('%1$s is not a valid %2$s. Reason: %3$s', name, sentence(title), reason),
      { position },
    )
  }
  const titles = titlesOf(schemas)
  return refuse(
    'rest_no_matching_schema',
    titles === null
      ? sentence('%s does not match any of the expected formats.', name)
      : sentence('%1$s is not a valid %2$l.', name, titles),
  )
}

function isOwnType({ code, data }: Refusal, name: string): boolean {
  const param = typeof data === 'object' && data !== null && 'param' in data ? data.param : null
  return code === 'rest_invalid_type' && param === name
}

function severalFit(name: string, schemas: readonly ArgSchema[], positions: readonly number[]): Refusal {
  const titles = titlesOf(schemas.filter((_, at) => positions.includes(at)))
  return refuse(
    'rest_one_of_multiple_matches',
    titles === null
      ? sentence('%s matches more than one of the expected formats.', name)
      : sentence('%1$s matches %2$l, but should match only one.', name, titles),
    { positions },
  )
}

/** Null unless every schema has a title. */
function titlesOf(schemas: readonly ArgSchema[]): readonly string[] | null {
  const titles = schemas.flatMap(({ title }) => (title === undefined ? [] : [title]))
  return titles.length === schemas.length ? titles : null
}
