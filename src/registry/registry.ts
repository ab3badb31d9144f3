// What exists: filled once at start through the define… types, then sealed. It answers who serves a route and knows
// every resource; it does no I/O. Two things of one name, or a route without what it needs, end the start.
import type { TProperties } from 'typebox'
import type { Failure } from '../core/failure.ts'
import { isFailure, isPermitted, withoutPermission } from '../core/failure.ts'
import type { Given, GivenArgs } from '../core/given.ts'
import type { Query } from '../core/query-string.ts'
import type { Caching } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { argSchema, typesOf } from './arg-schema.ts'
import { compileArgs } from './args.ts'
import type { ResourceDefinition } from './resource.ts'
import type { Answer, RouteDefinition } from './route.ts'

export interface Registry {
  readonly resource: (definition: ResourceDefinition) => void
  readonly route: <A extends TProperties>(definition: RouteDefinition<A>) => void
  /** The namespaces of the routes so far, in their order. */
  readonly namespaces: () => readonly string[]
  readonly seal: () => Sealed
}

export interface Sealed {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly routes: readonly Route[]
}

/** A route whose arguments are compiled; what its author typed is erased. */
export interface Route {
  readonly namespace: string
  /** `/cms/v2/posts/(?P<id>[\d]+)`, as discovery documents name it. */
  readonly pattern: string
  readonly hasParameters: boolean
  /** Whether the owning system has none like it. */
  readonly isOwn: boolean
  readonly methods: RouteDefinition['methods']
  /** Those that discovery documents show. */
  readonly args: TProperties
  /** With those that the original does not have. */
  readonly allArgs: TProperties
  readonly schema: RouteDefinition['schema']
  readonly lists: RouteDefinition['lists']
  /** The parameters in an address, or null where it is another route's. */
  readonly match: (address: string) => Query | null
  /** What a request asks for; null where its arguments are refused. */
  readonly asks: (call: Pick<Call, 'parameters' | 'given'>) => Asked | null
  readonly answer: (call: Call) => Promise<Answered | Failure>
  /** Whether its permission lets the viewer in. */
  readonly permits: (call: Call) => boolean
  /** The same where only its handler knows. */
  readonly letsIn: (call: Call) => Promise<boolean>
}

export interface Answered extends Answer {
  /** What it answers, however its parameters were written: `/cms/v2/posts/7`. */
  readonly address: string
  readonly caching: Caching | undefined
}

/** A request without what is said in other words than another's. */
export interface Asked {
  readonly args: Readonly<Record<string, unknown>>
  /** Address and arguments, equal for all that anonymous viewers are answered the same; null where it is refused. */
  readonly key: string | null
  /** Whether the address as it was sent says more. */
  readonly isByAddress: boolean
}

/** A request as a route is called with it. */
export interface Call {
  readonly request: Request
  /** What the address holds in the places of its parameters. */
  readonly parameters: Query
  readonly given: Query
  /** What came in the body. */
  readonly body: GivenArgs
  readonly viewer: Viewer
}

export function createRegistry(brand: string): Registry {
  const resources = new Map<string, ResourceDefinition>()
  const routes = new Map<string, Route>()
  let isSealed = false
  const add = <T>(to: Map<string, T>, name: string, definition: T, kind: string) => {
    if (isSealed) throw new Error(`the registry is sealed: the ${kind} ${name} comes too late`)
    if (to.has(name)) throw new Error(`there are two definitions of the ${kind} ${name}`)
    to.set(name, definition)
  }
  return {
    resource: (definition) => add(resources, definition.name, definition, 'resource'),
    route: (definition) => {
      const route = compileRoute(definition, brand)
      for (const method of definition.methods) add(routes, `${method} ${route.pattern}`, route, 'route')
    },
    namespaces: () => {
      const named = [...routes.values()].map(({ namespace }) => namespace)
      return [...new Set(named)].filter((namespace) => namespace !== '')
    },
    seal: () => {
      isSealed = true
      return { resources, routes: [...new Set(routes.values())] }
    },
  }
}

const parameterGroup = /\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g

const noBody: GivenArgs = new Map<string, Given>()

function compileRoute<A extends TProperties>(definition: RouteDefinition<A>, brand: string): Route {
  const namespace = definition.namespace.replace(/^:/, `${brand}/`)
  const parse = compileArgs(definition.args)
  const path = definition.path.replace(
    /:(\w+)/g,
    (_, name: string) => `(?P<${name}>${parameterPattern(definition, name)})`,
  )
  const parameters = [...path.matchAll(/\(\?P<(\w+)>/g)].map(([, name = '']) => name)
  /** As people write it: `/cms/v2/posts/:id`. */
  const plainPath = `${namespace === '' ? '' : `/${namespace}`}${path.replace(parameterGroup, ':$1')}`
  const pattern = namespace === '' ? path : `/${namespace}${path}`
  // Paths match whole and in any case, as the original's do
  const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('(?P<', '(?<')}$`, 'i')
  const addressOf = (args: Readonly<Record<string, unknown>>, inPath: Query) =>
    plainPath.replace(/:(\w+)/g, (_, name: string) => {
      const value = args[name] ?? inPath.get(name) ?? ''
      return typeof value === 'string' ? value : JSON.stringify(value)
    })
  type Parsed = ReturnType<typeof parse>
  const permits = ({ parameters: inPath, given, body, viewer }: Call, parsed?: Parsed) => {
    if (definition.permission === 'public') return true
    const args = parseRight(argsOf(inPath, given, body), parsed)
    const refused = isFailure(args) ? null : definition.permission(viewer, args)
    return refused === null || isPermitted(withoutPermission(refused))
  }
  /** Where some of what was given is wrong, whoever may come in with the rest may. */
  const parseRight = (given: GivenArgs, parsed: Parsed = parse(given)): Parsed => {
    const wrong = isFailure(parsed) && !Array.isArray(parsed.params) ? Object.keys(parsed.params ?? {}) : []
    const right = new Map([...given].filter(([name]) => !wrong.includes(name)))
    return right.size === given.size ? parsed : parseRight(right)
  }
  const letsIn = async (call: Call, parsed?: Parsed): Promise<boolean> => {
    if (!permits(call, parsed)) return false
    if (definition.letsInByHandling !== true) return true
    const { request, parameters: inPath, given, body, viewer } = call
    const args = parseRight(argsOf(inPath, given, body), parsed)
    if (isFailure(args)) return true
    const asked = new Map([...given].filter(([name]) => name !== '_embed'))
    const input = { request, args, given: asked.set('_fields', 'id'), parameters: inPath, viewer }
    const answered = await definition.handle(input)
    return !isFailure(answered) || isPermitted(answered)
  }
  return {
    namespace,
    pattern,
    hasParameters: parameters.length > 0,
    isOwn: definition.isOwn === true,
    methods: definition.methods,
    args: shownArgs(definition.args),
    allArgs: definition.args,
    schema: definition.schema,
    lists: definition.lists,
    permits: (call) => permits(call),
    letsIn: (call) => letsIn(call),
    match: (address) => {
      const groups = expression.exec(address)
      return groups && new Map(parameters.map((name) => [name, groups.groups?.[name] ?? '']))
    },
    asks: ({ parameters: inPath, given }) => {
      const values = parse(argsOf(inPath, given, noBody))
      if (isFailure(values)) return null
      const args = Object.fromEntries(Object.entries(values))
      const isRefused = isFailure(
        parse(argsOf(inPath, given, noBody), definition.forbids?.(anonymous, given)),
      )
      const key = `${addressOf(args, inPath)}?${JSON.stringify([pattern, args])}`
      const isByAddress = definition.readsAddress === true || !isPlain(args)
      return { args, key: isRefused ? null : key, isByAddress }
    },
    answer: async (call) => {
      const { request, parameters: inPath, given, body, viewer } = call
      const args = parse(argsOf(inPath, given, body), definition.forbids?.(viewer, given))
      // What a viewer may not give says nothing of the rest
      const parsed = definition.forbids ? undefined : args
      if (isFailure(args)) return (await letsIn(call, parsed)) ? args : withoutPermission(args)
      const refused = definition.permission === 'public' ? null : definition.permission(viewer, args)
      if (refused) return withoutPermission(refused)
      const answered = await definition.handle({ request, args, given, parameters: inPath, viewer })
      if (isFailure(answered)) return answered
      const address = addressOf(Object.fromEntries(Object.entries(args)), inPath)
      return { ...answered, address, caching: definition.caching }
    },
  }
}

/** Whether its JSON tells it from every other value: what `sanitize` makes may be anything. */
function isPlain(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every((each) => each !== undefined && isPlain(each))
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain)
}

/** The interface is described as the original describes itself; what is its own is in documents of its own (OpenAPI). */
function shownArgs(args: TProperties): TProperties {
  return Object.fromEntries(Object.entries(args).filter(([, schema]) => argSchema(schema).own !== true))
}

/** An integer is digits; all else what its pattern says, or what names are made of. */
function parameterPattern({ path, args }: Pick<RouteDefinition, 'path' | 'args'>, name: string): string {
  const schema = args[name]
  if (!schema) throw new Error(`the route ${path} has a parameter without an argument: ${name}`)
  const arg = argSchema(schema)
  return typesOf(arg).includes('integer') ? '[\\d]+' : (arg.pattern ?? '[\\w-]+')
}

/** The body goes before the query, and the query before the address, as in the original. */
function argsOf(parameters: Query, given: Query, body: GivenArgs): GivenArgs {
  return new Map<string, Given>([...parameters, ...given, ...body])
}
