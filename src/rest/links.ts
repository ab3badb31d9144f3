// Links of items (`_links`) and of answers (`Link`).
import { secretArgs, type Query, type QueryValue } from '../core/query-string.ts'
import type { Header, Paging } from '../core/reply.ts'
import { textOf, type Row } from '../database/tables.ts'
import { can, type Viewer } from '../core/viewer.ts'
import type { Context, FieldInput } from '../registry/field.ts'
import type { Link, Target } from '../registry/link.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { withQuery } from '../site/rest-address.ts'
import type { Site } from '../site/site.ts'

/** A link of one item, with its target. */
export interface ItemLink {
  readonly rel: string
  readonly href: string
  readonly link: Link
  readonly target: Target
}

type Resources = ReadonlyMap<string, ResourceDefinition>

/** Definitions write the brand's own relations as `:term`. */
export function relOf(rel: string, brand: string): string {
  return rel.startsWith(':') ? `${brand}${rel}` : rel
}

export function addressOf(resource: ResourceDefinition, site: Site): string {
  return `${site.restBase}/${resource.namespace ?? `${site.brand}/v2`}/${resource.base}`
}

/** The links of an item to everything that Lectern serves. */
export function itemLinks(
  input: FieldInput,
  resource: Pick<ResourceDefinition, 'links'>,
  resources: Resources,
): readonly ItemLink[] {
  const { site } = input
  return resource.links.flatMap((link) =>
    link.targets(input).flatMap((target) => {
      const href = hrefOf(target, resources, site)
      return href === null ? [] : [{ rel: relOf(link.rel, site.brand), href, link, target }]
    }),
  )
}

function hrefOf(target: Target, resources: Resources, site: Site): string | null {
  if (target.kind === 'path')
    return target.path.startsWith('/')
      ? `${site.restBase}${target.path}`
      : `${site.restBase}/${site.brand}/v2/${target.path}`
  const resource = resources.get(target.resource)
  if (!resource) return null
  const collection = addressOf(resource, site)
  return target.kind === 'item'
    ? `${collection}/${target.id}`
    : withQuery(collection, `${target.arg}=${target.id}`)
}

interface Linking {
  readonly site: Site
  readonly context: Context
  readonly viewer: Viewer
  /** True where the request has a password that the item's own address lacks: links to actions are then left out. */
  readonly isOpened?: boolean
}

/** Those that lead from the item, by their relations. */
export function ownLinks(links: readonly ItemLink[]): Readonly<Record<string, readonly object[]>> {
  return Object.fromEntries(
    [...Map.groupBy(links, ({ rel }) => rel)].map(([rel, each]) => [
      rel,
      each.map(({ href, link, target }) => ({
        ...target.attributes,
        ...(link.embed ? { embeddable: true } : {}),
        href,
      })),
    ]),
  )
}

export function linksOf(
  row: Row,
  resource: ResourceDefinition,
  links: readonly ItemLink[],
  { site, context, viewer, isOpened = false }: Linking,
): Readonly<Record<string, readonly object[]>> {
  const collection = addressOf(resource, site)
  const own = Object.entries(ownLinks(links))
  // In WordPress editors learn by relations of the brand's own what they may do
  const isActedOn = resource.source === 'posts' && resource.within === null && context === 'edit'
  const mayAct = isActedOn && can(viewer, 'unfiltered_html')
  const isBranded = mayAct || own.some(([rel]) => rel.startsWith(`${site.brand}:`))
  const curies = [{ name: site.brand, href: 'https://api.w.org/{rel}', templated: true }]
  const itself = {
    self: [
      {
        href: `${collection}/${textOf(row, 'id')}`,
        ...(isOpened ? {} : { targetHints: { allow: ['GET'] } }),
      },
    ],
    collection: [{ href: collection }],
  }
  return {
    ...(resource.within === null ? itself : {}),
    ...Object.fromEntries(own),
    ...(isBranded ? { curies } : {}),
  }
}

/** The numbers of the neighbouring pages. */
export function pagesBeside(page: number, pages: number): Paging['pages'] {
  return [
    ...(page > 1 ? ([['prev', Math.min(page - 1, pages)]] as const) : []),
    ...(page < pages ? ([['next', page + 1]] as const) : []),
  ]
}

/** The query of a request around the argument that changes from page to page. */
export interface Echo {
  readonly before: string
  readonly after: string
}

/** Arguments keep their order; those in `args` are written in their parsed form. */
export function echoOf(given: Query, args: Readonly<Record<string, unknown>>, name: Paging['name']): Echo {
  const names = [...new Map([...given, [name, '']]).keys()]
  const at = names.indexOf(name)
  const written = (some: readonly string[]) =>
    writeQuery(new Map(some.map((each) => [each, given.get(each) ?? ''])), args)
  const [before, after] = [written(names.slice(0, at)), written(names.slice(at + 1))]
  return { before: before === '' ? '' : `${before}&`, after: after === '' ? '' : `&${after}` }
}

export function linksBeside(
  { address, name, pages }: Pick<Paging, 'address' | 'name' | 'pages'>,
  { before, after }: Echo,
): readonly string[] {
  const to = (value: string | number) =>
    withQuery(address, `${before}${name}=${encode(String(value))}${after}`)
  return pages.map(([rel, value]) => `<${to(value)}>; rel="${rel}"`)
}

/** The links to the neighbouring pages. */
export function pageLinks(
  address: string,
  given: Query,
  args: Readonly<Record<string, unknown>>,
  page: number,
  pages: number,
): readonly string[] {
  return linksBeside({ address, name: 'page', pages: pagesBeside(page, pages) }, echoOf(given, args, 'page'))
}

/** The query without secrets; arguments in `args` are written in their parsed form. */
export function writeQuery(given: Query, args: Readonly<Record<string, unknown>>): string {
  return [...given.keys()]
    .filter((name) => !secretArgs.includes(name))
    .flatMap((name) => {
      const asGiven = given.get(name)
      return writePairs(name, Object.hasOwn(args, name) ? withGiven(args[name], asGiven) : asGiven)
    })
    .join('&')
}

/** Repeats only those members of an object that the request had, without defaults. */
function withGiven(value: unknown, given: QueryValue | undefined): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return given instanceof Map
    ? Object.fromEntries(Object.entries(value).filter(([name]) => given.has(name)))
    : value
}

/** Writes arguments as WordPress does: lists with indexes, true as 1, false and null as the bare name. */
function writePairs(name: string, value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) {
    const members: Iterable<readonly [unknown, unknown]> =
      value instanceof Map || Array.isArray(value) ? value.entries() : Object.entries(value)
    return [...members].flatMap(([key, member]) => writePairs(`${name}[${String(key)}]`, member))
  }
  const text = value === true ? '1' : value === false ? '' : String(value)
  return [text === '' ? encode(name) : `${encode(name)}=${encode(text)}`]
}

/** Encodes an address for a header. */
export function toHeader(address: string): string {
  return address.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** Encodes as PHP's urlencode does. */
function encode(text: string): string {
  const escaped = encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')
  return escaped.replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The headers with the numbers of items and pages. */
export function totals(brand: string, total: number, pages: number): readonly Header[] {
  const name = `X-${brand.toUpperCase()}-Total`
  return [
    [name, String(total)],
    [`${name}Pages`, String(pages)],
  ]
}

/** This header says that the count was cut off, so that there are at least so many. */
export function boundedTotal(brand: string): readonly Header[] {
  const name = `X-${brand.toUpperCase()}-TotalIs`
  return [
    [name, 'at-least'],
    ['Access-Control-Expose-Headers', name],
  ]
}

/** Many clients and proxies refuse longer headers. */
const linkBytesMax = 8192

export function linkHeader(links: readonly string[]): readonly Header[] {
  const value = links.join(', ')
  return value === '' || value.length > linkBytesMax ? [] : [['Link', value]]
}
