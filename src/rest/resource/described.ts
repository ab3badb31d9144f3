// Schemas of items for OPTIONS, where the members of some fields depend on stored values.
import { counter } from '../../core/counter.ts'
import { isFailure, type Failure } from '../../core/failure.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Integer, Row } from '../../database/tables.ts'
import { planItem } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { Reading } from '../../read/execute.ts'
import type { StoredSchema } from '../../registry/field.ts'
import type { DescribeAnswer } from '../../registry/route.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import { useOfAll } from '../../related/relation.ts'
import { columnsOf, needsOf, readNeeded } from '../../related/relations.ts'
import type { Site } from '../../site/site.ts'
import { itemSchema } from '../representation/item-schema.ts'
import type { ResourceRouteOptions } from './resource-route.ts'

/** Undefined where no part of the schema depends on stored values. Routes of single items have the argument `id`. */
export function describing(
  resource: ResourceDefinition,
  { newReading, readSite }: Pick<ResourceRouteOptions, 'newReading' | 'readSite'>,
): DescribeAnswer | undefined {
  const described = resource.fields.flatMap((field) =>
    field.described ? [{ name: field.name, schema: field.described }] : [],
  )
  if (described.length === 0) return undefined
  const schemas = described.map(({ schema }) => schema)
  return async ({ args: { id }, viewer }) => {
    const reading = newReading()
    const site = await readSite(reading)
    if (isFailure(site)) return site
    const isItem = typeof id === 'number' || typeof id === 'string'
    const valueOf = isItem ? await valuesOf(resource, schemas, { id, viewer, site, reading }) : null
    if (isFailure(valueOf)) return valueOf
    return itemSchema(
      resource,
      new Map(described.map(({ name, schema }) => [name, valueOf ? valueOf(schema) : schema.ofAll(site)])),
    )
  }
}

interface Described {
  readonly id: Integer
  readonly viewer: Viewer
  readonly site: Site
  readonly reading: Reading
}

/** Makes schemas from the item's rows; null where the viewer may not see the item, so that they reveal nothing of it. */
async function valuesOf(
  resource: ResourceDefinition,
  schemas: readonly StoredSchema[],
  { id, viewer, site, reading }: Described,
): Promise<((schema: StoredSchema) => unknown) | null | Failure> {
  const needs = needsOf(schemas, site)
  const visible = visibilityOf(resource, viewer, 'visibleAlone')
  const row: Row | null | Failure = await reading.item(
    planItem(resource, id, columnsOf(schemas, needs), visible),
  )
  if (row === null || isFailure(row)) return row
  const read = await readNeeded(reading, [row], needs, viewer)
  if (isFailure(read)) return read
  const { count } = counter()
  const input = {
    row,
    site,
    needed: read(useOfAll(reading)),
    context: 'view',
    unlocked: false,
    count,
  } as const
  return (schema) => schema.value(input)
}
