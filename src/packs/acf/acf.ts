// Custom fields of ACF and SCF: the field `acf` of REST's resources, and links to the rows that its values name.
import {
  defineGather,
  definePack,
  textOf,
  richText,
  Type,
  type Field,
  type FieldInput,
  type Link,
  type LinkTarget,
  type ResourceDefinition,
  type Site,
} from '../../index.ts'
import { storedGroups, shownInRest, type AcfField } from './definitions.ts'
import { schemaOf } from './field-schema.ts'
import { graphTypesOf } from './graph.ts'
import { groupsFor } from './locations.ts'
import { formatted, isEmpty, light, membersOf } from './light.ts'
import {
  columnsOf,
  readPageFields,
  type AcfResource,
  type ObjectKind,
  type PageFields,
} from './page-fields.ts'
import { definitionsInJson } from './json-groups.ts'
import { idsNamed, leadsTo } from './named.ts'
import { acfNodeField } from './node-field.ts'
import { createOptionsPages, optionsQuery } from './options-pages.ts'
import { sourceOf } from './sources.ts'
import { standardFormat } from './standard.ts'
import type { Targets } from './targets.ts'

const plugins = [
  'advanced-custom-fields',
  'advanced-custom-fields-pro',
  'acf',
  'secure-custom-fields',
] as const
/** Repeaters, flexible content, galleries and clones are not in the free plug-in. */
const paidTypes = ['repeater', 'flexible_content', 'gallery', 'clone'] as const
const withAllTypes = ['advanced-custom-fields-pro', 'secure-custom-fields'] as const

export const acf = definePack({
  name: 'acf',
  about: 'custom fields of ACF and SCF',
  reads: {},
  isUsed: (found) => hasAny(found.plugins, plugins),
  define: (found) => {
    const isFree = hasAny(found.plugins, plugins) && !hasAny(found.plugins, withAllTypes)
    const groups = storedGroups(new Set(isFree ? paidTypes : []), definitionsInJson(found.files))
    const optionsPages = createOptionsPages(groups, isFree ? [] : found.files)
    const hasSources = found.plugins.has('secure-custom-fields')
    const addresses = new Map<string, string>()
    const resources = new Map<string, ResourceDefinition>()
    return {
      siteValues: [groups, ...(isFree ? [] : [optionsPages.shown])],
      graphTypes: graphTypesOf(groups, optionsPages),
      ...(isFree ? {} : { queries: [optionsQuery(optionsPages)] }),
      addsTo: (resource) => {
        resources.set(resource.name, resource)
        if (resource.namespace === undefined) addresses.set(resource.name, resource.base)
        const kind = kindOf(resource)
        return kind === null ? null : additionTo({ resource, kind, groups, resources }, addresses, hasSources)
      },
    }
  },
})

function hasAny(names: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.some((name) => names.has(name))
}

/** The plug-in adds `acf` to routes of REST's own namespace, but not to tags, for which it registers it under another name. */
function kindOf({ source, namespace, name, optionRows }: ResourceDefinition): ObjectKind | null {
  if (namespace !== undefined || name === 'post_tag' || optionRows) return null
  return source === 'posts' || source === 'terms' || source === 'users' || source === 'comments'
    ? source
    : null
}

/** Any other word than `standard` means the format `light`. */
const fieldArgs = {
  acf_format: Type.Optional(
    Type.Unknown({ description: 'How fields are shown: light or standard.', own: true }),
  ),
}

function isStandard(args: FieldInput['args']): boolean {
  return args?.['acf_format'] === 'standard'
}

/** With Secure Custom Fields (`hasSources`) each field has a `…_source` beside it, which needs the format `standard`, too. */
function additionTo(of: AcfResource, addresses: ReadonlyMap<string, string>, hasSources: boolean) {
  const { kind } = of
  const named = defineGather((rows, reads) => readPageFields(of, rows, reads, 'light'))
  const whole = defineGather((rows, reads) => readPageFields(of, rows, reads, 'standard'))
  const pageFor = (args: FieldInput['args']) => (hasSources || isStandard(args) ? whole : named)
  const common = {
    columns: [...columnsOf[kind]],
    needs: (site: Site, args?: FieldInput['args']) => ({ gathers: [pageFor(args).on(site)] }),
  }
  const field: Field = {
    name: 'acf',
    contexts: ['view', 'embed', 'edit'],
    schema: Type.Unsafe<unknown>({ type: 'object', properties: {}, description: 'Its custom fields.' }),
    described: {
      columns: common.columns,
      needs: (site) => ({ gathers: [named.on(site)] }),
      value: ({ row, needed }) => schemaOf(named.of(needed).of(textOf(row, 'id'))?.fields ?? []),
      ofAll: (site) =>
        schemaOf(
          groupsFor(shownInRest(of.groups.of(site).all), kind, typeOf(of.resource)).flatMap(
            ({ fields }) => fields,
          ),
        ),
    },
    ...common,
    value: (input) => {
      const { row, needed, args } = input
      const id = textOf(row, 'id')
      const page = pageFor(args).of(needed)
      const object = page.of(id)
      if (!object || object.fields.every(isEmpty)) return []
      const standard = page.targets && standardFormat(page.targets, htmlOf(input, page.targets, kind))
      const isShownStandard = standard && isStandard(args)
      const members = membersOf(
        object.fields,
        (each) => (isShownStandard ? formatted(each, object, standard) : light(each, object)),
        { prefix: '', isTop: true },
      )
      if (!hasSources || !standard) return Object.fromEntries(members)
      const sources = membersOf(object.fields, (each) => sourceOf(each, object, standard), {
        prefix: '',
        isTop: true,
      })
      return Object.fromEntries(
        [...members].flatMap(([name, value]) => [
          [name, value],
          [`${name}_source`, sources.get(name)],
        ]),
      )
    },
  }
  const ownType = kind === 'posts' ? of.resource.name : undefined
  const linkOf = (rel: string): Link => ({
    rel,
    ...common,
    isKeptAlone: true,
    field: 'acf',
    targets: ({ row, needed, args }) =>
      targetsOf(rel, pageFor(args).of(needed), textOf(row, 'id'), addresses, ownType),
    embed: { kind: 'item' },
  })
  const links = ['acf:post', 'acf:attachment', 'acf:term', 'acf:user'].map(linkOf)
  return { fields: [field], nodeFields: [acfNodeField(kind, named)], links, fieldArgs }
}

/** Revisions and autosaves have the field groups of their parent's type. */
function typeOf({ name, within }: ResourceDefinition): string {
  return within?.resource ?? name
}

/** Renders a post's texts in the context of the post, and texts of other objects without one. */
function htmlOf(input: FieldInput, { texts }: Targets, kind: ObjectKind) {
  const id = kind === 'posts' ? textOf(input.row, 'id') : '0'
  return (text: string) =>
    String(richText.value({ ...input, row: { id, content: text }, needed: texts, unlocked: true }))
}

/** Each target once, in the reverse order of the fields. WordPress takes a post with the id 0 for the current one. */
function targetsOf(
  rel: string,
  page: PageFields,
  id: string,
  addresses: ReadonlyMap<string, string>,
  ownType: string | undefined,
): readonly LinkTarget[] {
  const object = page.of(id)
  if (!object) return []
  const found = new Map<string, LinkTarget>()
  for (const field of object.fields) {
    const kind = leadsTo.get(field.type)
    if (kind === undefined) continue
    for (const named of idsNamed(field, object)) {
      const type = named === '0' && field.type !== 'gallery' ? ownType : typeNamed(field, named, page)
      if (type === undefined || relOf(kind, type) !== rel || found.has(`${type} ${named}`)) continue
      const attributes = kind === 'terms' ? { attributes: { taxonomy: type } } : {}
      found.set(
        `${type} ${named}`,
        addresses.has(type)
          ? { kind: 'item', resource: type, id: named, ...attributes }
          : { kind: 'path', path: `${type}/${named}`, ...attributes },
      )
    }
  }
  return [...found.values()].toReversed()
}

/** The type of the row that a value names. The plug-in does not check that users and files in galleries exist. */
function typeNamed(
  { type }: AcfField,
  id: string,
  { postTypes, taxonomies }: PageFields,
): string | undefined {
  if (type === 'user') return 'user'
  if (type === 'gallery') return 'attachment'
  return (type === 'taxonomy' ? taxonomies : postTypes).get(id)
}

function relOf(kind: 'posts' | 'terms' | 'users', type: string): string {
  if (kind === 'posts') return type === 'attachment' ? 'acf:attachment' : 'acf:post'
  return kind === 'terms' ? 'acf:term' : 'acf:user'
}
