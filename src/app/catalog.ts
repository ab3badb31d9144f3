// A catalog is what one database lets the gateway serve: resources whose tables exist, their routes and types.
import { asNamed } from '../database/address.ts'
import { byLength, sparing } from '../cache/bounded-map.ts'
import { registerPreviewRoute } from '../auth/preview-route.ts'
import { registerTokenRoutes } from '../auth/token-route.ts'
import type { Authentication } from './auth-options.ts'
import { directoriesOf, searchOf, whoEdits, type Kinds } from './builtins.ts'
import type { Availability } from '../database/servers/availability.ts'
import type { Server } from '../database/engine.ts'
import type { Candidate } from '../database/open.ts'
import { redirectsOf, type AskRedirect } from '../extensions/address-redirects.ts'
import { computedProblem } from '../extensions/computed-check.ts'
import { orThrow, type Broken, type LoadedExtension } from '../extensions/load.ts'
import { queriesOf } from '../extensions/queries.ts'
import { registerExtensionRoutes } from '../extensions/routes.ts'
import { typeMembersOf } from '../extensions/type-members.ts'
import type { Writing } from '../extensions/writing.ts'
import type { Invalidator } from '../invalidation/invalidator.ts'
import { readableDatabase, type ReadableDatabase, type ReadingsParts } from './readings.ts'
import {
  documentOptions,
  pageTemplates,
  takesApplicationPasswords,
  userNameReaders,
  wpPageSizes,
} from './room-options.ts'
import {
  createDocuments,
  documentBytes,
  type Documents,
  type RunnableDocument,
} from '../graphql/documents.ts'
import { createKeptTexts, type KeptTexts } from '../graphql/kept-texts.ts'
import type { PersistedDocuments } from '../graphql/persisted.ts'
import { createViews } from '../graphql/schema.ts'
import type { ReadCursors } from '../read/cursor-keys.ts'
import type { Reading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import { createRegistry, type Sealed } from '../registry/registry.ts'
import { textIdsOf } from '../registry/text-ids.ts'
import type { RouteTable } from '../registry/route-table.ts'
import { registerDiscovery } from '../rest/description/discovery.ts'
import { thumbnails } from '../resources/media/thumbnails.ts'
import { createEmbedFiles } from '../rest/representation/embedded-files.ts'
import { registerOpenApi } from '../rest/description/openapi.ts'
import { createItems } from '../rest/resource/items.ts'
import { createIsPreviewed } from '../rest/resource/previewed.ts'
import { registerResource } from '../rest/resource/routes.ts'
import { registerSiteRoutes } from '../rest/site-routes/site-routes.ts'
import type { Kinds as ListedKinds } from '../mcp/kinds.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { createWpServed, type WpDocument, type WpServed } from '../wpgraphql/served.ts'

/** The number of kinds of pages for which the gateway remembers whether their items can be cached. */
const itemKindsMax = 1000

/** These parts exist before a database is found. */
export interface CatalogParts extends ReadingsParts {
  readonly publicUrl: string
  readonly kinds: Kinds
  readonly extensions: readonly LoadedExtension[]
  readonly writing: Writing
  readonly authentication: Authentication
  readonly authMethods: readonly AuthMethodDefinition[]
  readonly persisted: PersistedDocuments
  readonly invalidator: Invalidator
  /** Makes the engine send statements to this server from now on. */
  readonly takeServer: (server: Server) => Candidate
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
}

export interface Catalog extends ListedKinds, Pick<ReadableDatabase, 'network'> {
  /** The paths of lists whose items have a date, which feeds are made of. */
  readonly datedLists: ReadonlySet<string>
  readonly routes: RouteTable
  readonly documents: Documents
  /** WPGraphQL's schema, built at its first use. */
  readonly wpgraphql: WpServed
  readonly newReading: () => Reading
  readonly texts: KeptTexts
  /** Redirects that the gateway answers before it proxies to WordPress; null where there are none. */
  readonly redirects: AskRedirect | null
  readonly computedProblem: () => Promise<Broken | null>
}

/** Makes the catalog of a server that was found, and follows that server's changes from then on. */
export function createCatalog(server: Server, availability: Availability, parts: CatalogParts): Catalog {
  const { engine, extensions, invalidator, takeServer } = parts
  const database = readableDatabase(server, availability, parts)
  const { layout, followed, resources, compile, newReading } = database
  const search = searchOf(parts.kinds, resources)
  const sealed = registered(database, search, parts)
  const documents = documentsOf(database, sealed, search, parts)
  const taken = takeServer(server)
  invalidator.follow({
    address: asNamed(taken.address, server.schema),
    engine: taken.engine,
    layout: followed,
    newReading,
    counted: database.counted,
  })
  return {
    network: database.network,
    routes: sealed.routes,
    documents,
    wpgraphql: wpServedOf(sealed, parts),
    newReading,
    texts: createKeptTexts({ kept: invalidator.items, newReading, readSite: parts.readSite }),
    ...kindsOf(database, search, parts.config.brand),
    redirects:
      parts.config.originRedirects === 'off'
        ? null
        : redirectsOf(extensions, {
            ...toolsOf(resources, newReading, parts),
            readPlugInRows: database.readPlugInRows,
          }),
    computedProblem: () => computedProblem(extensions, { engine, compile, resources, layout }),
  }
}

type Search = ReturnType<typeof searchOf>

/** The lists that other interfaces than REST offer. */
function kindsOf(
  { present }: ReadableDatabase,
  { content, terms }: Search,
  brand: string,
): ListedKinds & Pick<Catalog, 'datedLists'> {
  const pathOf = ({ base, namespace = ':v2' }: Pick<ResourceDefinition, 'base' | 'namespace'>) =>
    `/${namespace.replace(':', `${brand}/`)}/${base}`
  return {
    pageLists: present.flatMap(({ source, page, name, taxonomies, ...names }) =>
      source === 'posts' && page !== null && name !== 'attachment'
        ? [{ path: pathOf(names), type: name, taxonomies: taxonomies.map((each) => each.name) }]
        : [],
    ),
    termLists: present.flatMap(({ taxonomy, base, ...names }) =>
      taxonomy ? [{ path: pathOf({ base, ...names }), taxonomy: taxonomy.name, base }] : [],
    ),
    datedLists: new Set(
      present.filter(({ fields }) => fields.some(({ name }) => name === 'date_gmt')).map(pathOf),
    ),
    searched: { content: content?.kinds ?? [], terms: terms?.kinds ?? [] },
  }
}

/** Registers everything that REST serves. */
function registered(
  { layout, present, resources, newReading, readPlugInRows }: ReadableDatabase,
  search: Search,
  parts: CatalogParts,
): Sealed {
  const { config, publicUrl, kinds, extensions, writing, authentication, authMethods, readSite } = parts
  const registry = createRegistry(config.brand, textIdsOf(layout))
  const items = createItems({
    kept: parts.invalidator.items,
    keptTargets: parts.invalidator.lists,
    kinds: parts.maps.make('item_kinds', itemKindsMax, byLength),
    newReading,
    readSite,
    unrendered: config.unrenderedHeader === 'on' ? `X-${config.brand.toUpperCase()}-Unrendered` : null,
  })
  const siteVariant =
    extensions.findLast(({ definition }) => definition.siteVariant)?.definition.siteVariant ?? null
  const routeOptions = { resources, newReading, readSite, readCursors: parts.readCursors, items, siteVariant }
  const readTools = toolsOf(resources, newReading, parts)
  const passesOn = config.originUrl !== undefined
  registerSiteRoutes(registry, {
    ...routeOptions,
    typeMembers: typeMembersOf(extensions, readTools),
    directories: directoriesOf(kinds),
    search,
    editsAny: whoEdits(kinds),
    thumbnails,
    passesOn,
  })
  for (const resource of present) {
    registry.resource(resource)
    registerResource(registry, resource, routeOptions)
  }
  const tools = { ...readTools, writeOf: writing.writeOf, readPlugInRows, passesOn }
  orThrow(registerExtensionRoutes(registry, extensions, tools))
  if (authentication.tokenRoute) registerTokenRoutes(registry, authentication.tokenRoute)
  registerPreviewRoute(registry, {
    previews: authentication.previews,
    secret: config.previewSecret,
    isPreviewed: createIsPreviewed(routeOptions),
  })
  const routes = () => sealed.routes.all
  registerDiscovery(registry, {
    routes,
    newReading,
    readSite,
    takesApplicationPasswords: takesApplicationPasswords(config, publicUrl),
    editsAny: whoEdits(kinds),
    embedFiles: createEmbedFiles(resources),
  })
  registerOpenApi(registry, { routes, authMethods, newReading, readSite })
  const sealed = registry.seal()
  return sealed
}

/** Builds the views of our GraphQL schema and the documents that run against them; warns of persisted documents that do not run. */
function documentsOf(
  { resources, newReading }: ReadableDatabase,
  sealed: Sealed,
  search: Search,
  parts: CatalogParts,
): Documents {
  const { config, extensions, persisted, maps, observe } = parts
  const pageSizes = { fallback: config.graphqlPageSizeDefault, max: config.graphqlPageSizeMax }
  const queries = orThrow(queriesOf(extensions, toolsOf(resources, newReading, parts)))
  const searched = search.content?.kinds ?? []
  const views = orThrow(
    createViews({
      resources: sealed.resources,
      searched,
      pageSizes,
      queries,
      isLive: config.changes === 'on',
    }),
  )
  const documents = createDocuments(
    views,
    documentOptions(config, pageSizes),
    sparing(maps.make<string, RunnableDocument>('documents', config.graphqlKeptBytesMax, documentBytes)),
  )
  // Persisted documents of WPGraphQL's clients are validated against its schema, which depends on options that are read later
  const listed = config.graphqlView === 'own' ? persisted.listed : null
  for (const query of listed ?? []) {
    const read = documents.read(query, null)
    if ('errors' in read)
      observe({
        kind: 'warning',
        message: `a document of graphqlDocuments does not run: ${read.errors[0]?.message}`,
      })
  }
  return documents
}

function wpServedOf(
  { resources }: Sealed,
  { config, kinds, extensions, publicMenus, maps, authentication }: CatalogParts,
): WpServed {
  // WPGraphQL's schema shows menus with a location to anonymous viewers, so these resources replace those of the same names in REST
  const menus = publicMenus.flatMap((resource) => {
    const [name] = Object.values(resource.where)
    return name !== undefined && resources.has(name) ? [[name, resource] as const] : []
  })
  return createWpServed({
    resources: new Map([...resources, ...menus]),
    contentTypes: kinds.contentTypes,
    taxonomies: kinds.taxonomies,
    templates: pageTemplates(config),
    userNames: userNameReaders(config),
    commentsOn: config.graphqlView === 'wpgraphql' ? 'addressed' : 'defined',
    leftOut: config.graphqlLeftOut,
    logsIn: authentication.tokenRoute !== null,
    added: extensions.flatMap(({ definition: { graphTypes } }) => graphTypes ?? []),
    documents: documentOptions(config, wpPageSizes),
    kept: sparing(
      maps.make<string, WpDocument>('wpgraphql_documents', config.graphqlKeptBytesMax, documentBytes),
    ),
  })
}

/** The tools passed to handlers of extensions. */
function toolsOf(
  resources: ReadableDatabase['resources'],
  newReading: () => Reading,
  { config, readSite, observe }: CatalogParts,
) {
  return { resources, readSite, newReading, handlerTimeoutMs: config.handlerTimeoutMs, observe }
}
