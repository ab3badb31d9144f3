// Discovery documents, made of the registry: the index, a namespace's index, a route's OPTIONS.
import { Type, type TSchema } from 'typebox'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import { describeArg, describeItem } from '../../registry/arg-document.ts'
import type { Embedding, Selection } from '../../registry/projection.ts'
import type { Answer } from '../../registry/route.ts'
import type { Registry, Route } from '../../registry/registry.ts'
import { readIconUrl } from '../../related/site-icon.ts'
import { inSiteScheme } from '../../site/file-address.ts'
import type { Site } from '../../site/site.ts'
import type { Reading } from '../../read/execute.ts'
import type { ReadSite } from '../../read/read-site.ts'
import { isEmbedded, isSelected, select } from '../request/selection.ts'

export interface DiscoveryOptions {
  /** Every route, once the registry is sealed. */
  readonly routes: () => readonly Route[]
  readonly newReading: () => Reading
  readonly readSite: ReadSite
  /** True where clients may log in with application passwords at the public address. */
  readonly takesApplicationPasswords: boolean
  /** True for viewers who may edit content of any type. */
  readonly editsAny: (viewer: Viewer) => boolean
  readonly embedFiles: EmbedFiles
}

/** Reads files as embedded items. */
type EmbedFiles = (
  ids: readonly number[],
  from: { readonly site: Site; readonly viewer: Viewer; readonly reading: Reading },
) => Promise<readonly unknown[] | Failure>

const unknownNamespace = fail('rest_invalid_namespace', undefined, { permitted: true })

/** Registers the index, and the index of every namespace registered so far. */
export function registerDiscovery(registry: Registry, options: DiscoveryOptions): void {
  const describe = async (document: Document): Promise<Answer | Failure> => {
    const reading = options.newReading()
    const site = await options.readSite(reading)
    if (isFailure(site)) return site
    const body = await document(site, reading)
    return isFailure(body)
      ? body
      : { body, isSelected: true, headers: [], tags: reading.tags, store: 'shared' }
  }
  const context = Type.Unsafe<unknown>({ default: 'view' })
  registry.route({
    namespace: '',
    path: '/',
    methods: ['GET'],
    args: { context },
    permission: 'public',
    handle: ({ args, projection, viewer }) =>
      describe(async (site, reading) => {
        const iconUrl = await readIconUrl(site, reading)
        const routes = routesDocument(options.routes(), site, args.context)
        if (isFailure(iconUrl)) return iconUrl
        const index = indexDocument(site, viewer, iconUrl, routes, options)
        const { embedded } = projection
        // Where a request embeds anything or selects any link, the index has all links
        const isLinked = asksEmbedded(embedded) || isSelected(projection.fields, '_links')
        const fields = isLinked ? withLinksIn(projection.fields) : projection.fields
        const pictures = picturesIn(fields, site)
        // Selected images have their links even where links are not selected
        const document = withLinks(select(index, fields), pictureLinks(pictures, site))
        const rel = `${site.brand}:featuredmedia`
        const isWanted = isEmbedded(embedded, rel) || isEmbedded(embedded, 'wp:featuredmedia')
        if (pictures.length === 0 || !isWanted) return document
        const files = await options.embedFiles(
          pictures.map((type) => site.integer(type)),
          { site, viewer, reading },
        )
        return isFailure(files) ? files : { ...Object(document), _embedded: { [rel]: files } }
      }),
  })
  for (const namespace of registry.namespaces()) {
    registry.route({
      namespace,
      path: '',
      methods: ['GET'],
      args: { namespace: Type.Unsafe<unknown>({ default: namespace }), context },
      permission: 'public',
      handle: ({ args, projection }) =>
        describe(async (site) => {
          // The argument overrides the address
          const named = options.routes().filter((route) => route.namespace === args.namespace)
          if (named.length === 0 || args.namespace === '') return unknownNamespace
          const document = { namespace: args.namespace, routes: routesDocument(named, site, args.context) }
          const up = { up: [{ href: `${site.restBase}/` }] }
          return withLinks(select(document, projection.fields), up)
        }),
    })
  }
}

/** The context in which indexes include schemas. */
const withSchemas = 'help'

type Document = (site: Site, reading: Reading) => Promise<unknown>

function indexDocument(
  site: Site,
  viewer: Viewer,
  iconUrl: string,
  routesThere: RoutesDocument,
  options: DiscoveryOptions,
): unknown {
  const { option, integer, home } = site
  const routes = options.routes()
  const isOwn = (namespace: string) => namespace.startsWith(`${site.brand}/`)
  const namespaces = [...new Set(routes.map(({ namespace }) => namespace))].filter((name) => name !== '')
  const images = { site_logo: integer('site_logo'), site_icon: integer('site_icon') }
  return {
    name: option('blogname'),
    description: option('blogdescription'),
    url: option('siteurl'),
    home,
    // WordPress writes a number where the site has a named zone, else the option's text
    gmt_offset: option('timezone_string') ? site.offsetHoursNow() : option('gmt_offset'),
    timezone_string: option('timezone_string'),
    page_for_posts: integer('page_for_posts'),
    page_on_front: integer('page_on_front'),
    show_on_front: option('show_on_front') || 'posts',
    // WordPress lists built-in namespaces after those of extensions
    namespaces: namespaces.toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other))),
    authentication: options.takesApplicationPasswords
      ? applicationPasswords(inSiteScheme(option('siteurl'), site))
      : [],
    routes: routesThere,
    ...images,
    site_icon_url: iconUrl,
    _links: {
      help: [{ href: 'https://developer.wordpress.org/rest-api/' }],
      ...indexLinks(images, options.editsAny(viewer) || can(viewer, 'switch_themes'), site),
    },
  }
}

function applicationPasswords(siteUrl: string): unknown {
  const authorization = `${siteUrl}/wp-admin/authorize-application.php`
  return { 'application-passwords': { endpoints: { authorization } } }
}

/** Links to the site's images, and for editors to its theme, which WordPress itself serves. */
function indexLinks(
  images: Readonly<Record<string, number>>,
  showsTheme: boolean,
  { brand, restBase, option }: Site,
): object {
  const base = `${restBase}/${brand}/v2`
  const pictures = Object.entries(images)
    .filter(([, id]) => id > 0)
    .map(([type, id]) => ({ type, embeddable: true, href: `${base}/media/${id}` }))
  const links = {
    ...(showsTheme
      ? { [`${brand}:active-theme`]: [{ href: `${base}/themes/${option('stylesheet')}` }] }
      : {}),
    ...(pictures.length > 0 ? { [`${brand}:featuredmedia`]: pictures } : {}),
  }
  if (Object.keys(links).length === 0) return {}
  return { ...links, curies: [{ name: brand, href: 'https://api.w.org/{rel}', templated: true }] }
}

/** Adds links, whichever members are selected. */
function withLinks(document: unknown, links: object): unknown {
  const members = Array.isArray(document) ? {} : Object(document)
  if ('_links' in members || Object.keys(links).length === 0) return document
  return { ...members, _links: links }
}

function asksEmbedded(embedded: Embedding): boolean {
  return embedded === 'all' || embedded.size > 0
}

function withLinksIn(selection: Selection): Selection {
  return selection && new Map([...selection, ['_links', null]])
}

type Picture = 'site_logo' | 'site_icon'

/** The site's images that are selected, or to which selected links lead. */
function picturesIn(selection: Selection, { integer }: Site): readonly Picture[] {
  const isLinked = isSelected(selection, '_links')
  const shown: readonly Picture[] = [
    ...(isLinked || isSelected(selection, 'site_logo') ? ['site_logo' as const] : []),
    ...(isLinked || isSelected(selection, 'site_icon') || isSelected(selection, 'site_icon_url')
      ? ['site_icon' as const]
      : []),
  ]
  return shown.filter((type) => integer(type) > 0)
}

function pictureLinks(pictures: readonly Picture[], { brand, restBase, integer }: Site): object {
  if (pictures.length === 0) return {}
  return {
    [`${brand}:featuredmedia`]: pictures.map((type) => ({
      type,
      embeddable: true,
      href: `${restBase}/${brand}/v2/media/${integer(type)}`,
    })),
    curies: [{ name: brand, href: 'https://api.w.org/{rel}', templated: true }],
  }
}

type RoutesDocument = Readonly<Record<string, unknown>>

function routesDocument(routes: readonly Route[], { restBase }: Site, context: unknown): RoutesDocument {
  const byPattern = Map.groupBy(routes, ({ pattern }) => pattern)
  return Object.fromEntries(
    [...byPattern].map(([pattern, there]) => {
      const schema = context === withSchemas ? there.find((route) => route.schema)?.schema : undefined
      return [pattern, routeDocument(there, restBase, schema)]
    }),
  )
}

/** The routes of one address as indexes and OPTIONS show them: one endpoint each, with its arguments, and the schema of the answer. */
export function routeDocument(
  routes: readonly Route[],
  base: string,
  schema: TSchema | undefined,
): Readonly<Record<string, unknown>> {
  const [{ namespace, pattern, hasParameters } = noRoute] = routes
  return {
    namespace,
    methods: [...new Set(routes.flatMap(({ methods }) => methods))],
    endpoints: routes.map(({ methods, args }) => ({ methods, args: argsDocument(args) })),
    ...(schema ? { schema: itemDocument(schema, `${base}/${namespace}`) } : {}),
    // A pattern with parameters is not an address
    ...(hasParameters ? {} : { _links: { self: [{ href: base + pattern }] } }),
  }
}

/** The schema of an item, with the addresses of its links completed by the namespace. */
function itemDocument(schema: TSchema, below: string): Readonly<Record<string, unknown>> {
  const { links, ...document } = describeItem(schema)
  if (!Array.isArray(links)) return document
  const placed = links.map(({ href, ...link }: Readonly<Record<string, unknown>>) =>
    Object.assign(link, { href: below + String(href) }),
  )
  return { ...document, links: placed }
}

const noRoute = { namespace: '', pattern: '', hasParameters: true }

/** The arguments of an endpoint; PHP encodes an empty map as an empty list. */
function argsDocument(args: Route['args']): unknown {
  const described = Object.entries(args).map(([name, schema]) => [name, describeArg(schema)] as const)
  return described.length === 0 ? [] : Object.fromEntries(described)
}
