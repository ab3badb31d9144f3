// The schema of an argument: the part of JSON Schema that WordPress knows (rest_get_allowed_schema_keywords), and
// keywords that only Lectern reads.
import type { TSchema } from 'typebox'
import type { Table } from '../core/table-names.ts'
import type { Given } from '../core/given.ts'
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
  /** The number of items or properties that is too many for any value. Default: 1000, as suits an address. */
  readonly membersMax?: number
  readonly properties?: Readonly<Record<string, ArgSchema>>
  readonly additionalProperties?: boolean | ArgSchema
  readonly oneOf?: readonly ArgSchema[]
  readonly anyOf?: readonly ArgSchema[]
  /** True where the argument must be present; as a list, the properties of an object that must be. */
  readonly required?: boolean | readonly string[]
  /** An id: an integer is read exactly up to 64 bits, as text where a double does not hold it. */
  readonly exact?: 'integer' | 'string'
  /** The table whose ids these are. */
  readonly idOf?: Table
  /** True where documents show the enum as a map of words to themselves, as WordPress does for names of its own. */
  readonly wordsByName?: boolean
  /** The schema of the answer, where it allows more than the one shown (an unattached file's `post` is null). */
  readonly served?: ArgSchema
  /**
   * Checked before all arguments without it: if it is wrong, the others are not reported (a `validate_callback` of
   * its own).
   */
  readonly early?: boolean
  /**
   * Set where only Lectern has it: documents that describe the interface as WordPress does leave it out, unless it is `described`
   * because an owner declared it.
   */
  readonly own?: true | 'described'
  /** The author's own check, instead of the schema's; its refusal has no details. */
  readonly accepts?: (value: unknown) => boolean
  /** Reads the value itself, instead of the schema, which documents show. */
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

/** Required properties without a default. */
export function requiredProperties({ required, properties = {} }: ArgSchema): readonly string[] {
  const named = Array.isArray(required) ? required : []
  return Object.entries(properties)
    .filter(([name, property]) => named.includes(name) || property.required === true)
    .filter(([, property]) => property.default === undefined)
    .map(([name]) => name)
}

export type Parsed = { readonly value: unknown } | Refusal

/** Parses the value sent for the argument of this name. */
export type Parse = (name: string, given: Given) => Parsed

export function isRefused(parsed: Parsed): parsed is Refusal {
  return 'code' in parsed
}

export function wrongType(name: string, types: readonly string[]): Refusal {
  return refuse('rest_invalid_type', sentence('%1$s is not of type %2$s.', name, types.join(',')), {
    param: name,
  })
}
