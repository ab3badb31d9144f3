// What a schema can say of an argument: the part of JSON Schema that the original knows (rest_get_allowed_schema_keywords),
// and what only this gateway reads.
import type { TSchema } from 'typebox'
import type { Given } from '../core/given.ts'
import type { Refusal } from '../core/failure.ts'

export interface ArgSchema {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly items?: ArgSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, ArgSchema>>
  readonly additionalProperties?: boolean | ArgSchema
  readonly oneOf?: readonly ArgSchema[]
  readonly anyOf?: readonly ArgSchema[]
  /** Whether an argument has to be given; as a list, which properties of an object have to be. */
  readonly required?: boolean | readonly string[]
  /** An id: read exactly up to 64 bits, as text where a double does not hold it. */
  readonly exact?: 'integer'
  /** Whether its words are shown as a map of them to themselves, which is how the original lists names of its own. */
  readonly wordsByName?: boolean
  /** What is answered, where it is more than is said of it (an unattached file's `post` is null). */
  readonly served?: ArgSchema
  /** Checked before all that are not: while it is wrong, nothing is said of those (a `validate_callback` of its own). */
  readonly early?: boolean
  /** Of this interface's own: an interface that is branded as the original does not show it. */
  readonly own?: boolean
  /** The author's own check, instead of the schema's; what it refuses has no details. */
  readonly accepts?: (value: unknown) => boolean
  /** What becomes of what was accepted. */
  readonly sanitize?: (value: unknown) => unknown
}

export function argSchema(schema: TSchema): ArgSchema {
  return schema
}

/** The types that a value may have; none where it may have any. */
export function typesOf({ type, exact }: ArgSchema): readonly string[] {
  const types = type ?? exact ?? []
  return typeof types === 'string' ? [types] : types
}

/** Properties that have to be there: those without a default among the required. */
export function requiredProperties({ required, properties = {} }: ArgSchema): readonly string[] {
  const named = Array.isArray(required) ? required : []
  return Object.entries(properties)
    .filter(([name, property]) => named.includes(name) || property.required === true)
    .filter(([, property]) => property.default === undefined)
    .map(([name]) => name)
}

export type Parsed = { readonly value: unknown } | Refusal

/** Reads what was given for the argument of this name. */
export type Parse = (name: string, given: Given) => Parsed

export function isRefused(parsed: Parsed): parsed is Refusal {
  return 'code' in parsed
}

export function refuse(code: string | null, message: string, data: unknown = null): Refusal {
  return { code, message, data }
}

export function wrongType(name: string, types: readonly string[]): Refusal {
  return refuse('rest_invalid_type', `${name} is not of type ${types.join(',')}.`, { param: name })
}

/** `a`, `a and b`, `a, b, and c`. */
export function enumerate(words: readonly string[]): string {
  const last = words.at(-1)
  return words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')}, and ${last}`
}
