// Custom fields of ACF and SCF: `acf` of everything that REST shows, and links to what they name.
import {
  defineGather,
  definePack,
  textOf,
  Type,
  type Field,
  type Link,
  type LinkTarget,
  type ResourceDefinition,
} from '../../index.ts'
import { shownGroups, type AcfField } from './definitions.ts'
import { isEmpty, light, membersOf } from './light.ts'
import {
  columnsOf,
  idsNamed,
  leadsTo,
  readPageFields,
  type AcfResource,
  type ObjectKind,
  type PageFields,
} from './page-fields.ts'

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
    const shown = shownGroups(new Set(isFree ? paidTypes : []))
    const addresses = new Map<string, string>()
    return {
      siteValues: [shown],
      addsTo: (resource) => {
        if (resource.namespace === undefined) addresses.set(resource.name, resource.base)
        const kind = kindOf(resource)
        return kind === null ? null : additionTo({ resource, kind, shown }, addresses)
      },
    }
  },
})

function hasAny(names: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.some((name) => names.has(name))
}

/** Fields are on routes of the interface's own namespace, and not on tags: they are registered under another name there. */
function kindOf({ source, namespace, name, optionRows }: ResourceDefinition): ObjectKind | null {
  if (namespace !== undefined || name === 'post_tag' || optionRows) return null
  return source === 'posts' || source === 'terms' || source === 'users' || source === 'comments'
    ? source
    : null
}

function additionTo(of: AcfResource, addresses: ReadonlyMap<string, string>) {
  const { kind } = of
  const page = defineGather((rows, reads) => readPageFields(of, rows, reads))
  const common = {
    columns: [...columnsOf[kind]],
    needs: (site: Parameters<typeof page.on>[0]) => ({ gathers: [page.on(site)] }),
  }
  const field: Field = {
    name: 'acf',
    contexts: ['view', 'embed', 'edit'],
    schema: Type.Unsafe<unknown>({ type: 'object', properties: {}, description: 'Its custom fields.' }),
    ...common,
    value: ({ row, needed }) => {
      const object = page.of(needed).of(textOf(row, 'id'))
      if (!object || object.fields.every(isEmpty)) return []
      const members = membersOf(object.fields, (each) => light(each, object), {
        prefix: '',
        isTop: true,
      })
      return Object.fromEntries(members)
    },
  }
  const linkOf = (rel: string): Link => ({
    rel,
    ...common,
    isKeptAlone: true,
    field: 'acf',
    targets: ({ row, needed }) => targetsOf(rel, page.of(needed), textOf(row, 'id'), addresses),
    embed: { kind: 'item' },
  })
  const links = ['acf:post', 'acf:attachment', 'acf:term', 'acf:user'].map(linkOf)
  return { fields: [field], links }
}

/** Each once, in the order of the fields, and then the last first. */
function targetsOf(
  rel: string,
  page: PageFields,
  id: string,
  addresses: ReadonlyMap<string, string>,
): readonly LinkTarget[] {
  const object = page.of(id)
  if (!object) return []
  const found = new Map<string, LinkTarget>()
  for (const field of object.fields) {
    const kind = leadsTo.get(field.type)
    if (kind === undefined) continue
    for (const named of idsNamed(field, object)) {
      const type = typeNamed(field, named, page)
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

/** Of users and of files in galleries nobody asks whether they are there. */
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
