// One row of a kind, by an id, an address, a slug, or another value that names it.
import { GraphQLError, type GraphQLResolveInfo } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { can } from '../core/viewer.ts'
import { storedSlugs, toIdValue, type Filter } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { previewById } from '../graphql/previews.ts'
import { previewOf } from '../planner/preview.ts'
import { aimOf, byFilter, bySlug, contentAt, nodeByFilter, readNode, type Aimed } from './addresses.ts'
import { postsPageId } from '../site/content-address.ts'
import { pathAt } from '../site/file-address.ts'
import { escaped } from '../core/entities.ts'
import type { WpKind, WpNode } from './fields.ts'
import { parseGlobalId, rowIdIn } from './ids.ts'
import type { WpKinds } from './kinds.ts'
import type { Resolver } from './leading.ts'
import { versionById } from './versions.ts'
import { enumName } from './names.ts'
import { isFoundBy } from './open-fields.ts'
import { wantedOf } from './wanted.ts'

export interface SingleArgs {
  readonly id?: string | null
  readonly idType?: string | null
  readonly asPreview?: boolean | null
  readonly [other: string]: unknown
}

/** Filters for types of ids that are neither ids nor addresses; null for a type that it does not know. */
export type FilterOf = (idType: string, id: string, context: GraphContext) => readonly Filter[] | null

export function single(kind: WpKind, kinds: WpKinds, filterOf: FilterOf): Resolver {
  return async (_, args: SingleArgs, context: GraphContext, info: GraphQLResolveInfo) => {
    const filter = filterAsked(args, kind, filterOf, context)
    const isPreview = args.asPreview === true
    const aimed =
      filter === undefined
        ? await aimedAt(args, kind, kinds, context)
        : filter && isPreview && rowOf(await byFilter(kind, filter, context), kind, context)
    const previewed = isPreview ? ((await tokenAimed(args, filter, [kind], context)) ?? aimed) : null
    const preview = previewed && (await readPreview(previewed.id, [kind], context, info))
    if (preview) return preview
    const node = filter
      ? await nodeByFilter(kind, filter, context, info)
      : aimed && (await readNode(aimed.id, kind, context, info))
    if (!node)
      return filter === undefined && aimed ? versionById(aimed.id, [kind], kinds, context, info) : null
    if (!isPreview) return node
    return (await isRevised(textOf(node.input.row, 'id'), context)) ? null : node
  }
}

/** Reads content as a preview, with the fields that are selected directly on it; null where the viewer has no preview of it. */
async function readPreview(
  id: string,
  kinds: readonly WpKind[],
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<WpNode | null> {
  const node = await previewById(id, kinds, (kind) => wantedOf([kind], info, [[]], context), context)
  return isFailure(node) ? refuse(node, context) : node
}

/** The content that the viewer's token is for, where this is its address or it meets this filter. */
async function tokenAimed(
  { id, idType }: SingleArgs,
  filter: Filter | null | undefined,
  kinds: readonly WpKind[],
  context: GraphContext,
): Promise<AimedRow | null> {
  const preview = previewOf(context.viewer)
  const [kind] = kinds
  if (preview === null || !kind) return null
  const isAddress = filter === undefined && idType === 'URI'
  const found = isAddress
    ? await contentAt(id ?? '', kinds, context, preview)
    : filter && (await byFilter(kind, filter, context, preview))
  if (isFailure(found)) return refuse(found, context)
  return found && 'id' in found ? found : null
}

/** Undefined for an id or an address; null where no row can match. */
function filterAsked(
  { id, idType }: SingleArgs,
  { resource }: WpKind,
  filterOf: FilterOf,
  context: GraphContext,
): Filter | null | undefined {
  const asked = id ?? ''
  if (!isFoundBy(resource, idType ?? 'ID')) return null
  switch (idType ?? 'ID') {
    case 'ID':
    case 'DATABASE_ID':
    case 'URI':
      return undefined
    case 'SLUG': {
      if (asked === '') return null
      const [own] = filterOf('SLUG', asked, context) ?? []
      return own ?? { kind: 'in', column: 'slug', values: storedSlugs(asked) }
    }
    default:
      return filterOf(idType ?? '', asked, context)?.[0] ?? null
  }
}

/** True for content with revisions: its preview is the last one, which only editors see. Without any, the row is its own preview. */
export async function isRevised(id: string, context: GraphContext): Promise<boolean> {
  const count = await context.reading.count({
    kind: 'count',
    source: 'posts',
    filters: [
      { kind: 'in', column: 'type', values: ['revision'] },
      { kind: 'in', column: 'parent_id', values: [toIdValue(id)] },
    ],
    visible: null,
  })
  return isFailure(count) ? refuse(count, context) : count > 0
}

export type AimedRow = Extract<Aimed, { readonly id: string }>

async function aimedAt(
  { id, idType }: SingleArgs,
  kind: WpKind,
  kinds: WpKinds,
  context: GraphContext,
): Promise<AimedRow | null> {
  const asked = id ?? ''
  switch (idType ?? 'ID') {
    case 'ID':
      return rowOfGlobal(asked, kind)
    case 'DATABASE_ID':
      return /^[1-9]\d{0,18}$/.test(asked) ? { kind, id: asked } : null
    default:
      return rowOf(await uriAimed(asked, kind, kinds, context), kind, context)
  }
}

function rowOfGlobal(asked: string, kind: WpKind): AimedRow | null {
  const parsed = parseGlobalId(asked)
  if (parsed === null && (asked === '' || kind.resource.source !== 'posts')) return null
  if (parsed === null)
    throw new GraphQLError(
      'The id is not a global id. For ids of other kinds the argument idType has to name the kind.',
    )
  const id = parsed.kind === kind.idKind ? rowIdIn(parsed.key, kind.idKind) : null
  return id === null ? null : { kind, id }
}

/** Finds a row by its address; that of the posts page is the page here, not the archive. */
async function uriAimed(asked: string, kind: WpKind, kinds: WpKinds, context: GraphContext) {
  const aimed = await aimOf(asked, kind.idKind === 'post' ? [kind] : [], kinds, context)
  if (isFailure(aimed) || aimed === null || 'id' in aimed) return aimed
  const page = postsPageId(context.site)
  return kind.resource.name === 'page' && page !== null ? { kind, id: page } : null
}

function rowOf(aimed: Aimed | null | Failure, kind: WpKind, context: GraphContext): AimedRow | null {
  if (isFailure(aimed)) return refuse(aimed, context)
  return aimed !== null && 'id' in aimed && aimed.kind === kind ? aimed : null
}

export const noFilter: FilterOf = () => null

/** Finds a file by the address of the file itself (`SOURCE_URL`). */
export const contentFilter: FilterOf = (idType, id, { site }) => {
  if (idType !== 'SOURCE_URL') return null
  const path = pathAt(id, site)
  return path === null ? [] : [{ kind: 'meta', key: '_wp_attached_file', values: [path] }]
}

export const userFilter: FilterOf = (idType, id, { viewer }) => {
  if (idType === 'SLUG') return null
  if (!can(viewer, 'list_users'))
    throw new GraphQLError(`Only viewers who may list users can find them by ${idType.toLowerCase()}.`)
  return [{ kind: 'in', column: idType === 'EMAIL' ? 'email' : 'login', values: [id] }]
}

export const menuFilter: FilterOf = (idType, id, { site }) => {
  if (idType === 'NAME') return [{ kind: 'in', column: 'name', values: [id] }]
  if (idType !== 'LOCATION') return null
  const place = site.menuPlaces.find((each) => each === id || enumName(each) === id)
  const menu = place === undefined ? undefined : site.menuLocations.get(place)
  if (place !== undefined && menu === undefined)
    throw new GraphQLError('No menu is assigned to this location.')
  return menu === undefined ? [] : [{ kind: 'in', column: 'id', values: [menu] }]
}

export async function contentAimed(
  { id, idType, ...others }: SingleArgs,
  kinds: WpKinds,
  context: GraphContext,
): Promise<AimedRow | null> {
  if (idType === 'URI') {
    const aimed = await aimOf(id ?? '', kinds.content, kinds, context)
    if (isFailure(aimed)) return refuse(aimed, context)
    return aimed !== null && 'id' in aimed && aimed.kind.idKind === 'post' ? aimed : null
  }
  const found = contentAsked(others, kinds)
  return anyAimed({ id: id ?? null, idType: idType ?? null }, found, context)
}

function contentAsked({ contentType: asked }: SingleArgs, { content }: WpKinds): readonly WpKind[] {
  return content.filter(({ resource }) => !asked || enumName(resource.name) === asked)
}

/** Reads the content that an id or an address names as a preview; null where the viewer has no preview of it. */
export async function contentPreviewed(
  args: SingleArgs,
  kinds: WpKinds,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<WpNode | null> {
  if (args.asPreview !== true) return null
  const isAddress = args.idType === 'URI'
  const asked = isAddress ? kinds.content : contentAsked(args, kinds)
  const named = isAddress
    ? ((await tokenAimed(args, undefined, asked, context)) ?? (await contentAimed(args, kinds, context)))
    : namedAmong(args, asked)
  return named && readPreview(named.id, asked, context, info)
}

/** The version of content that an id names. */
export async function contentVersion(
  args: SingleArgs,
  kinds: WpKinds,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<WpNode | null> {
  const asked = contentAsked(args, kinds)
  const named = namedAmong(args, asked)
  return named && versionById(named.id, asked, kinds, context, info)
}

export async function termAimed(
  args: SingleArgs,
  asked: readonly WpKind[],
  kinds: WpKinds,
  context: GraphContext,
): Promise<AimedRow | null> {
  const id = args.id ?? ''
  switch (args.idType ?? 'ID') {
    case 'URI': {
      const aimed = await aimOf(id, [], kinds, context)
      if (isFailure(aimed)) return refuse(aimed, context)
      return aimed !== null && 'id' in aimed && asked.includes(aimed.kind) ? aimed : null
    }
    case 'SLUG':
    case 'NAME':
      for (const kind of asked.filter(({ resource }) => isFoundBy(resource, args.idType ?? 'ID'))) {
        const aimed = await (args.idType === 'SLUG'
          ? bySlug(kind, id, context)
          : byFilter(kind, { kind: 'in', column: 'name', values: [id] }, context))
        if (isFailure(aimed)) return refuse(aimed, context)
        if (aimed !== null && 'id' in aimed) return aimed
      }
      return null
    default:
      return anyAimed(args, asked, context)
  }
}

/** Finds a row by an id that fits several kinds, by reading it in each of them. */
async function anyAimed(
  { id, idType }: SingleArgs,
  kinds: readonly WpKind[],
  context: GraphContext,
): Promise<AimedRow | null> {
  const named = namedAmong({ id: id ?? null, idType: idType ?? null }, kinds)
  if (named === null) return null
  for (const kind of kinds) {
    const found = await byFilter(kind, { kind: 'in', column: 'id', values: [named.id] }, context)
    if (isFailure(found)) return refuse(found, context)
    if (found !== null && 'id' in found) return found
  }
  return null
}

/** Parses an id that fits several kinds; the result's kind is the first of them, as the id does not name it. */
function namedAmong({ id, idType }: SingleArgs, [first]: readonly WpKind[]): AimedRow | null {
  if (!first || idType === 'URI') return null
  const named = idType === 'DATABASE_ID' ? { kind: first, id: id ?? '' } : rowOfGlobal(id ?? '', first)
  return named !== null && /^[1-9]\d{0,18}$/.test(named.id) ? named : null
}

/** The name of a content type or a taxonomy, given as it is or as a global id. */
export function nameAsked(id: unknown, idType: unknown, kind: string): string | null {
  const asked = typeof id === 'string' ? id : ''
  if (idType === 'NAME') return asked
  const parsed = parseGlobalId(asked)
  if (parsed === null) throw new GraphQLError(escaped(`The id ${asked} is no global id.`))
  return parsed.kind === kind ? parsed.key : null
}
