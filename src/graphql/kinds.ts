// The resources that are nodes of the schema; decides which of them a row is.
import type { GraphQLEnumType } from 'graphql'
import type { Viewer } from '../core/viewer.ts'
import type { Filter, Visibility } from '../database/filter.ts'
import { textOf, type Row } from '../database/tables.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { NodeDefinition, NodeField } from '../registry/node.ts'
import type { ResourceDefinition, ResourceRows } from '../registry/resource.ts'
import type { Site } from '../site/site.ts'
import { postStatus } from './scalars.ts'

/** A resource whose rows become nodes, in whichever schema. */
export interface NodeKind {
  readonly resource: ResourceDefinition
  /** The column and value by which rows of this kind are recognized: a type or a taxonomy. */
  readonly discriminator: { readonly column: string; readonly value: string } | null
  /** Further conditions on a row of the resource for it to be a node. */
  readonly conditions: (asked: Asked) => readonly Filter[]
  /** Content types without a definition whose comments are nodes, too. */
  readonly addressedTypes?: (site: Site) => readonly string[]
}

/** The viewer and the site for which rows are read. */
interface Asked {
  readonly viewer: Viewer
  readonly site: Site
}

/** The rows of the kind that the viewer may see. */
export function seenOf(
  { resource, addressedTypes }: NodeKind,
  { viewer, site }: Asked,
  rule?: Visibility['rule'],
): Visibility {
  const visible = visibilityOf(resource, viewer, rule)
  return addressedTypes ? { ...visible, addressedTypes: addressedTypes(site) } : visible
}

export interface Kind extends NodeKind {
  readonly node: NodeDefinition
  readonly fields: ReadonlyMap<string, NodeField>
}

export interface Kinds {
  readonly all: readonly Kind[]
  /** Kinds by the names of their resources. */
  readonly named: ReadonlyMap<string, Kind>
  readonly content: readonly Kind[]
  /** The enum of statuses of content. */
  readonly status: GraphQLEnumType
}

export function kindsOf(resources: ReadonlyMap<string, ResourceDefinition>): Kinds {
  const nameApart = distinctNames()
  const all = [...resources.values()].flatMap((resource) => {
    const node = resource.node && nameApart(resource.node)
    if (!node) return []
    const fields = new Map(node.fields.map((field) => [field.name, field]))
    return [
      { resource, node, fields, discriminator: discriminatorOf(resource), conditions: conditionsOf(node) },
    ]
  })
  return {
    all,
    named: new Map(all.map((kind) => [kind.resource.name, kind])),
    content: all.filter(({ node }) => node.isContent),
    status: postStatus([...new Set(all.flatMap(({ node }) => node.statuses ?? []))]),
  }
}

export function discriminatorOf({ where }: ResourceRows): NodeKind['discriminator'] {
  const [discriminator] = Object.entries(where).map(([column, value]) => ({ column, value }))
  return discriminator ?? null
}

function conditionsOf({ statuses, only }: NodeDefinition): NodeKind['conditions'] {
  const known: readonly Filter[] =
    statuses === null ? [] : [{ kind: 'in', column: 'status', values: statuses }]
  return ({ site }) => [...known, ...(only?.(site) ?? [])]
}

/** Types that the schema itself defines. */
const ownTypes = [
  'Query',
  'Subscription',
  'Node',
  'Content',
  'ContentImage',
  'ContentOrder',
  'DateTime',
  'Direction',
  'EditorBlock',
  'ImageSource',
  'JSON',
  'MediaSize',
  'Menu',
  'MenuItem',
  'PageInfo',
  'PostStatus',
  'Settings',
  'Term',
  'TextFormat',
  'User',
  'Comment',
]
const ownFields = ['node', 'contentByUri', 'postsCount', 'search', 'settings']

/** Renames nodes whose name is taken, as that of an owner's content type may be: the later one gets a suffix. */
function distinctNames(): (node: NodeDefinition) => NodeDefinition {
  const types = new Set(ownTypes)
  const fields = new Set(ownFields)
  const apart = (name: string, taken: Set<string>, suffix: string): string => {
    const free = taken.has(name) ? apart(`${name}${suffix}`, taken, suffix) : name
    taken.add(free)
    return free
  }
  return (node) => ({
    ...node,
    type: node.isContent ? apart(node.type, types, 'Content') : node.type,
    connection: node.connection && apart(node.connection, fields, 'List'),
    single: node.single && apart(node.single, fields, 'Item'),
  })
}

/** Finds the kind of a row by its discriminator column. */
export function kindOf<K extends NodeKind>(row: Row, kinds: readonly K[]): K | undefined {
  const [only, ...others] = kinds
  if (others.length === 0) return only
  return kinds.find(
    ({ discriminator }) =>
      discriminator !== null && textOf(row, discriminator.column) === discriminator.value,
  )
}

/** Columns for `kindOf`: the discriminator, unless there is a single kind; and the parent of files, which decides who sees them. */
export function telling(kinds: readonly NodeKind[]): readonly string[] {
  const discriminator =
    kinds.length > 1 ? kinds.flatMap((kind) => (kind.discriminator ? [kind.discriminator.column] : [])) : []
  const above = kinds.some(({ resource }) => resource.name === 'attachment') ? ['parent_id'] : []
  return [...new Set([...discriminator, ...above])]
}
