// Serves rows made of the site's options instead of a table: a list of them by name, and each one.
import { Type } from 'typebox'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import type { Viewer } from '../../core/viewer.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { Context } from '../../registry/field.ts'
import type { Projection } from '../../registry/projection.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import type { Answer } from '../../registry/route.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Site } from '../../site/site.ts'
import { itemSchema } from '../representation/item-schema.ts'
import { refusalOf } from '../representation/readers.ts'
import { represent } from '../representation/representation.ts'
import { varyingBy } from './site-variant.ts'
import { bodyOf, contextArg, representingOf, type ResourceRouteOptions } from './resource-route.ts'

export function registerOptionRows(
  registry: Registry,
  resource: ResourceDefinition,
  optionRows: (site: Site) => readonly Row[],
  options: ResourceRouteOptions,
): void {
  const { args: varying, siteFor } = varyingBy(options.siteVariant)
  const route = {
    namespace: ':v2',
    methods: ['GET'],
    permission: (viewer: Viewer) => refusalOf(resource, viewer),
    schema: itemSchema(resource),
  } as const
  registry.route({
    ...route,
    path: `/${resource.base}`,
    lists: 'named, if any',
    args: { ...varying, context: contextArg },
    handle: ({ args, projection, viewer }) =>
      answer(
        resource,
        options,
        // WordPress embeds items in single items and in lists, but not in maps
        { context: args.context, projection: { ...projection, embedded: new Set() }, viewer },
        (site) => optionRows(siteFor(site, args)),
        (items, rows) =>
          // PHP encodes an empty map as an empty list
          items.length === 0
            ? []
            : Object.fromEntries(items.map((item, at) => [textOf(rows[at] ?? {}, 'id'), item])),
      ),
  })
  registry.route({
    ...route,
    path: `/${resource.base}/:location`,
    args: {
      ...varying,
      location: Type.String({ description: 'Which of them, by its name.' }),
      context: contextArg,
    },
    handle: ({ args, projection, viewer }) =>
      answer(
        resource,
        options,
        { context: args.context, projection, viewer },
        (site) => optionRows(siteFor(site, args)).filter(({ id }) => id === args.location),
        ([item]) => item ?? null,
      ),
  })
}

interface RowsRequest {
  readonly context: Context
  readonly projection: Projection
  readonly viewer: Viewer
}

/** `bodyFrom` makes the body from the items and their rows; null where none exists. */
async function answer(
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
  wanted: RowsRequest,
  optionRows: (site: Site) => readonly Row[],
  bodyFrom: (items: readonly unknown[], rows: readonly Row[]) => unknown,
): Promise<Answer | Failure> {
  const reading = options.newReading()
  const site = await options.readSite(reading)
  if (isFailure(site)) return site
  const rows = optionRows(site)
  const representing = representingOf(resource, options, site, wanted)
  const represented = await represent(rows, representing, reading)
  if (isFailure(represented)) return represented
  const items = await bodyOf(represented, representing, wanted.projection, reading)
  if (isFailure(items)) return items
  const body = bodyFrom(items, rows)
  if (body === null) return fail(resource.notFound)
  return { body, headers: [], tags: reading.tags, store: 'shared' }
}
