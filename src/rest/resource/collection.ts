// Serves the collection of every resource: plan → rows → representation, in reading order. Resources differ in their
// definitions alone.
import { toPlain, type RawArgs as GivenValues } from '../../core/raw-args.ts'
import { boundedTotal, pagesBeside, totals } from '../../core/pages.ts'
import { isEmpty } from '../../core/php-empty.ts'
import { failures } from '../../core/failure-codes.ts'
import { fail, isFailure, statusOf, type Failure, type Refusal } from '../../core/failure.ts'
import type { Query, QueryValue } from '../../core/query-string.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import type {
  FilterArg,
  ResourceDefinition,
  ResourceLists,
  ResourceNames,
  ResourceAccess,
} from '../../registry/resource.ts'
import type { Answer } from '../../registry/route.ts'
import { metaPrefix } from '../../registry/declared-arg.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Rows } from '../../read/execute.ts'
import { slugOf } from '../../site/slug.ts'
import type { Total } from '../../read/totals.ts'
import { collectionArgs } from './collection-args.ts'
import { ruleBelow, type RuleBelow } from '../representation/below-content.ts'
import {
  planCollection,
  windowOf,
  type CollectionArgs,
  type CollectionPlans,
  type CollectionRequest,
} from './collection-plan.ts'
import { cursorPage, cursorsBeside, type CursorPage } from './cursor-page.ts'
import { addressOf } from '../representation/links.ts'
import { refusalOf } from '../representation/readers.ts'
import { editsNotes } from './notes.ts'
import { forbiddenParams } from './reserved-args.ts'
import { stickyFirst } from './sticky-first.ts'
import { excerptWordsIn } from './excerpt-length.ts'
import { describing } from './described.ts'
import { itemSchema } from '../representation/item-schema.ts'
import { fieldArgsIn, representingOf, type ResourceRouteOptions } from './resource-route.ts'

export function registerCollection(
  registry: Registry,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
): void {
  registry.route({
    namespace: resource.namespace ?? ':v2',
    path: `/${resource.base}`,
    methods: ['GET'],
    args: collectionArgs(resource),
    ...(resource.source === 'posts' ? { closedPrefix: metaPrefix } : {}),
    forbids: (viewer, raw) => forbiddenStatuses(resource, viewer, raw),
    // Permission for the content to which rows belong is checked before everything else
    permission: (viewer, args) => (resource.below ? null : refused(resource, viewer, args)),
    admitsWrong: (viewer, wrong) => mayBeWrong(resource, viewer, wrong),
    letsInByHandling:
      resource.below !== undefined || Object.values(resource.args).some((arg) => arg.refersTo),
    schema: itemSchema(resource),
    describe: describing(resource, options),
    lists: 'page',
    handle: ({ request, args: asParsed, raw, projection, viewer }) =>
      options.items.during(async (itemsOf) => {
        const asGiven = request.method === 'OPTIONS' ? withoutDefaults(resource, asParsed, raw) : asParsed
        const args = withoutNone(resource, asGiven)
        const reading = options.newReading()
        const below = resource.below ? await ruleOfItems(resource, { args, viewer, reading }) : null
        if (isFailure(below)) return below
        const site = await options.readSite(reading)
        if (isFailure(site)) return site
        const representing = representingOf(resource, options, site, {
          context: args.context,
          projection,
          viewer,
          fieldArgs: fieldArgsIn(resource, args),
        })
        const base = { args, raw, viewer, site, reading, below, resources: options.resources }
        const cursor = await cursorOf(resource, base, options)
        if (isFailure(cursor)) return cursor
        const wanted = cursor === null ? base : { ...base, keyset: cursor.page }
        const items = itemsOf({
          representing,
          projection,
          raw,
          reading,
          excerptWords: excerptWordsIn(args),
        })
        const columns = [...(items.columns ?? ['id']), ...(cursor?.selects ?? [])]
        const plans = await planCollection(resource, [...new Set(columns)], wanted)
        if (isFailure(plans)) return plans
        const unreadable = refusalOf(resource, viewer)
        if (unreadable !== null) return unreadable
        const { list: plan, count, isCountedApart } = plans
        const read = await reading.list(plan, cursor || isCountedApart ? undefined : count)
        if (isFailure(read)) return read
        const paging = cursor
          ? cursorPaging(resource, base, cursor, read)
          : await pagePaging(resource, base, plans, read)
        if (isFailure(paging)) return paging
        const rows = await stickyFirst(read.rows, plan, resource, wanted)
        if (isFailure(rows)) return rows
        const made = await items.of(rows, plan.visible)
        if (isFailure(made)) return made
        return {
          body: made.body,
          isSelected: true,
          ...paging,
          headers: [...paging.headers, ...made.headers],
          ...(resource.below ? { totalsAs: 'text' } : {}),
          tags: reading.tags,
          store: raw.has('password') ? 'never' : 'shared',
          ran: reading.ran,
        }
      }),
  })
}

/**
 * True where a viewer with these refused arguments is admitted: WordPress checks the right to send reserved ones, and ones
 * that name a row, even for wrong values, though some not for empty ones.
 */
function mayBeWrong({ args }: ResourceLists, viewer: Viewer, wrong: GivenValues): boolean {
  return [...wrong].every(([name, value]) => {
    const { reserved, refersTo } = args[name] ?? {}
    if (reserved?.open === undefined && isEmpty(toPlain(value))) return true
    return !refersTo && (reserved === undefined || can(viewer, reserved.capability))
  })
}

/** Ignores an offset of 0, except for content, where it selects the first page. */
function withoutNone({ beyondLastPage }: ResourceLists, args: CollectionArgs): CollectionArgs {
  return beyondLastPage === 'empty' && args.offset === 0 ? { ...args, offset: undefined } : args
}

/** Removes defaults of reserved arguments: WordPress checks OPTIONS without defaults, and refuses missing values like others. */
function withoutDefaults({ args: own }: ResourceLists, args: CollectionArgs, raw: Query): CollectionArgs {
  const missing = Object.entries(own).filter(
    ([name, { reserved }]) => reserved?.open !== undefined && !raw.has(name),
  )
  return { ...args, ...Object.fromEntries(missing.map(([name]) => [name, null])) }
}

/** The visibility rule for rows below the requested items, if the viewer may request them. */
async function ruleOfItems(
  resource: ResourceDefinition,
  { args, viewer, reading }: Pick<PageRequest, 'args' | 'viewer' | 'reading'>,
): Promise<RuleBelow | Failure> {
  const items = Array.isArray(args['post']) ? args['post'] : []
  const rule = await ruleBelow(resource, items, args['password'], viewer, reading)
  if (isFailure(rule)) return rule
  const isEditing = await editsNotes(resource, items, args, viewer, reading)
  if (isFailure(isEditing)) return isEditing
  return refused(resource, viewer, args, isEditing) ?? rule
}

/** The failure of a request that the viewer may not send; null for others. */
function refused(
  resource: ResourceAccess & ResourceLists,
  viewer: Viewer,
  args: CollectionArgs,
  isEditing = can(viewer, resource.editing.capability),
): Failure | null {
  const raw = Object.entries(resource.args).filter(([name]) => args[name] !== undefined)
  const first = raw.filter(([, { forbidsFirst }]) => forbidsFirst)
  const later = raw.filter(([, { forbidsFirst }]) => !forbidsFirst)
  return (
    forbiddenArg(first, viewer, args) ??
    (args.context === 'edit' && !isEditing ? fail('rest_forbidden_context', resource.editing.list) : null) ??
    resource.orders[args.orderby]?.forbids?.(viewer) ??
    forbiddenArg(later, viewer, args) ??
    (refersIn(resource, args) ? null : refusalOf(resource, viewer))
  )
}

/** True where an argument names a row, which WordPress checks before it checks access to the list. */
function refersIn({ args: own }: ResourceLists, args: CollectionArgs): boolean {
  return Object.entries(own).some(([name, { refersTo }]) => refersTo && Number(args[name] ?? 0) !== 0)
}

type RawArgs = readonly (readonly [string, FilterArg])[]

/** The failure of one of the resource's own arguments that the viewer may not send; null where all are allowed. */
function forbiddenArg(raw: RawArgs, viewer: Viewer, args: CollectionArgs): Failure | null {
  for (const [name, { forbids }] of raw) {
    const failure = forbids?.(args[name], viewer)
    if (failure) return failure
  }
  return forbiddenParams(raw, args, (capability) => can(viewer, capability))
}

/** Refuses unpublished statuses without edit rights, except private ones with the capability to read these. */
function forbiddenStatuses(
  { statuses, listed }: ResourceAccess & ResourceLists,
  viewer: Viewer,
  raw: Query,
): Readonly<Record<string, Refusal>> {
  const requested = listOf(raw.get('status'))
    .map((word) => slugOf(word))
    .filter((status) => status !== (listed['status'] ?? 'publish'))
  if (!statuses || requested.length === 0 || can(viewer, statuses.capability)) return {}
  if (requested.every((status) => status === 'private') && can(viewer, statuses.readPrivate)) return {}
  const failure = fail('rest_forbidden_status')
  return {
    status: {
      code: failure.code,
      message: failures.rest_forbidden_status.message,
      data: { status: statusOf(failure, viewer) },
    },
  }
}

function listOf(value: QueryValue | undefined): readonly string[] {
  if (value === undefined) return []
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '')
  return [...value.values()].flatMap((each) => (typeof each === 'string' ? [each] : listOf(each)))
}

type PageRequest = CollectionRequest & { readonly args: CollectionArgs; readonly raw: Query }

/** The page that the request's cursor names; null without a cursor. */
async function cursorOf(
  resource: ResourceLists & ResourceNames,
  { args, raw, reading }: PageRequest,
  { readCursors }: ResourceRouteOptions,
): Promise<CursorPage | null | Failure> {
  const { cursor } = args
  if (cursor === undefined) return null
  const cursors = await readCursors(reading)
  return isFailure(cursors) ? cursors : cursorPage(resource, { ...args, cursor }, raw, cursors)
}

/** The links of a page by cursor. Its rows are not counted, since a count would cost what cursors save. */
function cursorPaging(
  resource: ResourceNames,
  { site }: PageRequest,
  cursor: CursorPage,
  read: Rows,
): Pick<Answer, 'headers' | 'paging'> {
  const pages = cursorsBeside(cursor, read)
  return {
    headers: [],
    paging: { address: addressOf(resource, site), index: site.restBase, name: 'cursor', pages },
  }
}

/** The headers of totals, and the numbers of the neighbouring pages. */
async function pagePaging(
  resource: ResourceLists & ResourceNames,
  { args, site, reading }: PageRequest,
  { count, countBeyond, isCountedApart }: CollectionPlans,
  read: Rows,
): Promise<Pick<Answer, 'headers' | 'paging'> | Failure> {
  const counted = () => reading.total(read.found === 0 && args.page > 1 ? countBeyond() : count)
  const total = isCountedApart ? await counted() : await totalOf(read, args, resource, counted)
  if (isFailure(total)) return total
  const { count: found, isBounded } = total
  const pages = Math.ceil(found / args.per_page)
  const isBeyond = args.page > pages && !(isBounded && read.found > 0)
  if (found > 0 && isBeyond && resource.beyondLastPage === 'refused')
    return fail('rest_post_invalid_page_number')
  const page = pageOf(resource, args)
  // Where the count was cut off, a full page may have a next one
  const reached = isBounded ? Math.max(pages, page + (read.found === args.per_page ? 1 : 0)) : pages
  return {
    headers: [...totals(site.brand, found, pages), ...(isBounded ? boundedTotal(site.brand) : [])],
    paging: {
      address: addressOf(resource, site),
      index: site.restBase,
      name: 'page',
      pages: pagesBeside(page, reached),
    },
  }
}

/** The number of the current page, whose neighbours are linked. */
function pageOf({ offset }: ResourceLists, args: CollectionArgs): number {
  return offset === 'counted' && args.offset !== undefined
    ? Math.ceil(args.offset / args.per_page + 1)
    : args.page
}

/**
 * A page that is not full implies the total; a first page of content without rows has a total of 0, whatever its
 * offset.
 */
async function totalOf(
  { found }: Rows,
  args: CollectionArgs,
  { beyondLastPage }: ResourceLists,
  count: () => Promise<Total | Failure>,
): Promise<Total | Failure> {
  const { offset, limit } = windowOf(args)
  const isFirst =
    offset === 0 || (beyondLastPage === 'refused' && (args.page === 1 || args.offset !== undefined))
  if (found === 0 && isFirst) return { count: 0, isBounded: false }
  return found > 0 && found < limit ? { count: offset + found, isBounded: false } : count()
}
