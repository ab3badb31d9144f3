// Descriptions of what extensions add: fields of nodes bring their own; of types and members no more than the name is known.
import type { GraphTypes } from '../../registry/graph-types.ts'
import { rootType } from '../added-types.ts'
import { ownNodeFields, type WpKinds } from '../kinds.ts'

/** Creates a lookup of descriptions, which returns null for types and fields that no extension added. */
export function addedDescriptions(
  added: readonly GraphTypes[],
  kinds: WpKinds,
): (type: string, field?: string) => string | null {
  const types = new Set(added.flatMap((each) => each.types.map(({ name }) => name)))
  const roots = added.flatMap((each) => Object.keys(each.roots ?? {}).map((name) => `${rootType}.${name}`))
  const members = added.flatMap((each) =>
    [...each.fields].flatMap(([resource, fields]) =>
      Object.keys(fields).map((name) => `${kinds.named.get(resource)?.type}.${name}`),
    ),
  )
  const own = kinds.content.flatMap(({ type, resource }) =>
    ownNodeFields(resource).map(({ name, description }) => [`${type}.${name}`, description] as const),
  )
  const fields = new Map([...[...roots, ...members].map((name) => [name, ofExtension] as const), ...own])
  const wheres = new Set(
    added.flatMap((each) => [...(each.wheres?.values() ?? [])].flatMap((of) => Object.keys(of))),
  )
  return (type, field = '') => {
    const isOfExtension = types.has(type) || (type.endsWith('ConnectionWhereArgs') && wheres.has(field))
    return isOfExtension ? ofExtension : (fields.get(`${type}.${field}`) ?? null)
  }
}

const ofExtension = 'Added by an extension of the gateway.'
