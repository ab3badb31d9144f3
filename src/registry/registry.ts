// The registry holds every resource and route: definitions fill it at start, then it is sealed. It does no I/O. Two
// definitions with one name, or a route without one of its arguments, end the start.
import type { TProperties } from 'typebox'
import { digestOf } from '../core/digest.ts'
import { once } from '../core/once.ts'
import type { Query } from '../core/query-string.ts'
import { argSchema, typesOf } from './arg-schema.ts'
import { compileArgs } from './args.ts'
import { bindRoute, type BoundRoute, type Call } from './bound-route.ts'
import type { ResourceDefinition } from './resource.ts'
import { createRouteTable, type RouteTable } from './route-table.ts'
import type { RouteDefinition } from './route.ts'
import { argsWithTextIds, type TextIds } from './text-ids.ts'

export interface Registry {
  readonly resource: (definition: ResourceDefinition) => void
  readonly route: <A extends TProperties>(definition: RouteDefinition<A>) => void
  /** The namespaces of the routes registered so far, in order. */
  readonly namespaces: () => readonly string[]
  readonly seal: () => Sealed
}

export interface Sealed {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly routes: RouteTable
}

/** A route with compiled arguments; the types of its definition are erased. */
export interface Route {
  readonly namespace: string
  /** The pattern as discovery documents show it: `/cms/v2/posts/(?P<id>[\d]+)`. */
  readonly pattern: string
  readonly hasParameters: boolean
  /** True where WordPress has no such route. */
  readonly isOwn: boolean
  readonly methods: RouteDefinition['methods']
  /** The arguments that discovery documents show. */
  readonly args: TProperties
  /** All arguments, including Lectern's own. */
  readonly allArgs: TProperties
  readonly schema: RouteDefinition['schema']
  readonly lists: RouteDefinition['lists']
  readonly xmlRoot: RouteDefinition['xmlRoot']
  /** Returns the parameters in an address, or null where the pattern does not match it. */
  readonly match: (address: string) => Query | null
  /** Binds the route to a request's arguments, which are parsed at first use, and once. */
  readonly bind: (call: Call) => BoundRoute
}

/** `textIds` are the tables whose ids are texts. */
export function createRegistry(brand: string, textIds: TextIds = new Set()): Registry {
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
      const route = compileRoute(definition, brand, textIds)
      for (const method of definition.methods) add(routes, `${method} ${route.pattern}`, route, 'route')
    },
    namespaces: () => {
      const named = [...routes.values()].map(({ namespace }) => namespace)
      return [...new Set(named)].filter((namespace) => namespace !== '')
    },
    seal: () => {
      isSealed = true
      return { resources, routes: createRouteTable([...new Set(routes.values())]) }
    },
  }
}

const parameterGroup = /\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g
const dotOrGroup = new RegExp(`\\.|${parameterGroup.source}`, 'g')

/** Escapes dots of the path, but not those in parameters' patterns. */
function withPlainDots(pattern: string): string {
  return pattern.replace(dotOrGroup, (found) => (found === '.' ? '\\.' : found))
}

function compileRoute<A extends TProperties>(
  definition: RouteDefinition<A>,
  brand: string,
  textIds: TextIds,
): Route {
  const declared = argsWithTextIds(definition.args, textIds)
  const namespace = definition.namespace.replace(/^:/, `${brand}/`)
  const parse = compileArgs(definition.args, textIds, definition.closedPrefix)
  const path = definition.path.replace(
    /:(\w+)/g,
    (_, name: string) => `(?P<${name}>${parameterPattern({ path: definition.path, args: declared }, name)})`,
  )
  const parameters = [...path.matchAll(/\(\?P<(\w+)>/g)].map(([, name = '']) => name)
  /** The path with short parameters: `/cms/v2/posts/:id`. */
  const plainPath = `${namespace === '' ? '' : `/${namespace}`}${path.replace(parameterGroup, ':$1')}`
  const pattern = namespace === '' ? path : `/${namespace}${path}`
  // A pattern matches the whole path in any case, as in WordPress
  const expression = new RegExp(`^${withPlainDots(pattern).replaceAll('(?P<', '(?<')}$`, 'i')
  const addressOf = (args: Readonly<Record<string, unknown>>, inPath: Query) =>
    plainPath.replace(/:(\w+)/g, (_, name: string) => {
      const value = args[name] ?? inPath.get(name) ?? ''
      return typeof value === 'string' ? value : JSON.stringify(value)
    })
  const mark = once(() => digestOf(JSON.stringify([pattern, declared])))
  const compiled = { mark, definition, parse, addressOf }
  return {
    namespace,
    pattern,
    hasParameters: parameters.length > 0,
    isOwn: definition.isOwn === true,
    methods: definition.methods,
    args: shownArgs(declared),
    allArgs: declared,
    schema: definition.schema,
    lists: definition.lists,
    xmlRoot: definition.xmlRoot,
    match: (address) => {
      const groups = expression.exec(address)
      return groups && new Map(parameters.map((name) => [name, groups.groups?.[name] ?? '']))
    },
    bind: (call) => bindRoute(compiled, call),
  }
}

/** Leaves out Lectern's own arguments: discovery documents describe the interface as WordPress does, and OpenAPI shows the rest. */
function shownArgs(args: TProperties): TProperties {
  return Object.fromEntries(Object.entries(args).filter(([, schema]) => argSchema(schema).own !== true))
}

/** The pattern of a parameter: digits for an integer, else the schema's pattern, else word characters and hyphens. */
function parameterPattern({ path, args }: Pick<RouteDefinition, 'path' | 'args'>, name: string): string {
  const schema = args[name]
  if (!schema) throw new Error(`the route ${path} has a parameter without an argument: ${name}`)
  const arg = argSchema(schema)
  return typesOf(arg).includes('integer') ? '[\\d]+' : (arg.pattern ?? '[\\w-]+').replace(/^\^(.*)\$$/, '$1')
}
