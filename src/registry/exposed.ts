// What an owner keeps closed of what is served: a resource by its base (`users`), or a field of one, which then is not
// searched for either (`users.email`).
import type { ResourceDefinition } from './define.ts'

/** The resources as far as they are open, or the first name that is neither a resource's nor a field's. */
export function exposed(
  resources: readonly ResourceDefinition[],
  closed: readonly string[],
): { readonly resources: readonly ResourceDefinition[] } | { readonly unknown: string } {
  const names = new Set(closed)
  const known = new Set(resources.flatMap((resource) => [resource.base, ...partsOf(resource)]))
  const unknown = closed.find((name) => !known.has(name))
  if (unknown !== undefined) return { unknown }
  const open = resources.filter(({ base }) => !names.has(base))
  return {
    resources: open.map((resource) => without(resource, (part) => names.has(`${resource.base}.${part}`))),
  }
}

function partsOf({ base, fields, search }: ResourceDefinition): readonly string[] {
  return [...fields.map(({ name }) => name), ...search.columns].map((part) => `${base}.${part}`)
}

function without(resource: ResourceDefinition, isClosed: (part: string) => boolean): ResourceDefinition {
  const { fields, search, node } = resource
  return {
    ...resource,
    fields: fields.filter(({ name }) => !isClosed(name)),
    search: { ...search, columns: search.columns.filter((column) => !isClosed(column)) },
    node: node && { ...node, fields: node.fields.filter(({ name }) => !isClosed(name)) },
  }
}
