// Links of items (`_links`).
import type { Failure } from '../../core/failure.ts'
import { integerOf, type Integer, type Row } from '../../database/tables.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import type { Context, FieldInput } from '../../registry/field.ts'
import type { Link, Target } from '../../registry/link.ts'
import type { ResourceDefinition, ResourceNames, ResourceRows } from '../../registry/resource.ts'
import { withQuery } from '../../site/rest-address.ts'
import type { Site } from '../../site/site.ts'

/** A link of one item, with its target. */
export interface ItemLink {
  readonly rel: string
  readonly href: string
  readonly link: Link
  readonly target: Target
  /** The failure in place of a list that is not shown to the viewer. */
  readonly refused: Failure | null
}

type Resources = ReadonlyMap<string, ResourceDefinition>

/** Definitions write the brand's own relations as `:term`. */
export function relOf(rel: string, brand: string): string {
  return rel.startsWith(':') ? `${brand}${rel}` : rel
}

export function addressOf(resource: ResourceNames, site: Site): string {
  return `${site.restBase}/${resource.namespace ?? `${site.brand}/v2`}/${resource.base}`
}

/** The links of an item to everything that Lectern serves. */
export function itemLinks(
  input: FieldInput,
  links: readonly Link[],
  { resources, viewer }: { readonly resources: Resources; readonly viewer: Viewer },
): readonly ItemLink[] {
  const { site } = input
  return links.flatMap((link) =>
    link.targets(input).flatMap((target) => {
      const href = hrefOf(target, resources, site)
      const refused = (link.embed?.kind === 'list' && link.embed.refuses?.(input, viewer)) || null
      return href === null ? [] : [{ rel: relOf(link.rel, site.brand), href, link, target, refused }]
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
    ? `${collection}/${idInAddress(target.id)}`
    : withQuery(collection, `${target.arg}=${idInAddress(target.id)}${asked(target.asked ?? {})}`)
}

function asked(args: Readonly<Record<string, string>>): string {
  return Object.entries(args)
    .map(([name, value]) => `&${name}=${value}`)
    .join('')
}

/** An id that is a text may have any characters. */
export function idInAddress(id: Integer): string {
  return typeof id === 'number' ? String(id) : encodeURIComponent(id.toWellFormed())
}

interface Linking {
  readonly site: Site
  readonly context: Context
  readonly viewer: Viewer
  /** True where the item is hidden at its own address, which lacks the request's password: links to actions are then left out. */
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
  resource: ResourceNames & ResourceRows,
  links: readonly ItemLink[],
  { site, context, viewer, isOpened = false }: Linking,
): Readonly<Record<string, readonly object[]>> {
  const collection = addressOf(resource, site)
  const own = ownLinks(links)
  // In WordPress editors learn by relations of the brand's own what they may do
  const isActedOn = resource.source === 'posts' && resource.within === null && context === 'edit'
  const mayAct = isActedOn && can(viewer, 'unfiltered_html')
  const isBranded = mayAct || Object.keys(own).some((rel) => rel.startsWith(`${site.brand}:`))
  // A comment on content that is gone is found in lists alone
  const isLost = resource.source === 'comments' && Number(row['post_id']) !== 0 && own['up'] === undefined
  const itself = {
    self: [
      {
        href: `${collection}/${idInAddress(integerOf(row, 'id'))}`,
        ...(isOpened || isLost ? {} : { targetHints: { allow: ['GET'] } }),
      },
    ],
    collection: [{ href: collection }],
  }
  return {
    ...(resource.within === null ? itself : {}),
    ...own,
    ...(isBranded
      ? { curies: [{ name: site.brand, href: 'https://api.w.org/{rel}', templated: true }] }
      : {}),
  }
}
