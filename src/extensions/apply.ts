// Extensions → definitions: their kinds beside the built-in ones, their fields in the resources that exist.
import type { ComputedDefinition } from '../registry/computed.ts'
import type { ContentTypeDefinition } from '../registry/content-type.ts'
import type { Field } from '../registry/field.ts'
import type { NodeField } from '../registry/node.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { MetaDefinition } from '../registry/stored-meta.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { makingJson, named } from './guard.ts'
import { guardedFilter, oneAfterAnother } from './item-filters.ts'
import { broken, type Broken, type LoadedExtension } from './load.ts'

interface Kinds {
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly taxonomies: readonly TaxonomyDefinition[]
}

/** All kinds, or the name of the extension whose kind clashes with another. */
export function withExtensionKinds(kinds: Kinds, extensions: readonly LoadedExtension[]): Kinds | Broken {
  const taken = new Set(
    [...kinds.contentTypes, ...kinds.taxonomies].flatMap(({ name, base }) => [name, base]),
  )
  for (const { file, definition } of extensions) {
    for (const kind of [...(definition.contentTypes ?? []), ...(definition.taxonomies ?? [])]) {
      const clash = [...new Set([kind.name, kind.base])].find((word) => taken.has(word))
      if (clash !== undefined) return broken(file, `there is something called ${clash} already`)
      taken.add(kind.name).add(kind.base)
    }
  }
  return {
    contentTypes: [
      ...kinds.contentTypes,
      ...extensions.flatMap(({ file, definition }) =>
        (definition.contentTypes ?? []).map((type) => guardedType(type, file)),
      ),
    ],
    taxonomies: [...kinds.taxonomies, ...extensions.flatMap(({ definition }) => definition.taxonomies ?? [])],
  }
}

/** The resources with the fields that extensions add to them. */
export function withAdditions(
  resources: readonly ResourceDefinition[],
  extensions: readonly LoadedExtension[],
): readonly ResourceDefinition[] | Broken {
  let extended = resources
  for (const { file, definition } of extensions) {
    for (const [name, { fields = [], nodeFields = [], itemFilter }] of Object.entries(
      definition.adds ?? {},
    )) {
      const resource = extended.find((each) => each.name === name)
      if (!resource) return broken(file, `there is no resource ${name} to add to`)
      const { node } = resource
      const clash =
        fields.find((field) => resource.fields.some((each) => each.name === field.name)) ??
        nodeFields.find((field) => node?.fields.some((each) => each.name === field.name))
      if (clash) return broken(file, `${name} has a field ${clash.name} already`)
      const added = {
        ...resource,
        fields: [...resource.fields, ...fields.map((field) => guardedField(field, file))],
        node: node && {
          ...node,
          fields: [...node.fields, ...nodeFields.map((field) => guardedNodeField(field, file))],
        },
        ...(itemFilter
          ? { itemFilter: oneAfterAnother(resource.itemFilter, guardedFilter(itemFilter, file, name)) }
          : {}),
      }
      extended = extended.map((each) => (each === resource ? added : each))
    }
  }
  return extended
}

function guardedField(field: Field, file: string): Field {
  return { ...field, value: makingJson(field.value, whose(file, field.name)) }
}

/** Only resources with rows have nodes */
function guardedNodeField(field: NodeField, file: string): NodeField {
  const guard = typeof field.type === 'string' ? makingJson : named
  return { ...field, value: guard(field.value, whose(file, field.name)) }
}

function guardedType(type: ContentTypeDefinition, file: string): ContentTypeDefinition {
  const { fields, meta, computed } = type
  return {
    ...type,
    ...(fields ? { fields: fields.map((field) => guardedField(field, file)) } : {}),
    ...(meta ? { meta: meta.map((each) => guardedMeta(each, file)) } : {}),
    ...(computed ? { computed: computed.map((each) => guardedComputed(each, file)) } : {}),
  }
}

function guardedMeta(field: MetaDefinition, file: string): MetaDefinition {
  return { ...field, read: makingJson(field.read, whose(file, field.key)) }
}

function guardedComputed(field: ComputedDefinition, file: string): ComputedDefinition {
  return { ...field, read: makingJson(field.read, whose(file, field.name)) }
}

function whose(file: string, name: string): string {
  return `extension ${file}: its field ${name}`
}
