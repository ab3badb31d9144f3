// Compiles a schema, at start, to the function that parses one argument's value, with WordPress's coercions and error
// sentences (rest_validate_value_from_schema, rest_sanitize_value_from_schema).
import { toPlain, type Given } from '../core/given.ts'
import { refuse } from '../core/failure.ts'
import { isNumeric } from '../core/php-integer.ts'
import { sentence } from '../core/sentence.ts'
import { compileAlternatives, compileList, compileObject } from './arg-composite.ts'
import { isRefused, typesOf, wrongType } from './arg-schema.ts'
import type { ArgSchema, Parse } from './arg-schema.ts'
import { compileFormat, compileNumberRules, compileTextRules, type Rule } from './arg-rules.ts'

export function compileValue(schema: ArgSchema): Parse {
  const read = compileTypes(schema)
  const rules = [compileEnum(schema), compileFormat(schema)].filter((rule) => rule !== null)
  return (name, given) => {
    const parsed = read(name, given)
    if (isRefused(parsed)) return parsed
    for (const rule of rules) {
      const refusal = rule(name, parsed.value)
      if (refusal !== null) return refusal
    }
    return parsed
  }
}

function compileTypes(schema: ArgSchema): Parse {
  if (schema.oneOf) return compileAlternatives(schema.oneOf, 'one', compileValue)
  if (schema.anyOf) return compileAlternatives(schema.anyOf, 'any', compileValue)
  const types = typesOf(schema)
  const parses = types.map((type) => compileType(type, schema))
  const [only] = parses
  if (only === undefined) return (_, given) => ({ value: toPlain(given) })
  if (parses.length === 1) return only
  return (name, given) => {
    // An empty value is read as a text rather than as an empty list or object
    if (given === '' && types.includes('string')) return { value: '' }
    const at = types.findIndex((type) => isOfType(type, given))
    return parses[at]?.(name, given) ?? wrongType(name, types)
  }
}

function compileType(type: string, schema: ArgSchema): Parse {
  const rest: ArgSchema = { ...schema, type }
  switch (type) {
    case 'array':
      return compileList(rest, compileValue)
    case 'object':
      return compileObject(rest, compileValue)
    case 'integer':
    case 'number':
      return compileNumber(type, rest)
    case 'boolean':
      return (name, given) => {
        const value = readBoolean(given)
        return value === null ? wrongType(name, [type]) : { value }
      }
    case 'null':
      return (name, given) => (given === null ? { value: null } : wrongType(name, [type]))
    case 'string': {
      const rules = compileTextRules(rest)
      return (name, given) =>
        typeof given === 'string' ? (rules(name, given) ?? { value: given }) : wrongType(name, [type])
    }
    default:
      throw new Error(`there is no argument of the type ${type}`)
  }
}

/** Chooses among several types as rest_get_best_type_for_value does: the first one that fits. */
function isOfType(type: string, given: Given): boolean {
  switch (type) {
    case 'array':
      return given !== null && !(given instanceof Map && [...given.keys()].some((key) => !/^\d+$/.test(key)))
    case 'object':
      return given === '' || given instanceof Map
    case 'integer':
      return Number.isInteger(readNumber(given))
    case 'number':
      return !Number.isNaN(readNumber(given))
    case 'boolean':
      return readBoolean(given) !== null
    case 'null':
      return given === null
    default:
      return typeof given === 'string'
  }
}

function compileNumber(type: 'integer' | 'number', schema: ArgSchema): Parse {
  const rules = compileNumberRules(schema)
  return (name, given) => {
    const number = readNumber(given)
    if (Number.isNaN(number) || (type === 'integer' && !Number.isInteger(number)))
      return wrongType(name, [type])
    return (
      rules(name, number) ?? { value: type === 'integer' ? exactOf(given, number, schema) : finite(number) }
    )
  }
}

/** Parses as PHP's is_numeric does: NaN for anything else. */
function readNumber(given: Given): number {
  if (typeof given === 'number') return given
  return typeof given === 'string' && isNumeric(given) ? Number(given) : Number.NaN
}

/** An id beyond a double's exact range stays digits; other numbers saturate, as in PHP. */
function exactOf(given: Given, number: number, { exact }: ArgSchema): unknown {
  if (Number.isSafeInteger(number)) return number
  if (
    exact &&
    typeof given === 'string' &&
    /^\d{1,20}$/.test(given) &&
    BigInt(given) <= 0xffff_ffff_ffff_ffffn
  )
    return given
  return Math.sign(number) * Number.MAX_SAFE_INTEGER
}

function finite(number: number): number {
  return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE
}

function readBoolean(given: Given): boolean | null {
  if (typeof given === 'boolean') return given
  const word = typeof given === 'string' ? given.toLowerCase() : given
  if (word === 'true' || word === '1' || word === 1) return true
  if (word === 'false' || word === '0' || word === 0) return false
  return null
}

function compileEnum({ enum: words }: ArgSchema): Rule | null {
  if (!words) return null
  const listed = words.map(String)
  const refusalFor = (name: string) =>
    words.length === 1
      ? sentence('%1$s is not %2$s.', name, listed[0] ?? '')
      : sentence('%1$s is not one of %2$l.', name, listed)
  return (name, value) => (words.includes(value) ? null : refuse('rest_not_in_enum', refusalFor(name)))
}
