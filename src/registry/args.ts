// Arguments: what a client gave → what a handler gets, by JSON Schema, with the coercions and the words of the original
// (rest_validate_value_from_schema): numbers from text, lists from `a,b`, every failure at once.
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { fail, isFailure, type Failure, type Refusal } from '../core/failure.ts'
import type { Query, QueryValue } from '../core/query-string.ts'
import type { Integer } from '../database/tables.ts'

/** An id: an integer of up to 64 bits, exact (as text where a double is not). */
export const Id = (description: string) => Type.Unsafe<Integer>({ exact: 'integer', description })

export const Ids = (description: string) => Type.Array(Id(''), { default: [], description })

interface ArgSchema {
  readonly type?: string
  readonly exact?: string
  readonly enum?: readonly string[]
  readonly items?: ArgSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly required?: boolean
}

type Parsed = { readonly value: unknown } | Refusal

/** Reads a route's arguments: every one that is missing, else every one that is wrong, else their values. */
export function compileArgs<A extends TProperties>(
  args: A,
): (given: Query, forbidden?: Refusals) => Static<TObject<A>> | Failure {
  const parse = compileParse(args)
  const validator = Compile(Type.Object(args))
  return (given, forbidden = {}) => {
    const values = parse(given, forbidden)
    if (isFailure(values)) return values
    if (validator.Check(values)) return values
    throw new Error(
      `arguments were parsed to what their schema does not allow: ${JSON.stringify(validator.Errors(values))}`,
    )
  }
}

/** An argument as discovery documents show it. */
export function describeArg(schema: TSchema): Readonly<Record<string, unknown>> {
  const { exact, required = false, items, ...rest } = argSchema(schema)
  const type = rest.type ?? exact
  return {
    ...rest,
    ...(type ? { type } : {}),
    ...(items ? { items: { type: items.type ?? items.exact } } : {}),
    required,
  }
}

type Refusals = Readonly<Record<string, Refusal>>

function compileParse(
  args: TProperties,
): (given: Query, forbidden: Refusals) => Readonly<Record<string, unknown>> | Failure {
  const schemas = Object.entries(args).map(([name, schema]): readonly [string, ArgSchema] => [
    name,
    argSchema(schema),
  ])
  return (given, forbidden) => {
    const missing = schemas
      .filter(([name, schema]) => schema.required && !given.has(name))
      .map(([name]) => name)
    if (missing.length > 0)
      return fail('rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`, {
        params: missing,
      })
    const values: Record<string, unknown> = {}
    const refused: Record<string, Refusal> = {}
    for (const [name, schema] of schemas) {
      const value = given.get(name)
      const parsed =
        forbidden[name] ??
        (value === undefined ? { value: schema.default ?? undefined } : parseValue(name, value, schema))
      if ('code' in parsed) refused[name] = parsed
      else if (parsed.value !== undefined) values[name] = parsed.value
    }
    const names = Object.keys(refused)
    return names.length === 0
      ? values
      : fail('rest_invalid_param', `Invalid parameter(s): ${names.join(', ')}`, { params: refused })
  }
}

function argSchema(schema: TSchema): ArgSchema {
  return schema
}

function parseValue(name: string, given: QueryValue, schema: ArgSchema): Parsed {
  if (schema.type === 'array') return parseList(name, given, schema.items ?? {})
  if (typeof given !== 'string') return wrongType(name, schema.type ?? schema.exact ?? 'string')
  const type = schema.type ?? schema.exact
  if (type === 'integer') return parseInteger(name, given, schema)
  return type === 'boolean' ? parseBoolean(name, given) : parseText(name, given, schema)
}

/** Items of a list at most; a request address holds a few thousand ids. */
const itemsMax = 1000

function parseList(name: string, given: QueryValue, items: ArgSchema): Parsed {
  const parts =
    typeof given === 'string' ? given.split(/[\s,]+/).filter((part) => part !== '') : [...given.values()]
  if (parts.length > itemsMax)
    return {
      code: 'rest_too_many_items',
      message: `${name} must contain at most ${itemsMax} items.`,
      data: null,
    }
  const parsed = parts.map((part, at) => parseValue(`${name}[${at}]`, part, items))
  const refused = parsed.find((each) => 'code' in each)
  return refused ?? { value: parsed.map((each) => ('value' in each ? each.value : null)) }
}

/** As PHP's is_numeric, and whole. Beyond what a double holds exactly an id stays digits; all else saturates, as in PHP. */
function parseInteger(name: string, given: string, schema: ArgSchema): Parsed {
  const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(given) ? Number(given) : Number.NaN
  if (!Number.isInteger(number)) return wrongType(name, 'integer')
  const { minimum, maximum } = schema
  const low = minimum !== undefined && number < minimum
  const high = maximum !== undefined && number > maximum
  if (low || high)
    return { code: 'rest_out_of_bounds', message: `${name} must be ${bounds(minimum, maximum)}`, data: null }
  if (Number.isSafeInteger(number)) return { value: number }
  if (schema.exact && /^\d{1,20}$/.test(given) && BigInt(given) <= 0xffff_ffff_ffff_ffffn)
    return { value: given }
  return { value: Math.sign(number) * Number.MAX_SAFE_INTEGER }
}

function bounds(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined)
    return `between ${minimum} (inclusive) and ${maximum} (inclusive)`
  return minimum === undefined ? `less than or equal to ${maximum}` : `greater than or equal to ${minimum}`
}

function parseBoolean(name: string, given: string): Parsed {
  const word = given.toLowerCase()
  if (word === 'true' || word === '1') return { value: true }
  if (word === 'false' || word === '0') return { value: false }
  return wrongType(name, 'boolean')
}

function parseText(name: string, given: string, schema: ArgSchema): Parsed {
  if (!schema.enum || schema.enum.includes(given)) return { value: given }
  const message =
    schema.enum.length === 1
      ? `${name} is not ${schema.enum[0]}.`
      : `${name} is not one of ${enumerate(schema.enum)}.`
  return { code: 'rest_not_in_enum', message, data: null }
}

function enumerate(words: readonly string[]): string {
  const last = words.at(-1)
  return words.length === 2 ? words.join(' and ') : `${words.slice(0, -1).join(', ')}, and ${last}`
}

function wrongType(name: string, type: string): Refusal {
  return { code: 'rest_invalid_type', message: `${name} is not of type ${type}.`, data: { param: name } }
}
