// An extension: routes, tables of its own, content types and taxonomies, fields, authentication methods. These are identity
// functions with types: a file's export is checked when it is loaded, and compiled and sealed at the start.
import type { Static, TObject, TProperties } from 'typebox'
import type { Failure, OwnCode } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Row } from '../database/tables.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import type { ContentTypeDefinition } from '../registry/content-type.ts'
import type { GraphTypesDefinition } from '../registry/graph-types.ts'
import type { FilterDeclaration } from '../registry/filter-declaration.ts'
import type { Field } from '../registry/field.ts'
import type { NodeField, QueryFieldType } from '../registry/node.ts'
import type { Link } from '../registry/link.ts'
import type { FilterArg, ItemFilter, ResourceDefinition } from '../registry/resource.ts'
import type { RouteDefinition } from '../registry/route.ts'
import type { MetaDefinition } from '../registry/stored-meta.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import type { AddressBase, SiteVariant } from '../site/site.ts'
import type { SiteValue } from '../site/site-value.ts'
import type { AddressRedirect, AskedAddress } from './address-redirects.ts'
import type { ExtensionAuthMethod } from './auth-methods.ts'
import type { Read } from './read.ts'
import type { OwnStatus } from './statuses.ts'
import type { BlockDefinition, ShortcodeDefinition } from './renderers.ts'
import type { OwnTable, Write } from './write.ts'

export interface ExtensionDefinition {
  /** A word that names it; its tables begin with it. */
  readonly name: string
  readonly routes?: readonly ExtensionRoute[]
  readonly contentTypes?: readonly ContentTypeDefinition[]
  readonly taxonomies?: readonly TaxonomyDefinition[]
  /** Meta of every content type that has custom fields, before those of its own. */
  readonly meta?: readonly MetaDefinition[]
  /** Statuses of content besides WordPress's own; content whose status is given by its name alone is as visible as drafts. */
  readonly statuses?: readonly OwnStatus[]
  /** Filters and orders of lists of content. */
  readonly filters?: readonly FilterDeclaration[]
  /** Tables of its own; handlers of an extension with tables get `write`. */
  readonly tables?: readonly OwnTable[]
  /** Fields that it adds to existing resources, by their names. */
  readonly adds?: Readonly<Record<string, Addition>>
  /** Computes the addition for each resource; null where it adds nothing. */
  readonly addsTo?: (resource: ResourceDefinition) => Addition | null
  /** Members that it adds to entries of the directory of content types, by the names of types. */
  readonly addsToTypes?: (
    types: readonly string[],
    read: Read,
  ) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>
  /** The base of addresses of posts and terms, where it is not the site's own; the last extension decides. */
  readonly addressBase?: AddressBase
  /** Finds the redirect of an address before its request is proxied to WordPress (`ORIGIN_REDIRECTS`); the first one counts. */
  readonly redirects?: (asked: AskedAddress) => Promise<AddressRedirect | null>
  /** The site's settings and menu locations by an argument; the last extension decides. */
  readonly siteVariant?: SiteVariant
  /** Values about the whole site; only the rows of those that are listed here are read. */
  readonly siteValues?: readonly SiteValue<unknown>[]
  /** Renderers of shortcodes, by their names: `notice`. They are pure. */
  readonly shortcodes?: Readonly<Record<string, ShortcodeDefinition>>
  /** Renderers of blocks, by their names: `myplugin/notice`. They are pure. */
  readonly blocks?: Readonly<Record<string, BlockDefinition>>
  /** Fields of GraphQL's Query. */
  readonly queries?: readonly ExtensionQuery[]
  /** Types that it adds to WPGraphQL's schema, and fields of nodes and of RootQuery that have them. */
  readonly graphTypes?: GraphTypesDefinition
  /** Authentication methods, tried after the built-in ones. */
  readonly authMethods?: readonly ExtensionAuthMethod[]
}

export interface Addition {
  readonly fields?: readonly Field[]
  /** Members that it adds to `meta` of terms, users and comments in REST. */
  readonly meta?: readonly MetaDefinition[]
  readonly nodeFields?: readonly NodeField[]
  /** Arguments of lists in GraphQL, which are texts. */
  readonly nodeArgs?: Readonly<Record<string, FilterArg>>
  /** Changes what REST shows of an item, or leaves members out; it adds none. It is pure. */
  readonly itemFilter?: ItemFilter
  readonly links?: readonly Link[]
  /** Arguments of lists and items that its fields depend on; their values get them as `args`. */
  readonly fieldArgs?: TProperties
  /** Arguments of lists that choose among their items. */
  readonly args?: Readonly<Record<string, FilterArg>>
}

// Methods, not properties, so that routes of different arguments fit one list
export interface ExtensionRoute<A extends TProperties = TProperties> extends Pick<
  RouteDefinition,
  'namespace' | 'path' | 'methods' | 'schema' | 'lists' | 'caching'
> {
  readonly args?: A
  /**
   * `never`: its answers depend on more than its arguments and the rows that it read. `address`: they depend on the address as
   * the client sent it, too, which becomes their cache key.
   */
  readonly cache?: 'tags' | 'address' | 'never'
  /** True for a stand-in for a route that only WordPress can answer: with an origin it is not registered, and requests are proxied. */
  readonly isForOrigin?: boolean
  /** Decides who may call the route: null allows. A route that writes has to have one. */
  permission?(viewer: Viewer, args: Static<TObject<A>>): Failure | null
  handle(input: HandlerInput<Static<TObject<A>>>): Promise<unknown>
}

/** A field of Query; `resolve` gives its value, or for nodes their ids. */
export interface ExtensionQuery<A extends TProperties = TProperties> {
  readonly name: string
  readonly type: QueryFieldType
  readonly description: string
  /** Names the replacement. */
  readonly deprecationReason?: string
  /** Texts, numbers and booleans; the cost of a list is computed from `first`, where that is an argument. */
  readonly args?: A
  resolve(input: QueryInput<Static<TObject<A>>>): Promise<unknown>
}

export type QueryInput<A> = Pick<HandlerInput<A>, 'args' | 'viewer' | 'read' | 'fail'>

export interface HandlerInput<A> {
  /** A response whose handler used it is not cached, unless the handler used the address alone and `cache` is `address`. */
  readonly request: Request
  readonly args: A
  readonly viewer: Viewer
  readonly read: Read
  /**
   * Rows of a table that a plug-in of WordPress made. Change feeds follow the tables of built-in packs: a response made of
   * another table is not cached.
   */
  readonly plugInRows: (wanted: PlugInRows) => Promise<readonly Row[]>
  /** Writes to the extension's own tables; throws where it declares none. */
  readonly write: Write
  readonly fail: (code: OwnCode, status: number, message: string) => Failure
  /** A response with another status than 200. */
  readonly status: (status: number, body: unknown) => StatusAnswer
  /** A response that is one page of a list, with totals and links to its neighbours, as lists of resources have them. */
  readonly paged: (items: readonly unknown[], page: PageShown) => PagedAnswer
}

export interface PageShown {
  readonly page: number
  readonly perPage: number
  /** Items on all pages. */
  readonly count: number
  /** True where there are more items than `count`. Default: false. */
  readonly isBounded?: boolean
}

export class PagedAnswer {
  readonly items: readonly unknown[]
  readonly page: PageShown

  constructor(items: readonly unknown[], page: PageShown) {
    this.items = items
    this.page = page
  }
}

export class StatusAnswer {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/**
 * An extension: the default export of a file that `extensions` names.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute } from 'lectern'
 *
 * const hello = defineRoute({
 *   namespace: 'greetings/v1',
 *   path: '/hello',
 *   methods: ['GET'],
 *   permission: () => null,
 *   handle: async () => ({ msg: 'hello' }),
 * })
 *
 * export default defineExtension({ name: 'greetings', routes: [hello] })
 * ```
 */
export function defineExtension(definition: ExtensionDefinition): ExtensionDefinition {
  return definition
}

/**
 * A route whose handler's arguments are typed by its schemas.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, Type } from 'lectern'
 *
 * const twice = defineRoute({
 *   namespace: 'sums/v1',
 *   path: '/twice/:number',
 *   methods: ['GET'],
 *   args: { number: Type.Integer({ minimum: 0 }) },
 *   permission: () => null,
 *   handle: async ({ args }) => ({ result: args.number * 2 }),
 * })
 *
 * export default defineExtension({ name: 'sums', routes: [twice] })
 * ```
 */
export function defineRoute<A extends TProperties>(definition: ExtensionRoute<A>): ExtensionRoute<A> {
  return definition
}

/**
 * A field of GraphQL's Query whose arguments are typed by its schemas: a scalar (`'Int!'`), a list of plain `objects`,
 * or a node of a resource or `nodes` of it, which are read by the ids that `resolve` returns.
 *
 * @example
 * ```ts
 * import { defineExtension, defineQuery, Type } from 'lectern'
 *
 * const latest = defineQuery({
 *   name: 'latestPages',
 *   type: { nodes: 'page' },
 *   description: 'The newest pages.',
 *   args: { first: Type.Integer({ default: 3, minimum: 1, maximum: 10 }) },
 *   resolve: async ({ read, args }) => {
 *     const pages = await read.list('page', { values: { id: 'id' }, limit: args.first })
 *     return pages.map(({ id }) => id)
 *   },
 * })
 *
 * export default defineExtension({ name: 'latest', queries: [latest] })
 * ```
 */
export function defineQuery<A extends TProperties>(definition: ExtensionQuery<A>): ExtensionQuery<A> {
  return definition
}
