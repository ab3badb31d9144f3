// Extensions → definitions: their kinds beside the built-in ones, their fields in the resources that exist.
import type { Statuses } from '../core/status.ts'
import type { ComputedDefinition } from '../registry/computed.ts'
import { hasMeta, type ContentTypeDefinition } from '../registry/content-type.ts'
import type { Field } from '../registry/field.ts'
import type { NodeField } from '../registry/node.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { MetaDefinition } from '../registry/stored-meta.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { withAddedMeta } from './added-meta.ts'
import { makingJson, named } from './guard.ts'
import { guardedFilter, oneAfterAnother } from './item-filters.ts'
import type { Addition } from './extension.ts'
import { broken, isBroken, ownersFirst, type Broken, type LoadedExtension } from './load.ts'
import { withExtensionStatuses } from './statuses.ts'

interface Kinds {
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly taxonomies: readonly TaxonomyDefinition[]
  readonly statuses: Statuses
}

/** All kinds, or an error that names the extension whose kind has a name that is taken. */
export function withExtensionKinds(
  kinds: Omit<Kinds, 'statuses'>,
  extensions: readonly LoadedExtension[],
): Kinds | Broken {
  const taken = new Set(
    [...kinds.contentTypes, ...kinds.taxonomies].flatMap(({ name, base }) => [name, base]),
  )
  const yielded = new Set<Kind>()
  // Owners' extensions take names before packs
  for (const { file, definition, isPack = false } of extensions.toSorted(ownersFirst)) {
    for (const kind of [...(definition.contentTypes ?? []), ...(definition.taxonomies ?? [])]) {
      const clash = wordsOf(kind).find((word) => taken.has(word))
      if (clash !== undefined && !isPack) return broken(file, `there is something called ${clash} already`)
      if (clash !== undefined) yielded.add(kind)
      else for (const word of wordsOf(kind)) taken.add(word)
    }
  }
  const statuses = withExtensionStatuses(extensions)
  if (isBroken(statuses)) return statuses
  const kept = (kind: Kind) => !yielded.has(kind)
  const contentTypes = [
    ...kinds.contentTypes,
    ...extensions.flatMap(({ file, definition }) =>
      (definition.contentTypes ?? []).filter(kept).map((type) => guardedType(type, file)),
    ),
  ]
  const taxonomies = [
    ...kinds.taxonomies,
    ...extensions.flatMap(({ definition }) => (definition.taxonomies ?? []).filter(kept)),
  ]
  const everywhere = extensions.flatMap(({ file, definition }) =>
    (definition.meta ?? []).map((each) => guardedMeta(each, file)),
  )
  return {
    contentTypes: contentTypes.map((type) => withMeta(type, everywhere)),
    taxonomies: taxonomies.map((taxonomy) => withCarriers(taxonomy, contentTypes)),
    statuses,
  }
}

/** Adds the meta that extensions define for content types, before the type's own under other keys. */
function withMeta(type: ContentTypeDefinition, meta: readonly MetaDefinition[]): ContentTypeDefinition {
  const keys = new Set((type.meta ?? []).map(({ key }) => key))
  const isDescribed = ({ key, exposed }: MetaDefinition) =>
    keys.has(key) && exposed?.every((each) => each === 'schema')
  const added = hasMeta(type)
    ? meta.filter((each) => (each.types?.includes(type.name) ?? true) && !isDescribed(each))
    : []
  if (added.length === 0) return type
  const own = (type.meta ?? []).filter(({ key }) => added.every((each) => each.key !== key))
  return { ...type, meta: [...added, ...own] }
}

/** Adds the types that name the taxonomy to those that it names itself. */
function withCarriers(
  taxonomy: TaxonomyDefinition,
  types: readonly ContentTypeDefinition[],
): TaxonomyDefinition {
  const naming = types.filter((type) => type.taxonomies?.includes(taxonomy.name)).map(({ name }) => name)
  return naming.every((name) => taxonomy.types.includes(name))
    ? taxonomy
    : { ...taxonomy, types: [...new Set([...taxonomy.types, ...naming])] }
}

type Kind = ContentTypeDefinition | TaxonomyDefinition

/** Names that no other kind may have; a base in another namespace, or of a kind that is not served, clashes with none. */
function wordsOf({ name, base, namespace, isServed = true }: Kind): readonly string[] {
  return isServed && namespace === undefined ? [...new Set([name, base])] : [name]
}

/** The resources with the fields that extensions add to them. */
export function withAdditions(
  resources: readonly ResourceDefinition[],
  extensions: readonly LoadedExtension[],
): readonly ResourceDefinition[] | Broken {
  let extended = resources
  for (const { file, definition, isPack = false } of extensions.toSorted(ownersFirst)) {
    for (const [name, addition] of Object.entries(definition.adds ?? {})) {
      const resource = extended.find((each) => each.name === name)
      if (!resource) return broken(file, `there is no resource ${name} to add to`)
      const added = withAddition(resource, addition, file)
      if (isBroken(added)) return added
      extended = extended.map((each) => (each === resource ? added : each))
    }
    const { addsTo } = definition
    if (!addsTo) continue
    const all: ResourceDefinition[] = []
    for (const resource of extended) {
      const addition = named(addsTo, `extension ${file}: what it adds to ${resource.name}`)(resource)
      const fitting = addition && isPack ? withoutClashes(resource, addition) : addition
      const added = fitting ? withAddition(resource, fitting, file) : resource
      if (isBroken(added)) return added
      all.push(added)
    }
    extended = all
  }
  return extended
}

/** Leaves out the members of a pack's addition whose names the resource, or an owner's extension, has already. */
function withoutClashes(resource: ResourceDefinition, addition: Addition): Addition {
  const { fields = [], nodeFields = [], args = {}, fieldArgs = {} } = addition
  const taken = { ...resource.args, ...resource.fieldArgs }
  const namesOf = (all: readonly { readonly name: string }[]) => new Set(all.map(({ name }) => name))
  const free = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(taken, name)))
  const [ofRest, ofNode] = [namesOf(resource.fields), namesOf(resource.node?.fields ?? [])]
  return {
    ...addition,
    fields: fields.filter(({ name }) => !ofRest.has(name)),
    nodeFields: nodeFields.filter(({ name }) => !ofNode.has(name)),
    args: free(args),
    fieldArgs: free(fieldArgs),
  }
}

function withAddition(
  resource: ResourceDefinition,
  { fields = [], meta = [], nodeFields = [], nodeArgs, itemFilter, links = [], fieldArgs, args }: Addition,
  file: string,
): ResourceDefinition | Broken {
  const { name, node } = resource
  const clash =
    fields.find((field) => resource.fields.some((each) => each.name === field.name)) ??
    nodeFields.find((field) => node?.fields.some((each) => each.name === field.name))
  if (clash) return broken(file, `${name} has a field ${clash.name} already`)
  const clashing = Object.keys({ ...fieldArgs, ...args }).find(
    (arg) => arg in { ...resource.args, ...resource.fieldArgs },
  )
  if (clashing !== undefined) return broken(file, `${name} has an argument ${clashing} already`)
  const before =
    meta.length === 0
      ? resource.fields
      : withAddedMeta(
          resource,
          meta.map((each) => guardedMeta(each, file)),
        )
  if (before === null)
    return broken(
      file,
      `meta of ${name} is not added here: that of content is the extension's own meta, or its type's`,
    )
  return {
    ...resource,
    fields: [...before, ...fields.map((field) => guardedField(field, file))],
    // `_fields` may name parts of added fields, even where it may not of the resource's own
    ...(resource.servedWhole === 'all' ? { servedWhole: resource.fields.map((field) => field.name) } : {}),
    links: [...resource.links, ...links],
    ...(args ? { args: { ...resource.args, ...args } } : {}),
    ...(fieldArgs ? { fieldArgs: { ...resource.fieldArgs, ...fieldArgs } } : {}),
    node: node && {
      ...node,
      fields: [...node.fields, ...nodeFields.map((field) => guardedNodeField(field, file))],
      ...(nodeArgs ? { args: { ...nodeArgs, ...node.args } } : {}),
    },
    ...(itemFilter
      ? { itemFilter: oneAfterAnother(resource.itemFilter, guardedFilter(itemFilter, file, name)) }
      : {}),
  }
}

function guardedField(field: Field, file: string): Field {
  return { ...field, value: makingJson(field.value, whose(file, field.name)) }
}

/** Scalars become plain JSON; values of other types lead to objects or nodes, and stay as they are. */
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
