// The schema of an argument: the part of JSON Schema that WordPress knows (rest_get_allowed_schema_keywords), and
// keywords that only Lectern reads.
import type { TSchema } from 'typebox'
import type { Table } from '../core/table-names.ts'
import type { RawArg } from '../core/raw-args.ts'
import { refuse, type Refusal } from '../core/failure.ts'
import { sentence } from '../core/sentence.ts'

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
  /** Limits the items or properties of any value. Default: 1000, which suits an address. */
  readonly membersMax?: number
  readonly properties?: Readonly<Record<string, ArgSchema>>
  readonly additionalProperties?: boolean | ArgSchema
  readonly oneOf?: readonly ArgSchema[]
  readonly anyOf?: readonly ArgSchema[]
  /** True where the argument must be present; as a list, the properties of an object that must be. */
  readonly required?: boolean | readonly string[]
  /** Marks an id: an integer is read exactly up to 64 bits, as text where a double does not hold it. */
  readonly exact?: 'integer' | 'string'
  /** The table whose ids these are. */
  readonly idOf?: Table
  /** True where documents show the enum as a map of words to themselves, as WordPress does for names of its own. */
  readonly wordsByName?: boolean
  /** The schema of the served value, where it allows more than the documented one (an unattached file's `post` is null). */
  readonly served?: ArgSchema
  /**
   * True where it is checked before all arguments without it: if it is refused, refusals of the others are not reported (a
   * `validate_callback` of its own).
   */
  readonly early?: boolean
  /**
   * Set for arguments that WordPress lacks: documents that describe the interface as WordPress does leave them out, except
   * those that are `described` because the owner declared them.
   */
  readonly own?: true | 'described'
  /** The check of the extension's author, instead of the schema's; its refusal has no details. */
  readonly accepts?: (value: unknown) => boolean
  /** Parses the value instead of the schema, which documents still show. */
  readonly parse?: Parse
  /** Converts an accepted value. */
  readonly sanitize?: (value: unknown) => unknown
}

export function argSchema(schema: TSchema): ArgSchema {
  return schema
}

/** The types that a value may have; none where any type is allowed. */
export function typesOf({ type, exact }: ArgSchema): readonly string[] {
  const types = type ?? exact ?? []
  return typeof types === 'string' ? [types] : types
}

/** Required properties without a default, also those that have no schema of their own. */
export function requiredProperties({ required, properties = {} }: ArgSchema): readonly string[] {
  const named = Array.isArray(required) ? required : []
  const described = Object.entries(properties)
    .filter(([name, property]) => named.includes(name) || property.required === true)
    .filter(([, property]) => property.default === undefined)
    .map(([name]) => name)
  return [...described, ...named.filter((name) => !Object.hasOwn(properties, name))]
}

export type Parsed = { readonly value: unknown } | Refusal

/** Parses the value sent for the argument of this name. */
export type Parse = (name: string, raw: RawArg) => Parsed

export function isRefused(parsed: Parsed): parsed is Refusal {
  return 'code' in parsed
}

export function wrongType(name: string, types: readonly string[]): Refusal {
  return refuse('rest_invalid_type', sentence('%1$s is not of type %2$s.', name, types.join(',')), {
    param: name,
  })
}
