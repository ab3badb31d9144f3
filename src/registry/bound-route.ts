// A route bound to one request: its arguments are parsed once, and decide the cache key, the viewers who may send it,
// and the answer.
import type { TProperties, TSchema } from 'typebox'
import { isFailure, isPermitted, withoutPermission, type Failure } from '../core/failure.ts'
import type { RawArg, RawArgs } from '../core/raw-args.ts'
import { once } from '../core/once.ts'
import type { Query } from '../core/query-string.ts'
import type { Caching } from '../core/reply.ts'
import { phpInteger64 } from '../core/php-integer.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { argSchema } from './arg-schema.ts'
import type { compileArgs } from './args.ts'
import type { Projection } from './projection.ts'
import type { Answer, RouteDefinition } from './route.ts'

/** A route with the arguments of one request. */
export interface BoundRoute {
  /** The request as an anonymous viewer sends it; null where its arguments are refused. */
  readonly canonical: () => CanonicalRequest | null
  readonly answer: (request: Request, viewer: Viewer) => Promise<Answered | Failure>
  /** True where the route's permission admits the viewer. */
  readonly permits: (viewer: Viewer) => boolean
  /** True where the viewer is admitted, also by the handler on routes where only that decides. */
  readonly letsIn: (request: Request, viewer: Viewer) => Promise<boolean>
  /** The current schema of its answer. */
  readonly schema: (viewer: Viewer) => Promise<TSchema | undefined | Failure>
}

export interface Answered extends Answer {
  /** The canonical address of the answer, for all spellings of its parameters: `/cms/v2/posts/7`. */
  readonly address: string
  readonly caching: Caching | undefined
}

/** A request in its canonical form. */
export interface CanonicalRequest {
  readonly args: Readonly<Record<string, unknown>>
  /** The arguments as links to other pages repeat them. */
  readonly repeated: Readonly<Record<string, unknown>>
  /** The canonical address, as in `Answered`. */
  readonly address: string
  /** Equal for all requests that get the same answer as anonymous viewers; null where these are refused. */
  readonly key: string | null
  /** True where the answer depends on the address as it was sent, not on the arguments alone. */
  readonly isByAddress: boolean
}

/** The arguments of a request: those of its path, its query and its body. */
export interface Call {
  /** The parameters in the address. */
  readonly parameters: Query
  readonly raw: Query
  readonly projection: Projection
  readonly body: RawArgs
}

type ParseArgs<A extends TProperties> = ReturnType<typeof compileArgs<A>>

interface CompiledRoute<A extends TProperties> {
  /** Begins the route's keys: it differs between routes, and across a reload that changes arguments or their defaults. */
  readonly mark: () => string
  readonly definition: RouteDefinition<A>
  readonly parse: ParseArgs<A>
  /** Builds the address with these arguments as its parameters. */
  readonly addressOf: (args: Readonly<Record<string, unknown>>, inPath: Query) => string
}

export function bindRoute<A extends TProperties>(
  { mark, definition, parse, addressOf }: CompiledRoute<A>,
  { parameters, raw, projection, body }: Call,
): BoundRoute {
  const allGiven = argsOf(parameters, raw, body)
  const parsed = once(() => parse(allGiven))
  const forViewer = (viewer: Viewer) =>
    definition.forbids ? parsed().without(definition.forbids(viewer, raw)) : parsed().args
  const namesRow = (name: string) =>
    parameters.has(name) && argSchema(definition.args[name] ?? {}).idOf !== undefined
  /** The arguments without the wrong ones: only a viewer whom the rest admits learns which are wrong. */
  const right = once(() => parseRight(parse, namesRow, allGiven, parsed().args))
  const wrong = () => new Map([...allGiven].filter(([name]) => !right().raw.has(name)))
  const permits = (viewer: Viewer) => {
    if (definition.permission === 'public') return true
    const { args } = right()
    const refused = isFailure(args) ? null : definition.permission(viewer, args)
    return refused === null || isPermitted(withoutPermission(refused))
  }
  const letsIn = async (request: Request, viewer: Viewer) => {
    if (!permits(viewer)) return false
    if (definition.admitsWrong?.(viewer, wrong()) === false) return false
    const args = right().args
    if (definition.letsInByHandling !== true) return true
    // Where no row is named there is nothing to let the viewer in to
    if (isFailure(args)) return false
    const answered = await definition.handle({
      request,
      args,
      raw,
      projection: idAlone,
      parameters,
      viewer,
    })
    return !isFailure(answered) || isPermitted(answered)
  }
  const canonical = once((): CanonicalRequest | null => {
    const parsedArgs = parsed().canonical
    if (parsedArgs === null) return null
    const { values: args } = parsedArgs
    const address = addressOf(args, parameters)
    const key = parsedArgs.key()
    return {
      args,
      repeated: definition.repeated?.(args) ?? args,
      address,
      key: isFailure(forViewer(anonymous)) ? null : `${address}?${mark()}${key}`,
      isByAddress: definition.readsAddress === true || key === null,
    }
  })
  return {
    permits,
    letsIn,
    schema: async (viewer) => {
      if (!definition.describe) return definition.schema
      const args = parsed().args
      return definition.describe({ args: isFailure(args) ? {} : { ...args }, viewer })
    },
    canonical,
    answer: async (request, viewer) => {
      const args = forViewer(viewer)
      if (isFailure(args)) return (await letsIn(request, viewer)) ? args : withoutPermission(args)
      const refused = definition.permission === 'public' ? null : definition.permission(viewer, args)
      if (refused) return withoutPermission(refused)
      const answered = await definition.handle({ request, args, raw, projection, parameters, viewer })
      if (isFailure(answered)) return answered
      const address = canonical()?.address ?? addressOf(Object.fromEntries(Object.entries(args)), parameters)
      return { ...answered, address, caching: definition.caching }
    },
  }
}

const idAlone: Projection = { fields: new Map([['id', null]]), embedded: new Set() }

/** Leaves out refused arguments until the rest parses; those that name a row count as the integer that PHP makes of them. */
function parseRight<A extends TProperties>(
  parse: ParseArgs<A>,
  namesRow: (name: string) => boolean,
  raw: RawArgs,
  parsed: ReturnType<ParseArgs<A>>['args'],
): { readonly args: ReturnType<ParseArgs<A>>['args']; readonly raw: RawArgs } {
  const refused = isFailure(parsed) && !Array.isArray(parsed.params) ? Object.keys(parsed.params ?? {}) : []
  // A default that its own schema refuses cannot be left out
  const wrong = refused.filter((name) => raw.has(name))
  if (wrong.length === 0) return { args: parsed, raw }
  const right = new Map(
    [...raw].flatMap(([name, value]): (readonly [string, RawArg])[] => {
      if (!wrong.includes(name)) return [[name, value]]
      const id = typeof value === 'string' && namesRow(name) ? phpInteger64(value) : value
      return id === value ? [] : [[name, id]]
    }),
  )
  return parseRight(parse, namesRow, right, parse(right).args)
}

/** The body comes before the query and overrides it, as the query does with the path (WP_REST_Request). */
function argsOf(parameters: Query, raw: Query, body: RawArgs): RawArgs {
  return new Map<string, RawArg>([...body, ...raw, ...parameters, ...raw, ...body])
}
