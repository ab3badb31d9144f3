// What the REST interface says of itself: the index, a namespace's index, a route's OPTIONS; all from the registry.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Query } from '../core/query-string.ts'
import type { Answer } from '../registry/define.ts'
import { describeArg } from '../registry/arg-document.ts'
import type { Registry, Route } from '../registry/registry.ts'
import type { Site } from '../site/site.ts'
import type { Reading } from '../query/execute.ts'
import type { ReadSite } from '../query/read-site.ts'
import { parseFields, select } from './selection.ts'

export interface DiscoveryOptions {
  /** Every route, once the registry is sealed. */
  readonly routes: () => readonly Route[]
  readonly newReading: () => Reading
  readonly readSite: ReadSite
  readonly brand: string
}

export function registerDiscovery(registry: Registry, options: DiscoveryOptions): void {
  const describe = async (given: Query, document: (site: Site) => unknown): Promise<Answer | Failure> => {
    const reading = options.newReading()
    const site = await options.readSite(reading)
    if (isFailure(site)) return site
    return {
      body: select(document(site), parseFields(given)),
      headers: [],
      tags: reading.tags,
      store: 'shared',
    }
  }
  registry.route({
    namespace: '',
    path: '/',
    methods: ['GET'],
    args: {},
    permission: 'public',
    handle: ({ given }) => describe(given, (site) => indexDocument(options.routes(), site)),
  })
  registry.route({
    namespace: ':v2',
    path: '',
    methods: ['GET'],
    args: {},
    permission: 'public',
    handle: ({ given }) =>
      describe(given, (site) => namespaceDocument(`${options.brand}/v2`, options.routes(), site)),
  })
}

/** What OPTIONS answers for a route: how it is called, and what it answers. */
export function optionsDocument(route: Route, restUrl: string): Readonly<Record<string, unknown>> {
  return { ...routeDocument(route, restUrl), ...(route.schema ? { schema: route.schema } : {}) }
}

function indexDocument(routes: readonly Route[], site: Site): unknown {
  const { option, home, timeZone, restUrl } = site
  return {
    name: option('blogname'),
    description: option('blogdescription'),
    url: option('siteurl'),
    home,
    gmt_offset: timeZone.offsetHoursAt(Date.now()),
    timezone_string: timeZone.name,
    page_for_posts: Number(option('page_for_posts')),
    page_on_front: Number(option('page_on_front')),
    show_on_front: option('show_on_front') || 'posts',
    namespaces: [...new Set(routes.map(({ namespace }) => namespace))].filter(
      (namespace) => namespace !== '',
    ),
    authentication: [],
    routes: routesDocument(routes, restUrl),
    site_logo: Number(option('site_logo')),
    site_icon: Number(option('site_icon')),
    site_icon_url: '',
    _links: { help: [{ href: 'https://developer.wordpress.org/rest-api/' }] },
  }
}

function namespaceDocument(namespace: string, routes: readonly Route[], { restUrl }: Site): unknown {
  return {
    namespace,
    routes: routesDocument(
      routes.filter((route) => route.namespace === namespace),
      restUrl,
    ),
    _links: { up: [{ href: `${restUrl}/` }] },
  }
}

function routesDocument(routes: readonly Route[], restUrl: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(routes.map((route) => [route.pattern, routeDocument(route, restUrl)]))
}

function routeDocument(
  { namespace, pattern, hasParameters, methods, args }: Route,
  restUrl: string,
): Readonly<Record<string, unknown>> {
  const described = Object.entries(args).map(([name, schema]) => [name, describeArg(schema)])
  return {
    namespace,
    methods,
    endpoints: [{ methods, args: Object.fromEntries(described) }],
    // An address with parameters has none of its own
    ...(hasParameters ? {} : { _links: { self: [{ href: restUrl + pattern }] } }),
  }
}
