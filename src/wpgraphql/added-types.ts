// Types and fields that extensions add to this schema: their short form, without those whose name is taken, and the resolvers of
// members that lead to nodes.
import { counter } from '../core/counter.ts'
import { isFailure } from '../core/failure.ts'
import { memberAt } from '../core/json-value.ts'
import { refuse } from '../graphql/context.ts'
import type { Filter } from '../database/filter.ts'
import type { Site } from '../site/site.ts'
import type {
  GraphObject,
  GraphRelation,
  GraphRoot,
  GraphType,
  GraphTypes,
  GraphWhere,
} from '../registry/graph-types.ts'
import { useOfAll } from '../related/relation.ts'
import { readNeeded } from '../related/relations.ts'
import { listed, type ConnectionArgs } from './connection.ts'
import { createNodeReader } from './edges.ts'
import { valueOf, type WpFields, type WpKind } from './fields.ts'
import { cursorOf } from './ids.ts'
import type { WpKinds } from './kinds.ts'
import type { Resolver, Resolvers } from './leading.ts'
import { isNode } from './wanted.ts'

const nodeTypes: Readonly<Record<GraphRelation['to'], string>> = {
  content: 'ContentNode',
  files: 'MediaItem',
  terms: 'TermNode',
  users: 'User',
}

/** Removes types whose name is invalid or taken, and members that refer to a removed type. */
export function fitting(added: GraphTypes, taken: ReadonlySet<string>): GraphTypes {
  const isName = (name: string) => /^[A-Za-z]\w{0,200}$/.test(name)
  const seen = new Set(taken)
  const types = added.types.filter((type) => {
    const isFree = isName(type.name) && !seen.has(type.name)
    seen.add(type.name)
    return isFree && (type.kind !== 'enum' || type.values.some(isName))
  })
  const kept = new Set(types.map(({ name }) => name))
  const isThere = (type: string) => !added.types.some(({ name }) => name === type) || kept.has(type)
  const named = (type: string) => type.replace(/^\(.*\): /, '').replace(/\W/g, '')
  /** True where all types of a member exist, also those of its arguments. */
  const isWhole = (member: string | GraphRelation) =>
    typeof member !== 'string' || (member.match(/\w+/g) ?? []).every(isThere)
  const whole = types.flatMap((type): readonly GraphType[] => {
    if (type.kind === 'enum') return [{ ...type, values: type.values.filter(isName) }]
    const members = Object.entries(type.members).filter(([name, member]) => isName(name) && isWhole(member))
    return members.length === 0 ? [] : [{ ...type, members: Object.fromEntries(members) }]
  })
  const ofKept = <T extends { readonly type: string; readonly leads?: unknown }>(
    all: Readonly<Record<string, T>>,
  ) =>
    Object.fromEntries(
      Object.entries(all).filter(
        ([name, { type, leads }]) =>
          isName(name) && isWhole(type) && (leads !== undefined || kept.has(named(type))),
      ),
    )
  return {
    types: whole,
    fields: new Map([...added.fields].map(([resource, fields]) => [resource, ofKept(fields)])),
    roots: ofKept(added.roots ?? {}),
    wheres: new Map([...(added.wheres ?? [])].map(([resource, wheres]) => [resource, ofKept(wheres)])),
  }
}

/** The names of types in a short form. */
export function typesIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^(?:type|interface|enum|union|input) (\w+)/gm)].map(([, name = '']) => name),
  )
}

/** Writes added types and fields in the short form, without fields that the schema already `has`. */
export function addedText(
  { types, fields, roots = {} }: GraphTypes,
  kinds: readonly { readonly name: string; readonly type: string }[],
  has: (type: string, field: string) => boolean,
): string {
  return [
    ...types.map(typeText),
    ...Object.entries(roots).flatMap(([name, { type }]) =>
      has(rootType, name) ? [] : [`type ${rootType}\n  ${memberText(name, type)}`],
    ),
    ...kinds.flatMap(({ name, type }) =>
      Object.entries(fields.get(name) ?? {}).flatMap(([field, { type: of, interface: above }]) =>
        has(type, field)
          ? []
          : [`type ${type}${above === undefined ? '' : ` : ${above}`}\n  ${memberText(field, of)}`],
      ),
    ),
  ].join('\n')
}

function typeText(added: GraphType): string {
  if (added.kind === 'enum') return `enum ${added.name} ${added.values.join(' ')}`
  const { kind, name, interfaces, members } = added
  const head = `${kind} ${name}${interfaces.length === 0 ? '' : ` : ${interfaces.join(' ')}`}`
  const lines = Object.entries(members).map(([member, type]) =>
    typeof type === 'string'
      ? memberText(member, type)
      : `${member} ${type.isList ? '->' : '=>'} ${type.named} ${nodeTypes[type.to]}`,
  )
  return [head, ...lines].join('\n  ')
}

function memberText(name: string, type: string): string {
  return type.startsWith('(') ? name + type : `${name}: ${type}`
}

export const rootType = 'RootQuery'

/** Makes the resolvers of fields of RootQuery that extensions add; the first of a name counts. */
export function addedRoots(added: readonly GraphTypes[]): Resolvers {
  const roots = added.flatMap(({ roots: of = {} }) => Object.entries(of))
  return Object.fromEntries(roots.toReversed().map(([name, root]) => [name, rootResolver(root)]))
}

function rootResolver({ row, needs, value }: GraphRoot): Resolver {
  return async (_, args: Readonly<Record<string, unknown>>, context) => {
    const { reading, site, viewer } = context
    const found = await readNeeded(reading, [row], needs?.(site, args) ?? {}, viewer)
    if (isFailure(found)) return refuse(found, context)
    const { count } = counter()
    return value({
      row,
      context: 'view',
      site,
      needed: found(useOfAll(reading)),
      unlocked: false,
      args,
      count,
    })
  }
}

/** Fields that extensions add to a resource. */
export function addedFields(added: readonly GraphTypes[], resource: string, own: WpFields): WpFields {
  const fields = added.flatMap(({ fields: of }) => Object.entries(of.get(resource) ?? {}))
  return Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(own, name)))
}

/** Members of `where` that extensions add to the lists of a resource. */
export function addedWheres(added: readonly GraphTypes[], resource: string): ReadonlyMap<string, GraphWhere> {
  return new Map(added.flatMap(({ wheres }) => Object.entries(wheres?.get(resource) ?? {})))
}

/** The filters of a list by what extensions added to `where`. */
export function addedFilters(
  kinds: readonly WpKind[],
  where: Readonly<Record<string, unknown>>,
  site: Site,
): readonly Filter[] {
  const wheres = new Map(kinds.flatMap((kind) => [...kind.wheres]))
  return [...wheres].flatMap(([name, { filters }]) => {
    const value = where[name]
    return value === undefined || value === null ? [] : filters(value, site)
  })
}

export function addedResolvers(
  added: readonly GraphTypes[],
  kinds: WpKinds,
): readonly (readonly [string, Resolvers])[] {
  return added.flatMap(({ types: all }) => {
    const types = all.filter((type) => type.kind !== 'enum')
    const byName = new Map(types.map((type) => [type.name, type]))
    const inherited = ({ interfaces, members }: GraphObject): GraphObject['members'] =>
      Object.assign({}, ...interfaces.map((each) => byName.get(each)?.members ?? {}), members)
    return types.map(
      (type) =>
        [
          type.name,
          Object.fromEntries(
            Object.entries(inherited(type)).flatMap(([member, of]) =>
              typeof of === 'string' ? [] : [[member, leading(member, of, kinds)] as const],
            ),
          ),
        ] as const,
    )
  })
}

/** Makes the resolvers of fields of extensions that lead to nodes of the same kind. */
export function addedLeading(added: readonly GraphTypes[], kind: WpKind): Resolvers {
  const read = createNodeReader([kind], [])
  const fields = added.flatMap(({ fields: of }) => Object.entries(of.get(kind.resource.name) ?? {}))
  return Object.fromEntries(
    fields.flatMap(([name, { leads }]): readonly (readonly [string, Resolver])[] => {
      if (leads === undefined) return []
      const resolver: Resolver = async (source, args: Readonly<Record<string, unknown>>, context, info) => {
        const value = isNode(source) ? await valueOf(source, name, args, context) : null
        if (leads === 'to-one') return read(value, context, info)
        const ids = Array.isArray(value) ? value.slice(0, idsMax) : []
        const nodes = await Promise.all(ids.map((id) => read(id, context, info)))
        return nodes.filter((node) => node !== null)
      }
      return [[name, resolver]]
    }),
  )
}

const idsMax = 200

function leading(member: string, { to, isList }: GraphRelation, kinds: WpKinds): Resolver {
  const targets = targetsOf(to, kinds)
  const readListed = createNodeReader(targets, ['nodes'], ['edges', 'node'])
  const readOne = createNodeReader(targets, ['node'])
  return async (source, args: ConnectionArgs, context, info) => {
    const value = memberAt(source, member) ?? null
    if (value === null) return null
    const ids = (Array.isArray(value) ? value : [value]).map(String).slice(0, idsMax)
    if (!isList) {
      const node = await readOne(ids[0], context, info)
      return node && { cursor: cursorOf(ids[0] ?? ''), node }
    }
    const nodes = await Promise.all(
      ids.map(async (id) => ({ id, node: await readListed(id, context, info) })),
    )
    const found = nodes.filter(({ node }) => node !== null)
    const connection = listed(found, ({ id }) => id, args)
    return withNodes(connection)
  }
}

function withNodes({ edges, pageInfo }: ReturnType<typeof listed>) {
  const shown = edges.map(({ cursor, node }) => ({ cursor, node: memberAt(node, 'node') }))
  return { edges: shown, nodes: shown.map(({ node }) => node), pageInfo }
}

function targetsOf(to: GraphRelation['to'], { content, terms, user }: WpKinds): readonly WpKind[] {
  switch (to) {
    case 'content':
      return content
    case 'files':
      return content.filter(({ resource }) => resource.name === 'attachment')
    case 'terms':
      return terms
    case 'users':
      return user ? [user] : []
  }
}
