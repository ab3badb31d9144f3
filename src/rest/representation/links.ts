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
  /** The failure of a list that the viewer may not see. */
  readonly refused: Failure | null
}

/** Expands the brand's own relations, which definitions write as `:term`. */
export function relOf(rel: string, brand: string): string {
  return rel.startsWith(':') ? `${brand}${rel}` : rel
}

export function addressOf(resource: ResourceNames, site: Site): string {
  return `${site.restBase}/${resource.namespace ?? `${site.brand}/v2`}/${resource.base}`
}

interface From {
  readonly site: Site
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly viewer: Viewer
}

/** Returns a function that lists the links of an item to targets that Lectern serves; one serves all items. */
export function linksFrom(
  links: readonly Link[],
  { site, resources, viewer }: From,
): (input: FieldInput) => readonly ItemLink[] {
  const hrefOf = hrefsOn(site, resources)
  const named = links.map((link) => ({
    link,
    rel: relOf(link.rel, site.brand),
    refuses: link.embed?.kind === 'list' ? link.embed.refuses : undefined,
  }))
  return (input) => {
    const found: ItemLink[] = []
    for (const { link, rel, refuses } of named)
      for (const target of link.targets(input)) {
        const href = hrefOf(target)
        if (href !== null) found.push({ rel, href, link, target, refused: refuses?.(input, viewer) ?? null })
      }
    return found
  }
}

function hrefsOn(site: Site, resources: From['resources']): (target: Target) => string | null {
  const collections = new Map<string, string | null>()
  const collectionOf = (name: string): string | null => {
    const resource = resources.get(name)
    const address = resource ? addressOf(resource, site) : null
    collections.set(name, address)
    return address
  }
  return (target) => {
    if (target.kind === 'path')
      return target.path.startsWith('/')
        ? `${site.restBase}${target.path}`
        : `${site.restBase}/${site.brand}/v2/${target.path}`
    const collection = collections.get(target.resource) ?? collectionOf(target.resource)
    if (collection === null) return null
    return target.kind === 'item'
      ? `${collection}/${idInAddress(target.id)}`
      : withQuery(collection, `${target.arg}=${idInAddress(target.id)}${asked(target.asked)}`)
  }
}

function asked(args: Readonly<Record<string, string>> | undefined): string {
  if (args === undefined) return ''
  return Object.entries(args)
    .map(([name, value]) => `&${name}=${value}`)
    .join('')
}

/** Encodes textual ids, which may contain any characters. */
export function idInAddress(id: Integer): string {
  return typeof id === 'number' ? String(id) : encodeURIComponent(id.toWellFormed())
}

interface Linking {
  readonly site: Site
  readonly context: Context
  readonly viewer: Viewer
  /** True where the item is hidden at its own address, to which links do not send the request's password: links to actions are omitted. */
  readonly isOpened?: boolean
}

/** The links to other items and addresses, by relation. */
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
  // WordPress shows editors the allowed actions by relations of the brand's own
  const isActedOn = resource.source === 'posts' && resource.within === null && context === 'edit'
  const mayAct = isActedOn && can(viewer, 'unfiltered_html')
  const ofBrand = `${site.brand}:`
  const isBranded = mayAct || links.some(({ rel }) => rel.startsWith(ofBrand))
  // A comment on deleted content appears in lists, but not at its own address
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
