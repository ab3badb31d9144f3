// Serves rows below an item to viewers who may edit it: revisions and autosaves of content. It checks the item first,
// then reads the rows like any collection.
import { Type } from 'typebox'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import { phpInteger64 } from '../../core/php-integer.ts'
import { totals } from '../../core/pages.ts'
import type { Viewer } from '../../core/viewer.ts'
import { equal, toIdValue, type Filter } from '../../database/filter.ts'
import type { Integer, Row } from '../../database/tables.ts'
import { Id } from '../../registry/args.ts'
import type { Context } from '../../registry/field.ts'
import type { ResourceDefinition, Within } from '../../registry/resource.ts'
import type { Answer, RouteInput } from '../../registry/route.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'
import type { ItemPlan } from '../../plan/plan.ts'
import { orderBy, planCount, planItem } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { Site } from '../../site/site.ts'
import { collectionArgs } from './collection-args.ts'
import { planCollection, type CollectionArgs } from './collection-plan.ts'
import { addressOf } from '../representation/links.ts'
import { linkHeader, pageLinks } from '../request/paging-headers.ts'
import { represent } from '../representation/representation.ts'
import { columnsFor } from '../representation/wanted.ts'
import { itemSchema } from '../representation/item-schema.ts'
import { bodyOf, contextArg, representingOf, type ResourceRouteOptions } from './resource-route.ts'

/** WordPress has the same sentence for single versions of any kind. */
const revisionsRefused = 'Sorry, you are not allowed to view revisions of this post.'

/** The limit of rows in a list without pages. */
const rowsMax = 1000

export function registerVersions(
  registry: Registry,
  resource: ResourceDefinition,
  within: Within,
  options: ResourceRouteOptions,
): void {
  const above = options.resources.get(within.resource)
  if (!above) return
  const route = {
    namespace: above.namespace ?? ':v2',
    methods: ['GET'],
    permission: 'public',
    letsInByHandling: true,
    schema: itemSchema(resource),
  } as const
  const versions: Versions = { resource, above, within, options }
  const parent = Id('Which item they are versions of.', { idOf: 'posts' })
  if (within.listed === 'paged') {
    registry.route({
      ...route,
      lists: 'page',
      path: `/${above.base}/:parent/${resource.base}`,
      args: { ...collectionArgs(resource), per_page: perPage, parent },
      handle: ({ args, ...from }) =>
        answerList(versions, args.parent, { ...args, per_page: args.per_page ?? rowsMax }, from),
    })
  } else {
    registry.route({
      ...route,
      lists: 'whole',
      // The argument is documented as `parent`, but the address contains `id`
      path: `/${above.base}/(?P<id>[\\d]+)/${resource.base}`,
      args: { parent: Type.Optional(parent), context: contextArg },
      handle: ({ args, ...from }) => {
        // An argument of the query overrides one of the path
        const id = from.raw.get('id') ?? from.parameters.get('id')
        const listed = { ...wholeList, context: args.context }
        return answerList(versions, typeof id === 'string' ? phpInteger64(id) : 0, listed, from)
      },
    })
  }
  registry.route({
    ...route,
    path: `/${above.base}/:parent/${resource.base}/:id`,
    args: { parent, id: Id('Which version.', { idOf: 'posts' }), context: contextArg },
    handle: ({ args, ...from }) => answerOne(versions, args, from),
  })
}

const perPage = Type.Optional(
  Type.Integer({ description: 'How many items a page has.', minimum: 1, maximum: 100, early: true }),
)

const wholeList = {
  page: 1,
  per_page: rowsMax,
  include: [],
  exclude: [],
  order: 'desc',
  orderby: 'date',
} as const

interface Versions {
  readonly resource: ResourceDefinition
  /** The resource to whose items the versions belong. */
  readonly above: ResourceDefinition
  readonly within: Within
  readonly options: ResourceRouteOptions
}

type From = Pick<RouteInput<unknown>, 'raw' | 'projection' | 'viewer'>

async function answerList(
  versions: Versions,
  parent: Integer,
  args: CollectionArgs,
  { raw, projection, viewer }: From,
): Promise<Answer | Failure> {
  const { resource, options, within } = versions
  const entered = await enter(versions, parent, viewer, within.refusal)
  if (isFailure(entered)) return entered
  const { reading, site } = entered
  const representing = representingOf(resource, options, site, { context: args.context, projection, viewer })
  // Without `per_page` WordPress checks the offset, but shows all rows
  const shown = args.per_page === rowsMax ? { ...args, offset: 0 } : args
  const asking = { args: shown, viewer, site, reading, below: null, resources: options.resources }
  const planned = await planCollection(resource, columnsFor(representing), asking)
  if (isFailure(planned)) return planned
  const plan = { ...planned.list, filters: [...planned.list.filters, ...below(versions, parent)] }
  const read = await reading.list(plan)
  if (isFailure(read)) return read
  const total = await reading.count(planCount(plan))
  if (isFailure(total)) return total
  const pages = Math.ceil(total / args.per_page)
  const { offset = 0 } = args
  if (total > 0 && offset >= total) return fail('rest_revision_invalid_offset_number')
  if (total > 0 && offset === 0 && args.page > pages) return fail('rest_revision_invalid_page_number')
  const represented = await represent(read.rows, representing, reading)
  if (isFailure(represented)) return represented
  const body = await bodyOf(represented, representing, projection, reading)
  if (isFailure(body)) return body
  const query = new Map([...raw].filter(([name]) => name !== 'parent'))
  const links = pageLinks(
    `${addressOf(versions.above, site)}/${parent}/${resource.base}`,
    query,
    args,
    args.page,
    pages,
  )
  const paging = within.listed === 'paged' ? [...totals(site.brand, total, pages), ...linkHeader(links)] : []
  return { body, isSelected: true, headers: paging, tags: reading.tags, store: 'never', ran: reading.ran }
}

async function answerOne(
  versions: Versions,
  { parent, id, context }: { readonly parent: Integer; readonly id: Integer; readonly context: Context },
  { projection, viewer }: From,
): Promise<Answer | Failure> {
  const { resource, options, within } = versions
  const entered = await enter(versions, parent, viewer, revisionsRefused)
  if (isFailure(entered)) return entered
  const { reading, site } = entered
  const representing = representingOf(resource, options, site, { context, projection, viewer, isAlone: true })
  const columns = columnsFor(representing)
  const row =
    within.listed === 'paged'
      ? await itemBelow(versions, parent, planItem(resource, id, columns, null), reading)
      : await newest(versions, parent, columns, reading)
  if (isFailure(row)) return row
  if (row === null) return whyMissing(versions, parent, id, reading)
  const represented = await represent([row], representing, reading)
  if (isFailure(represented)) return represented
  const body = await bodyOf(represented, representing, projection, reading)
  if (isFailure(body)) return body
  return { body: body[0], isSelected: true, headers: [], tags: reading.tags, store: 'never' }
}

/** The failure of a missing version: an existing revision of another item is reported as a mismatch. */
async function whyMissing(
  { resource, within }: Versions,
  parent: Integer,
  id: Integer,
  reading: Reading,
): Promise<Failure> {
  const there = within.listed === 'paged' ? await reading.item(planItem(resource, id, ['id'], null)) : null
  if (isFailure(there)) return there
  return there === null
    ? fail(resource.notFound, within.missing, { permitted: true })
    : fail(
        'rest_revision_parent_id_mismatch',
        `The revision does not belong to the specified parent with id of "${parent}"`,
        { permitted: true },
      )
}

function itemBelow(
  versions: Versions,
  parent: Integer,
  plan: ItemPlan,
  reading: Reading,
): Promise<Row | null | Failure> {
  return reading.item({ ...plan, filters: [...plan.filters, ...below(versions, parent)] })
}

/** Reads the newest autosave by its slug, whichever id is requested (wp_get_post_autosave). */
async function newest(
  versions: Versions,
  parent: Integer,
  columns: readonly string[],
  reading: Reading,
): Promise<Row | null | Failure> {
  const read = await reading.list({
    kind: 'list',
    source: versions.resource.source,
    columns,
    filters: [
      ...equal(versions.resource.where),
      { kind: 'in', column: 'parent_id', values: [toIdValue(parent)] },
      { kind: 'in', column: 'slug', values: [`${parent}-autosave-v1`] },
    ],
    visible: null,
    order: orderBy('created_at', true),
    page: { kind: 'offset', offset: 0, limit: 1 },
  })
  return isFailure(read) ? read : (read.rows[0] ?? null)
}

/** Checks that the viewer may edit the parent item, and returns the reading to continue with. */
async function enter(
  { above, options }: Versions,
  parent: Integer,
  viewer: Viewer,
  refusal: string,
): Promise<{ readonly reading: Reading; readonly site: Site } | Failure> {
  const reading = options.newReading()
  const site = await options.readSite(reading)
  if (isFailure(site)) return site
  const editable: Row | null | Failure = await reading.item(
    planItem(above, parent, ['id'], visibilityOf(above, viewer, 'editable')),
  )
  if (isFailure(editable)) return editable
  if (editable !== null) return { reading, site }
  const there = await reading.item(planItem(above, parent, ['id'], null))
  if (isFailure(there)) return there
  return there === null ? fail('rest_post_invalid_parent') : fail('rest_cannot_read', refusal)
}

/** Filters for the rows below an item; autosaves are recognized by their slugs (wp_is_post_autosave). */
function below({ within }: Versions, parent: Integer): readonly Filter[] {
  const ofParent: Filter = { kind: 'in', column: 'parent_id', values: [toIdValue(parent)] }
  const word = { text: `${parent}-autosave`, excluded: false, match: 'start' } as const
  return within.listed === 'paged'
    ? [ofParent]
    : [ofParent, { kind: 'search', columns: ['slug'], words: [word] }]
}
