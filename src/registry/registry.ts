// What exists: filled once at start through the define… types, then sealed. It answers who serves a route and knows
// every resource; it does no I/O. Two things of one name, or a route without what it needs, end the start.
import type { TProperties } from 'typebox'
import type { Query } from '../core/query-string.ts'
import { argSchema, typesOf } from './arg-schema.ts'
import { compileArgs } from './args.ts'
import { bindRoute, type BoundRoute, type Call } from './bound-route.ts'
import type { ResourceDefinition } from './resource.ts'
import { createRouteTable, type RouteTable } from './route-table.ts'
import type { RouteDefinition } from './route.ts'

export interface Registry {
  readonly resource: (definition: ResourceDefinition) => void
  readonly route: <A extends TProperties>(definition: RouteDefinition<A>) => void
  /** The namespaces of the routes so far, in their order. */
  readonly namespaces: () => readonly string[]
  readonly seal: () => Sealed
}

export interface Sealed {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly routes: RouteTable
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
  /** Binds the route to what a request gives; the arguments are parsed when they are first needed, and once. */
  readonly bind: (call: Call) => BoundRoute
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
      return { resources, routes: createRouteTable([...new Set(routes.values())]) }
    },
  }
}

const parameterGroup = /\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g

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
  const compiled = { pattern, definition, parse, addressOf }
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
    match: (address) => {
      const groups = expression.exec(address)
      return groups && new Map(parameters.map((name) => [name, groups.groups?.[name] ?? '']))
    },
    bind: (call) => bindRoute(compiled, call),
  }
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
