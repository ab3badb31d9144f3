// Parses a route's arguments in WordPress's order: missing ones, then refusals of early checks, then refusals of
// schemas; each step reports all of its failures at once.
import { IsOptional, Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { fail, isFailure, refuse, type Failure, type Refusal } from '../core/failure.ts'
import { sentence } from '../core/sentence.ts'
import { toRawArg, toPlain, type RawArg, type RawArgs } from '../core/raw-args.ts'
import { mapValues } from '../core/map-values.ts'
import type { Table } from '../core/table-names.ts'
import type { Integer } from '../database/tables.ts'
import {
  argSchema,
  isRefused,
  requiredProperties,
  type ArgSchema,
  type Parse,
  type Parsed,
} from './arg-schema.ts'
import { createShapes } from './arg-shapes.ts'
import { compileValue } from './arg-value.ts'
import { compileArgsKey } from './args-key.ts'
import { argsWithTextIds, type TextIds } from './text-ids.ts'

/** An id of a table's rows: an integer of up to 64 bits, exact (as text beyond a double's exact range), or a text. */
export const Id = (
  description: string,
  more: { readonly idOf?: Table | undefined; readonly default?: null } = {},
) => Type.Unsafe<Integer>({ exact: 'integer', description, ...more })

export const Ids = (description: string, idOf?: Table) =>
  Type.Array(Id('', idOf === undefined ? {} : { idOf }), { default: [], description })

type Refusals = Readonly<Record<string, Refusal>>

/** Arguments parsed once, for every viewer. */
export interface ParsedArgs<T> {
  /** The values; or a failure that names every missing argument, or else every refused one. */
  readonly args: T | Failure
  /** The same for a viewer who must not send the forbidden arguments, whatever their values. */
  readonly without: (forbidden: Refusals) => T | Failure
  /** Null for a failure. */
  readonly canonical: CanonicalArgs | null
}

interface CanonicalArgs {
  readonly values: Readonly<Record<string, unknown>>
  /** Equal only for equal values; null where JSON cannot tell these apart from other values. */
  readonly key: () => string | null
}

/** Compiles the parser of a route's arguments. A name that begins with `closedPrefix` and is no argument is refused, not ignored. */
export function compileArgs<A extends TProperties>(
  args: A,
  textIds: TextIds = new Set(),
  closedPrefix?: string,
): (raw: RawArgs) => ParsedArgs<Static<TObject<A>>> {
  const read = argsWithTextIds(args, textIds)
  const parse = compileParse(read, closedPrefix)
  const isParsed = compileGuard<TObject<A>>(() => Type.Object(mapValues(read, staticSchema)))
  return function parseArgs(raw) {
    const { args: values, canonical, without } = parse(raw)
    if (!isFailure(values) && !isParsed(values))
      throw new Error(`arguments were parsed to what their schema does not allow: ${JSON.stringify(values)}`)
    return { args: values, canonical, without: (forbidden) => without(forbidden) ?? values }
  }
}

/**
 * An argument with its author's checks: the validator receives the raw value, the sanitizer the accepted one. Without
 * a validator the schema is the check.
 *
 * @example
 * ```ts
 * import { checkedArg, defineExtension, defineRoute, everybody, Type } from 'lectern'
 *
 * const colour = checkedArg(Type.String({ default: '#fff' }), {
 *   validate: (given) => typeof given === 'string' && /^#[0-9a-f]{3}$/i.test(given),
 *   sanitize: (accepted) => String(accepted).toLowerCase(),
 * })
 *
 * const paint = defineRoute({
 *   namespace: 'paint/v1',
 *   path: '/wall',
 *   methods: ['GET'],
 *   args: { colour },
 *   permission: everybody,
 *   handle: async ({ args }) => ({ wall: args.colour }),
 * })
 *
 * export default defineExtension({ name: 'paint', routes: [paint] })
 * ```
 */
export function checkedArg<T>(schema: TSchema, checks: ArgChecks<T>) {
  const { validate, sanitize } = checks
  return Type.Unsafe<T>({ ...schema, ...(validate ? { accepts: validate } : {}), sanitize })
}

interface ArgChecks<T> {
  readonly validate?: (raw: unknown) => boolean
  readonly sanitize: (accepted: unknown) => T
}

/** Compiles a type guard for the values of an argument, typed by its schema. */
export function compileArgGuard<S extends TSchema>(schema: S): (value: unknown) => value is Static<S> {
  return compileGuard<S>(() => staticSchema(schema))
}

/** Compiles at the first value, which shortens the start: compiling refuses no schema, and few routes are requested soon after it. */
function compileGuard<S extends TSchema>(typed: () => TSchema): (value: unknown) => value is Static<S> {
  let validator: ReturnType<typeof Compile> | null = null
  return (value): value is Static<S> => (validator ??= Compile(typed())).Check(value)
}

/** True where the argument must be present. */
export function hasToBeGiven(schema: TSchema): boolean {
  const { required, default: preset } = argSchema(schema)
  return required === true || (preset === undefined && !IsOptional(schema))
}

interface Arg {
  readonly name: string
  /** True where its absence is refused. */
  readonly isRequired: boolean
  readonly isEarly: boolean
  readonly parse: Parse
  /** The value of the argument where it is absent. */
  readonly absent: Parsed
}

function compileArg([name, schema]: readonly [string, TSchema]): Arg {
  const arg = argSchema(schema)
  const read = arg.parse ?? (arg.accepts ? compileAccepts(arg.accepts) : compileValue(arg))
  const parse = sanitizing(arg, read)
  const preset = arg.default === null || arg.default === undefined ? null : toRawArg(arg.default, Infinity)
  return {
    name,
    isRequired: hasToBeGiven(schema),
    isEarly: arg.early === true || arg.accepts !== undefined,
    parse,
    absent: preset ? parse(name, preset.raw) : { value: undefined },
  }
}

/** Sanitizes accepted values, including the default. */
function sanitizing({ sanitize }: ArgSchema, parse: Parse): Parse {
  if (!sanitize) return parse
  return (name, raw) => {
    const parsed = parse(name, raw)
    return isRefused(parsed) ? parsed : { value: sanitize(parsed.value) }
  }
}

function compileAccepts(accepts: (value: unknown) => boolean): Parse {
  return (_, raw) => {
    const value = toPlain(raw)
    return accepts(value) ? { value } : refuse(null, 'Invalid parameter.')
  }
}

interface ParsedValues extends Pick<ParsedArgs<unknown>, 'canonical'> {
  readonly args: Readonly<Record<string, unknown>> | Failure
  /** Null where `forbidden` is empty. */
  readonly without: (forbidden: Refusals) => Failure | null
}

function compileParse(args: TProperties, closedPrefix?: string): (raw: RawArgs) => ParsedValues {
  const compiled = Object.entries(args).map(compileArg)
  const required = compiled.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const wrongDefaults = compiled.filter(({ absent }) => isRefused(absent))
  const shapeOf = createShapes(compiled)
  const keyOf = compileArgsKey(shapeOf(new Map<string, RawArg>()).values)
  return (raw) => {
    const missing = required.filter((name) => (raw.get(name) ?? null) === null)
    if (missing.length > 0) {
      const failure = missingArgs(missing)
      return { args: failure, canonical: null, without: () => failure }
    }
    const shape = shapeOf(raw)
    const values: Record<string, unknown> = { ...shape.values }
    const refused: Record<string, Refusal> = {}
    for (const { name, absent } of wrongDefaults)
      if (isRefused(absent) && !raw.has(name)) refused[name] = absent
    for (const { name, parse } of shape.named) {
      const parsed = parse(name, raw.get(name) ?? null)
      if (isRefused(parsed)) refused[name] = parsed
      else if (parsed.value !== undefined) values[name] = parsed.value
      else delete values[name]
    }
    const unknown = closedPrefix === undefined ? [] : namesBeginning(raw, closedPrefix)
    for (const name of unknown)
      if (!Object.hasOwn(args, name))
        refused[name] = refuse('rest_undeclared_filter', `${name} is no filter of this list.`)
    const failureOf = (refusals: Refusals): Failure | null => {
      const of = (isWanted: (arg: Arg) => boolean) =>
        Object.fromEntries(
          compiled.flatMap((arg) => {
            const each = isWanted(arg) ? refusals[arg.name] : undefined
            return each ? [[arg.name, each]] : []
          }),
        )
      return (
        refusal(of(({ isEarly }) => isEarly)) ??
        refusal(asGiven({ ...of(({ isEarly }) => !isEarly), ...only(refusals, unknown) }, raw))
      )
    }
    const isNone = (refusals: Refusals) => Object.keys(refusals).length === 0
    const failure = isNone(refused) ? null : failureOf(refused)
    return {
      args: failure ?? values,
      canonical: failure ? null : { values, key: () => keyOf(values, shape.names) },
      without: (forbidden) => (isNone(forbidden) ? null : failureOf({ ...refused, ...forbidden })),
    }
  }
}

function namesBeginning(raw: RawArgs, prefix: string): readonly string[] {
  return [...raw.keys()].filter((name) => name.startsWith(prefix))
}

function only(refusals: Refusals, names: readonly string[]): Refusals {
  return Object.fromEntries(Object.entries(refusals).filter(([name]) => names.includes(name)))
}

function missingArgs(missing: readonly string[]): Failure {
  return fail('rest_missing_callback_param', sentence('Missing parameter(s): %s', missing.join(', ')), {
    params: missing,
  })
}

function refusal(params: Refusals): Failure | null {
  const names = Object.keys(params)
  return names.length === 0
    ? null
    : fail('rest_invalid_param', sentence('Invalid parameter(s): %s', names.join(', ')), { params })
}

/**
 * Orders refusals as the request names the arguments, because WordPress's sanitizers go through it; early checks
 * follow the route's order.
 */
function asGiven(refused: Refusals, raw: RawArgs): Refusals {
  const places = new Map([...raw.keys()].map((name, at) => [name, at]))
  const place = ([name]: readonly [string, Refusal]) => places.get(name) ?? raw.size
  return Object.fromEntries(Object.entries(refused).toSorted((one, other) => place(one) - place(other)))
}

/** The part of a schema that decides its static type: parsed values are checked against it. */
function staticSchema(schema: TSchema): TSchema {
  const { type, exact, accepts, parse, sanitize, items, properties, oneOf, anyOf, ...rest } =
    argSchema(schema)
  // The author's sanitizer decides the type
  if (sanitize || parse) return IsOptional(schema) ? Type.Optional(Type.Unknown()) : Type.Unknown()
  const alternatives = oneOf ?? anyOf
  const typed = Type.Unsafe<unknown>({
    ...(type && !accepts && !alternatives && !exact ? { type } : {}),
    ...(rest.enum ? { enum: rest.enum } : {}),
    ...(items ? { items: staticSchema(items) } : {}),
    ...(properties ? { properties: mapValues(properties, staticSchema) } : {}),
    ...(properties ? { required: requiredProperties({ properties, ...rest }) } : {}),
    ...(alternatives ? { anyOf: alternatives.map(staticSchema) } : {}),
  })
  return IsOptional(schema) ? Type.Optional(typed) : typed
}
