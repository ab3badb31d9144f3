// The resources that are nodes of the schema; decides which of them a row is.
import { textOf, type Row } from '../database/tables.ts'
import type { NodeDefinition, NodeField } from '../registry/node.ts'
import type { ResourceDefinition } from '../registry/resource.ts'

export interface Kind {
  readonly resource: ResourceDefinition
  readonly node: NodeDefinition
  readonly fields: ReadonlyMap<string, NodeField>
  /** The column and value by which rows of this kind are recognized: a type or a taxonomy. */
  readonly told: { readonly column: string; readonly value: string } | null
}

export interface Kinds {
  readonly all: readonly Kind[]
  /** By names of resources. */
  readonly named: ReadonlyMap<string, Kind>
  readonly content: readonly Kind[]
}

export function kindsOf(resources: ReadonlyMap<string, ResourceDefinition>): Kinds {
  const nameApart = distinctNames()
  const all = [...resources.values()].flatMap((resource) => {
    const { where } = resource
    const node = resource.node && nameApart(resource.node)
    if (!node) return []
    const [told] = Object.entries(where).map(([column, value]) => ({ column, value }))
    const fields = new Map(node.fields.map((field) => [field.name, field]))
    return [{ resource, node, fields, told: told ?? null }]
  })
  return {
    all,
    named: new Map(all.map((kind) => [kind.resource.name, kind])),
    content: all.filter(({ node }) => node.isContent),
  }
}

/** Types that the schema itself defines. */
const ownTypes = [
  'Query',
  'Node',
  'Content',
  'ContentOrder',
  'DateTime',
  'Direction',
  'MediaSize',
  'Menu',
  'MenuItem',
  'PageInfo',
  'PostStatus',
  'Settings',
  'Term',
  'User',
  'Comment',
]
const ownFields = ['node', 'contentByUri', 'postsCount', 'search', 'settings']

/** Content of an owner may have the name of something else: the later one gets another name. */
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

/** The kind of a row, by the column that tells kinds apart. */
export function kindOf(row: Row, kinds: readonly Kind[]): Kind | undefined {
  const [only, ...others] = kinds
  if (others.length === 0) return only
  return kinds.find(({ told }) => told !== null && textOf(row, told.column) === told.value)
}

/** The column that tells these kinds apart; none for a single kind. */
export function telling(kinds: readonly Kind[]): readonly string[] {
  const columns = kinds.flatMap(({ told }) => (told ? [told.column] : []))
  return kinds.length > 1 ? [...new Set(columns)] : []
}
