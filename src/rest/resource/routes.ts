// Registers the routes of a resource: its collection and items; for rows that belong to another resource's items, lists below
// these.
import type { ResourceDefinition } from '../../registry/resource.ts'
import type { Registry } from '../../registry/registry.ts'
import { registerCollection } from './collection.ts'
import { registerBySlug, registerItem, registerSelf } from './item.ts'
import type { ResourceRouteOptions } from './resource-route.ts'
import { registerOptionRows } from './option-rows.ts'
import { registerVersions } from './versions.ts'

export function registerResource(
  registry: Registry,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
): void {
  if (resource.optionRows) return registerOptionRows(registry, resource, resource.optionRows, options)
  if (resource.within !== null) return registerVersions(registry, resource, resource.within, options)
  registerCollection(registry, resource, options)
  if (resource.hasSelf) registerSelf(registry, resource, options)
  registerItem(registry, resource, options)
  if (resource.fields.some(({ name }) => name === 'slug')) registerBySlug(registry, resource, options)
}
