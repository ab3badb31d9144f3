// Steps between request and body that the routes of collections and items share.
import { Type } from 'typebox'
import { isFailure, type Failure } from '../../core/failure.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Context } from '../../registry/field.ts'
import type { Projection } from '../../registry/projection.ts'
import type { ResourceDefinition, ResourceItems } from '../../registry/resource.ts'
import type { NewReading, Reading } from '../../read/execute.ts'
import type { ReadCursors } from '../../read/cursor-keys.ts'
import type { ReadSite } from '../../read/read-site.ts'
import type { Site, SiteVariant } from '../../site/site.ts'
import { embed } from '../representation/embed.ts'
import type { Items } from './items.ts'
import { complete, type Representation, type Representing } from '../representation/representation.ts'
import { isSelected, withRelations } from '../request/selection.ts'

export interface ResourceRouteOptions {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly newReading: NewReading
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
  readonly items: Items
  /** Null where no extension varies the site by request. */
  readonly siteVariant: SiteVariant | null
}

export const contextArg = Type.Enum(['view', 'embed', 'edit'], {
  type: 'string',
  default: 'view',
  early: true,
  description: 'Which fields an item has.',
})

interface RepresentationRequest {
  readonly context: Context
  readonly projection: Projection
  readonly viewer: Viewer
  readonly fieldArgs?: FieldArgs | undefined
  /** True for a single item, false for a page of items. */
  readonly isAlone?: boolean
}

export type FieldArgs = Readonly<Record<string, unknown>>

/** The arguments on which values of fields depend; undefined where the request has none. */
export function fieldArgsIn(
  { fieldArgs = {} }: ResourceItems,
  args: Readonly<Record<string, unknown>>,
): FieldArgs | undefined {
  const given = Object.keys(fieldArgs).filter((name) => args[name] !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given.map((name) => [name, args[name]]))
}

export function representingOf(
  resource: ResourceDefinition,
  { resources }: ResourceRouteOptions,
  site: Site,
  { context, projection, viewer, fieldArgs, isAlone = false }: RepresentationRequest,
): Representing {
  const selection = withRelations(projection, isAlone)
  const isUnlinked = isAlone && !isSelected(selection, '_links')
  const keptLinks = isUnlinked
    ? resource.links.filter(({ isKeptAlone, field = '' }) => isKeptAlone && isSelected(selection, field))
    : []
  return {
    resource,
    resources,
    site,
    context,
    selection,
    viewer,
    ...(fieldArgs ? { fieldArgs } : {}),
    ...(keptLinks.length > 0 ? { keptLinks } : {}),
  }
}

/** The items as sent, with their embedded items. */
export async function bodyOf(
  represented: readonly Representation[],
  representing: Representing,
  { embedded: wanted }: Projection,
  reading: Reading,
): Promise<readonly unknown[] | Failure> {
  const embedded = await embed(represented, representing, wanted, reading)
  if (isFailure(embedded)) return embedded
  return represented.map((each, at) => complete(each, representing, embedded[at] ?? null))
}
