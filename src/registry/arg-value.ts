// Compiles a schema, at start, to the function that parses one argument's value, with WordPress's coercions and error
// sentences (rest_validate_value_from_schema, rest_sanitize_value_from_schema).
import { toPlain, type RawArg } from '../core/raw-args.ts'
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
  return (name, raw) => {
    const parsed = read(name, raw)
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
  if (only === undefined) return (_, raw) => ({ value: toPlain(raw) })
  if (parses.length === 1) return only
  return (name, raw) => {
    // An empty value is read as a text rather than as an empty list or object
    if (raw === '' && types.includes('string')) return { value: '' }
    const at = types.findIndex((type) => isOfType(type, raw))
    return parses[at]?.(name, raw) ?? wrongType(name, types)
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
      return (name, raw) => {
        const value = readBoolean(raw)
        return value === null ? wrongType(name, [type]) : { value }
      }
    case 'null':
      return (name, raw) => (raw === null ? { value: null } : wrongType(name, [type]))
    case 'string': {
      const rules = compileTextRules(rest)
      return (name, raw) =>
        typeof raw === 'string' ? (rules(name, raw) ?? { value: raw }) : wrongType(name, [type])
    }
    default:
      throw new Error(`there is no argument of the type ${type}`)
  }
}

/** Chooses among several types as rest_get_best_type_for_value does: the first one that fits. */
function isOfType(type: string, raw: RawArg): boolean {
  switch (type) {
    case 'array':
      return raw !== null && !(raw instanceof Map && [...raw.keys()].some((key) => !/^\d+$/.test(key)))
    case 'object':
      return raw === '' || raw instanceof Map
    case 'integer':
      return Number.isInteger(readNumber(raw))
    case 'number':
      return !Number.isNaN(readNumber(raw))
    case 'boolean':
      return readBoolean(raw) !== null
    case 'null':
      return raw === null
    default:
      return typeof raw === 'string'
  }
}

function compileNumber(type: 'integer' | 'number', schema: ArgSchema): Parse {
  const rules = compileNumberRules(schema)
  return (name, raw) => {
    const number = readNumber(raw)
    if (Number.isNaN(number) || (type === 'integer' && !Number.isInteger(number)))
      return wrongType(name, [type])
    return (
      rules(name, number) ?? { value: type === 'integer' ? exactOf(raw, number, schema) : finite(number) }
    )
  }
}

/** Parses as PHP's is_numeric does: NaN for anything else. */
function readNumber(raw: RawArg): number {
  if (typeof raw === 'number') return raw
  return typeof raw === 'string' && isNumeric(raw) ? Number(raw) : Number.NaN
}

/** An id beyond a double's exact range stays digits; other numbers saturate, as in PHP. */
function exactOf(raw: RawArg, number: number, { exact }: ArgSchema): unknown {
  if (Number.isSafeInteger(number)) return number
  if (exact && typeof raw === 'string' && /^\d{1,20}$/.test(raw) && BigInt(raw) <= 0xffff_ffff_ffff_ffffn)
    return raw
  return Math.sign(number) * Number.MAX_SAFE_INTEGER
}

function finite(number: number): number {
  return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE
}

function readBoolean(raw: RawArg): boolean | null {
  if (typeof raw === 'boolean') return raw
  const word = typeof raw === 'string' ? raw.toLowerCase() : raw
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
