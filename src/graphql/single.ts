// Resolves one node of Query: by id, slug, or address on the site.
import type { GraphQLResolveInfo } from 'graphql'
import { counter } from '../core/counter.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Preview } from '../core/viewer.ts'
import { equal, toIdValue, type Filter } from '../database/filter.ts'
import { integerOf, textOf } from '../database/tables.ts'
import { candidatesAt, candidatesMax, frontPageId, hasAddress } from '../site/content-address.ts'
import { useOfAll } from '../related/relation.ts'
import { columnsOf, needsOf, readNeeded } from '../related/relations.ts'
import type { ListPlan } from '../plan/plan.ts'
import { orderBy, planBySlug } from '../planner/planner.ts'
import { previewOf, soughtIn } from '../planner/preview.ts'
import type { FieldInput } from '../registry/field.ts'
import type { NodeDefinition } from '../registry/node.ts'
import type { Site } from '../site/site.ts'
import { refuse, type GraphContext } from './context.ts'
import { kindOf, telling, type Kind, type Kinds, type NodeKind } from './kinds.ts'
import { idIn } from './list-args.ts'
import { nodesById, wantedOf, type Node } from './nodes.ts'
import { previewById } from './previews.ts'

export interface SingleArgs {
  readonly id?: string | null
  readonly slug?: string | null
  readonly uri?: string | null
  readonly asPreview?: boolean | null
}

type Resolved = Promise<Node | null>

/** Resolves an item of one kind by one of its arguments. */
export function createSingleResolver(kind: Kind) {
  return async (
    _: unknown,
    { id = null, slug = null, uri = null, asPreview = null }: SingleArgs,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Resolved => {
    if ([id, slug, uri].filter((given) => given !== null).length !== 1)
      return refuse(
        fail('invalid_argument', `Exactly one argument has to identify the ${info.fieldName}.`),
        context,
      )
    const read = asPreview === true ? previewedById : nodeById
    if (id !== null) return read(idOfKind(id, kind), [kind], context, info)
    if (slug !== null) return nodeBySlug(slug, kind, context, info, read)
    return nodeByUri(uri ?? '', [kind], context, info, read)
  }
}

const previewedById: typeof nodeById = async (id, kinds, context, info) => {
  const node = id && (await previewById(id, kinds, (kind) => wantedOf([kind], info, [], context), context))
  return isFailure(node) ? refuse(node, context) : node || null
}

/** Parses an id with or without the prefix of the kind. */
function idOfKind(id: string, { node: { prefix }, resource: { hasTextIds } }: Kind): string | null {
  return idIn(id, prefix, hasTextIds) ?? (hasTextIds ? id : null)
}

const prefixes: readonly NodeDefinition['prefix'][] = ['term:', 'user:', 'comment:', '']

/** Resolves any node by its id. */
export function createNodeResolver({ all }: Kinds) {
  return (_: unknown, { id }: { id: string }, context: GraphContext, info: GraphQLResolveInfo): Resolved => {
    const prefix = prefixes.find((each) => id.startsWith(each)) ?? ''
    const kinds = all.filter(({ node }) => node.prefix === prefix)
    const hasTextIds = kinds.some(({ resource }) => resource.hasTextIds)
    return nodeById(idIn(id.slice(prefix.length), '', hasTextIds), kinds, context, info)
  }
}

/** Resolves content of any type by its address. */
export function createByUriResolver({ content }: Kinds) {
  return (_: unknown, { uri }: { uri: string }, context: GraphContext, info: GraphQLResolveInfo): Resolved =>
    nodeByUri(uri, content, context, info)
}

async function nodeById(
  id: string | null,
  kinds: readonly Kind[],
  context: GraphContext,
  info: GraphQLResolveInfo,
): Resolved {
  if (id === null) return null
  const nodes = await nodesById([toIdValue(id)], wantedOf(kinds, info, [], context), context)
  return isFailure(nodes) ? refuse(nodes, context) : (nodes.get(id) ?? null)
}

async function nodeBySlug(
  slug: string,
  kind: Kind,
  context: GraphContext,
  info: GraphQLResolveInfo,
  read: typeof nodeById,
): Resolved {
  const { resource } = kind
  for (const preview of soughtAs(read, context)) {
    const { visible, filters } = soughtIn(resource, context.viewer, preview)
    const plan = planBySlug(resource, slug, visible)
    const found = await context.reading.list({ ...plan, filters: [...plan.filters, ...filters] })
    if (isFailure(found)) return refuse(found, context)
    const [row] = found.rows
    if (row) return read(textOf(row, 'id'), [kind], context, info)
  }
  return null
}

/** Looks for a preview among the token's content first, since drafts may share a slug with others, and then as the viewer. */
function soughtAs(read: typeof nodeById, { viewer }: GraphContext): readonly (Preview | null)[] {
  const preview = read === previewedById ? previewOf(viewer) : null
  return preview === null ? [null] : [preview, null]
}

async function nodeByUri(
  uri: string,
  kinds: readonly Kind[],
  context: GraphContext,
  info: GraphQLResolveInfo,
  read = nodeById,
): Resolved {
  for (const preview of soughtAs(read, context)) {
    const found = await findAt(addressesOf(uri, context.site), kinds, context, { preview })
    if (isFailure(found)) return refuse(found, context)
    if (found !== null) return read(found.id, [found.kind], context, info)
  }
  return null
}

/** The addresses that a URI may mean: its path either includes the path of the site's home or is relative to it. */
export function addressesOf(uri: string, { home }: Site): readonly URL[] {
  const below = uri.startsWith('/') ? URL.parse(home + uri) : null
  const whole = URL.parse(uri, `${home}/`)
  return [below, whole].filter((address) => address !== null)
}

interface Finding {
  /** `exact` compares letter case, too. */
  readonly match?: 'loose' | 'exact'
  /** Limits the search to the content that the token is for. */
  readonly preview?: Preview | null
}

/** The content with one of these addresses, if the viewer may see it. */
export async function findAt<K extends NodeKind>(
  addresses: readonly URL[],
  kinds: readonly K[],
  { site, reading, viewer }: GraphContext,
  { match = 'loose', preview = null }: Finding = {},
): Promise<{ readonly kind: K; readonly id: string } | null | Failure> {
  const wanted = addresses.flatMap((address) => candidatesAt(address, site))
  if (wanted.length === 0) return null
  const pages = kinds.flatMap(({ resource }) => resource.page ?? [])
  const needs = needsOf(pages, site)
  const columns = [...new Set([...columnsOf(pages, needs), ...telling(kinds)])].toSorted()
  const found = await reading.each(
    kinds.map(({ resource }): ListPlan => {
      const one: Filter = { kind: 'any', filters: wanted }
      const { visible, filters } = soughtIn(resource, viewer, preview)
      return {
        kind: 'list',
        source: resource.source,
        columns,
        filters: [...equal(resource.where), one, ...filters],
        visible,
        order: orderBy('id', false),
        page: { kind: 'offset', offset: 0, limit: candidatesMax },
      }
    }),
  )
  if (isFailure(found)) return found
  const rows = found.flatMap((list) => list.rows)
  const reach = await readNeeded(reading, rows, needs, viewer)
  if (isFailure(reach)) return reach
  const input = {
    needed: reach(useOfAll(reading)),
    site,
    context: 'view',
    unlocked: false,
    count: counter().count,
  } as const
  for (const row of rows) {
    const kind = kindOf(row, kinds)
    const sites = textOf(row, 'id') === frontPageId(site) ? [site, withoutFrontPage(site)] : [site]
    const its = sites.map((each) =>
      kind?.resource.page?.value({ row, ...input, site: each } satisfies FieldInput),
    )
    const isHere = (page: unknown) =>
      typeof page === 'string' && addresses.some((address) => hasAddress(address, page, row, match))
    if (kind && its.some(isHere)) return { kind, id: String(integerOf(row, 'id')) }
  }
  return null
}

/** The site as if it had no front page, so that this page is also found at the path of its slug. */
function withoutFrontPage(site: Site): Site {
  return { ...site, option: (name) => (name === 'page_on_front' ? '' : site.option(name)) }
}
