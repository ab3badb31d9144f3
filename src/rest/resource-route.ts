// What a resource's collection and its items have in common: how a request becomes a representation and a body.
import { Type } from 'typebox'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Query } from '../core/query-string.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Context } from '../registry/field.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { Reading } from '../query/execute.ts'
import type { ReadCursors } from '../query/cursor-keys.ts'
import type { ReadSite } from '../query/read-site.ts'
import type { Site } from '../site/site.ts'
import { embed } from './embed.ts'
import { complete, type Representation, type Representing } from './representation.ts'
import { parseEmbed, parseFields, withRelations } from './selection.ts'

export interface ResourceRouteOptions {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly newReading: () => Reading
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
}

export const contextArg = Type.Enum(['view', 'embed', 'edit'], {
  type: 'string',
  default: 'view',
  early: true,
  description: 'Which fields an item has.',
})

interface Asked {
  readonly context: Context
  readonly given: Query
  readonly viewer: Viewer
  /** Whether it is one item, not a page of them. */
  readonly isAlone?: boolean
}

export function representingOf(
  resource: ResourceDefinition,
  { resources }: ResourceRouteOptions,
  site: Site,
  { context, given, viewer, isAlone = false }: Asked,
): Representing {
  const selection = withRelations(parseFields(given), isAlone)
  return { resource, resources, site, context, selection, viewer }
}

/** The items as they go out, with what they embed. */
export async function bodyOf(
  represented: readonly Representation[],
  representing: Representing,
  given: Query,
  reading: Reading,
): Promise<readonly unknown[] | Failure> {
  const embedded = await embed(represented, representing, parseEmbed(given), reading)
  if (isFailure(embedded)) return embedded
  return represented.map((each, at) => complete(each, representing, embedded[at] ?? null))
}
