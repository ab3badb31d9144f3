// Serves one item of a resource by its id: plan → row → representation, or the failure that says why it is not shown.
import { isEmpty } from '../../core/php-empty.ts'
import { Type } from 'typebox'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import type { Query } from '../../core/query-string.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import type { Visibility } from '../../database/filter.ts'
import { integerOf, textOf, type Integer, type Row } from '../../database/tables.ts'
import { idTableOf } from '../../database/source.ts'
import { Id } from '../../registry/args.ts'
import type { Context } from '../../registry/field.ts'
import type { Projection } from '../../registry/projection.ts'
import type {
  ResourceDefinition,
  ResourceAccess,
  ResourceNames,
  ResourceRows,
} from '../../registry/resource.ts'
import type { Answer } from '../../registry/route.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'
import { planBySlug, planItem } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { AskedItems, ItemsOfPage } from './items.ts'
import { previewedRows, previewOf } from './previewed.ts'
import { isSamePassword, opens } from '../representation/below-content.ts'
import { addressOf, idInAddress } from '../representation/links.ts'
import { toHeader } from '../request/paging-headers.ts'
import { refusalOf } from '../representation/readers.ts'
import { excerptLengthArg, excerptWordsIn } from './excerpt-length.ts'
import { describing } from './described.ts'
import { itemSchema } from '../representation/item-schema.ts'
import {
  contextArg,
  fieldArgsIn,
  representingOf,
  type FieldArgs,
  type ResourceRouteOptions,
} from './resource-route.ts'

export function registerItem(
  registry: Registry,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
): void {
  const password = Type.Optional(Type.String({ description: 'The password of a protected item.' }))
  registry.route({
    namespace: resource.namespace ?? ':v2',
    path: `/${resource.base}/:id`,
    methods: ['GET'],
    args: {
      ...(resource.password === null && !resource.below ? {} : { password }),
      ...excerptLengthArg(resource, 'item'),
      ...resource.fieldArgs,
      id: Id('Which item.', { idOf: idTableOf(resource.source) }),
      context: contextArg,
    },
    permission: 'public',
    letsInByHandling: true,
    schema: itemSchema(resource),
    describe: describing(resource, options),
    handle: ({ args, raw, projection, viewer }) =>
      answerItem(resource, options, {
        id: args.id,
        context: args.context,
        excerptWords: excerptWordsIn(args),
        fieldArgs: fieldArgsIn(resource, args),
        raw,
        projection,
        viewer,
      }),
  })
}

/** Excludes slashes in escaped form, since clients split patterns at slashes. */
const noSlash = '[^\\x2f]+'

/** Serves an item by its slug, with the item's address by id as the canonical one. */
export function registerBySlug(
  registry: Registry,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
): void {
  registry.route({
    namespace: resource.namespace ?? ':v2',
    path: `/${resource.base}/by-slug/:slug`,
    methods: ['GET'],
    isOwn: true,
    args: {
      slug: Type.String({ description: 'The last part of its address on the site.', pattern: noSlash }),
      context: contextArg,
    },
    permission: 'public',
    schema: itemSchema(resource),
    describe: describing(resource, options),
    handle: async ({ args, raw, projection, viewer }) => {
      const reading = options.newReading()
      const visible = visibilityOf(resource, viewer, 'visibleAlone')
      const found = await reading.list(planBySlug(resource, args.slug, visible))
      if (isFailure(found)) return found
      const [row] = found.rows
      if (!row) return fail(resource.notFound)
      const item = { id: integerOf(row, 'id'), context: args.context, raw, projection, viewer }
      const answered = await answerItem(resource, { ...options, newReading: () => reading }, item)
      if (isFailure(answered)) return answered
      const site = await options.readSite(reading)
      if (isFailure(site)) return site
      const canonical = `<${addressOf(resource, site)}/${idInAddress(item.id)}>; rel="canonical"`
      return { ...answered, headers: [...answered.headers, ['Link', canonical]] }
    },
  })
}

/** Serves the viewer's own item: `users/me`. */
export function registerSelf(
  registry: Registry,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
): void {
  registry.route({
    namespace: resource.namespace ?? ':v2',
    path: `/${resource.base}/me`,
    methods: ['GET'],
    args: { context: contextArg },
    permission: (viewer) => (viewer.kind === 'user' ? null : fail('rest_not_logged_in')),
    schema: itemSchema(resource),
    describe: describing(resource, options),
    handle: async ({ args, raw, projection, viewer }) =>
      viewer.kind === 'user'
        ? answerItem(resource, options, { id: viewer.id, context: args.context, raw, projection, viewer })
        : fail('rest_not_logged_in'),
  })
}

interface ItemRequest {
  readonly id: Integer
  readonly context: Context
  readonly excerptWords?: number | undefined
  readonly fieldArgs?: FieldArgs | undefined
  readonly raw: Query
  readonly projection: Projection
  readonly viewer: Viewer
}

function answerItem(
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
  asked: ItemRequest,
): Promise<Answer | Failure> {
  return options.items.during((itemsOf) => answerWith(itemsOf, resource, options, asked))
}

async function answerWith(
  itemsOf: (asked: AskedItems) => ItemsOfPage,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
  asked: ItemRequest,
): Promise<Answer | Failure> {
  const { context, raw, projection, viewer } = asked
  const preview = previewOf(resource, asked)
  if (isFailure(preview)) return preview
  const reading = options.newReading()
  const site = await options.readSite(reading)
  if (isFailure(site)) return site
  const refused = await wrongPassword(resource, asked, reading)
  // The right to edit the row is checked before its password
  if (refused !== null && context !== 'edit') return refused
  const representing = representingOf(resource, options, site, { ...asked, isAlone: true })
  const visible = visibilityOf(resource, viewer, context === 'edit' ? 'editableAlone' : 'visibleAlone')
  const { excerptWords } = asked
  const shared = { representing, projection, raw, excerptWords, reading }
  const items = itemsOf({ ...shared, isAlone: true })
  const rows = await (preview === null
    ? rowsOf(resource, asked, items, visible, reading)
    : previewedRows(resource, preview, items.columns ?? [], reading))
  if (isFailure(rows)) return rows
  const made = await items.of(rows, visible)
  if (isFailure(made)) return made
  if (made.first === null) return whyNotShown(resource, asked, reading)
  if (refused !== null) return refused
  const { body, page } = made.first
  return {
    body,
    isSelected: true,
    headers: [
      ...(page === null ? [] : ([['Link', `<${toHeader(page)}>; rel="alternate"; type=text/html`]] as const)),
      ...made.headers,
    ],
    tags: reading.tags,
    ran: reading.ran,
    store: raw.has('password') ? 'never' : 'shared',
  }
}

/** The members of a resource that find a row, and decide whether it is shown. */
type RowRules = ResourceNames & ResourceRows & ResourceAccess

/**
 * The row, if it is visible; only its id where the cache of items has the item. A textual id is read from the row, since a
 * client may have sent it in another case.
 */
async function rowsOf(
  resource: RowRules,
  asked: ItemRequest,
  { columns }: ItemsOfPage,
  visible: Visibility,
  reading: Reading,
): Promise<readonly Row[] | Failure> {
  const { id } = asked
  if (columns === null && /^\d+$/.test(String(id))) return [{ id }]
  const read = columns ?? ['id']
  const seen = await reading.item(planItem(resource, id, read, visible))
  const row = seen ?? (resource.below ? await readUnlocked(resource, asked, read, reading) : null)
  return row === null ? [] : isFailure(row) ? row : [row]
}

/** The failure of a row below deleted content, which WordPress looks up first; null for other rows. */
async function belowNothing(row: Row, reading: Reading): Promise<Failure | null> {
  const post = integerOf(row, 'post_id')
  if (Number(post) === 0) return null
  const content = await reading.item(planItem({ source: 'posts', where: {} }, post, ['id'], null))
  if (content === null) return fail('rest_post_invalid_id')
  return isFailure(content) ? content : null
}

/** The row below content that the request's password unlocks. */
async function readUnlocked(
  resource: RowRules,
  { id, context, raw, viewer }: ItemRequest,
  columns: readonly string[],
  reading: Reading,
): Promise<Row | null | Failure> {
  const password = raw.get('password')
  if (password === undefined) return null
  const there = await reading.item(planItem(resource, id, ['post_id'], null))
  if (isFailure(there)) return there
  const isOpened =
    there === null ? false : await opens(resource, [integerOf(there, 'post_id')], password, viewer, reading)
  if (isFailure(isOpened)) return isOpened
  const rule = context === 'edit' ? 'unlockedEditable' : 'unlocked'
  return isOpened ? reading.item(planItem(resource, id, columns, visibilityOf(resource, viewer, rule))) : null
}

async function whyNotShown(
  resource: RowRules,
  { id, context, viewer }: ItemRequest,
  reading: Reading,
): Promise<Failure> {
  const columns = ['id', ...(resource.statuses ? ['status'] : []), ...(resource.below ? ['post_id'] : [])]
  // In a network, accounts that are no members of the site count as missing
  const row = await reading.item(planItem(resource, id, columns, visibilityOf(resource, viewer, 'there')))
  if (isFailure(row)) return row
  if (row === null) return fail(resource.notFound)
  const lost = resource.below ? await belowNothing(row, reading) : null
  if (lost !== null) return lost
  const isIn = (rule: Visibility['rule']) =>
    reading.item(planItem(resource, id, ['id'], visibilityOf(resource, viewer, rule)))
  const edited =
    context !== 'edit' || (resource.below && can(viewer, resource.editing.capability))
      ? row
      : await isIn('editable')
  if (edited === null) return fail('rest_forbidden_context', resource.editing.item)
  // Lists show comments that single requests hide because of their content
  const listed = resource.below ? await isIn('visible') : null
  for (const read of [edited, listed]) if (read !== null && isFailure(read)) return read
  if (listed !== null) return fail('rest_cannot_read_post')
  // Unpublished items are refused before access to the resource is checked
  const isOpen = !resource.statuses || resource.statuses.open.includes(textOf(row, 'status'))
  return (isOpen ? refusalOf(resource, viewer) : null) ?? fail(resource.notVisible)
}

/** The failure of a password that is not the row's; rows without one, such as files, refuse every password. */
async function wrongPassword(
  resource: ResourceRows,
  { id, raw }: ItemRequest,
  reading: Reading,
): Promise<Failure | null> {
  const password = raw.get('password')
  if (!resource.contentType || typeof password !== 'string' || isEmpty(password)) return null
  const row = await reading.item(planItem(resource, id, ['password'], null))
  if (row === null || isFailure(row)) return row
  return isSamePassword(password, textOf(row, 'password')) ? null : fail('rest_post_incorrect_password')
}
