// The schema of a site, with its resolvers: WPGraphQL's types over the registry's resources.
import {
  buildASTSchema,
  DirectiveLocation,
  getNamedType,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  type GraphQLObjectType,
} from 'graphql'
import { createBatches } from '../graphql/batch.ts'
import type { GraphContext } from '../graphql/context.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import { memberAt, textAt } from '../core/json-value.ts'
import { toIdValue } from '../database/filter.ts'
import { refuse } from '../graphql/context.ts'
import { nodesById } from '../graphql/nodes.ts'
import { readIconUrl } from '../related/site-icon.ts'
import { uriOf } from '../site/permalink.ts'
import { addedLeading, addedResolvers, addedRoots, addedText, rootType } from './added-types.ts'
import { costing } from '../graphql/cost.ts'
import { createConnection, emptyConnection, listed, type ConnectionArgs } from './connection.ts'
import { contentTypeObject, taxonomyObject } from './directory.ts'
import { createNodeReader } from './edges.ts'
import { addedDescriptions } from './descriptions/additions.ts'
import { describeSchema } from './descriptions/describe.ts'
import { expand } from './expand.ts'
import { valueOf, type WpKind } from './fields.ts'
import { cursorOf } from './ids.ts'
import { ownNodeFields, type WpKinds } from './kinds.ts'
import { leadingResolvers, type Resolver, type Resolvers } from './leading.ts'
import { contentList, listedTogether } from './list-content.ts'
import { termList } from './list-terms.ts'
import { loginPayload, loginResolver, loginText, mutationResolver, refreshResolver } from './mutations.ts'
import { rootResolvers } from './roots.ts'
import { settingRoots } from './site-objects.ts'
import { contentText } from './text-content.ts'
import { kindsText, mutationsOf, wheresOf, type Described } from './text-kinds.ts'
import { mutationText } from './text-mutations.ts'
import { siteText } from './text-site.ts'
import { isNode } from './wanted.ts'

export function createWpSchema(kinds: WpKinds, described: Described): GraphQLSchema {
  const logins = described.logsIn ? loginText.trim() : ''
  const text = [
    contentText,
    siteText,
    mutationsOf(mutationText, described),
    kindsText(described),
    logins,
  ].join('\n')
  const wheres = wheresOf(described)
  const has = fieldsIn(described.added.length === 0 ? '' : expand(text, wheres))
  const added = described.added.map((each) => addedText(each, namedTypes(kinds), has))
  const written = parse(expand([text, ...added].join('\n'), wheres), { noLocation: true })
  const schema = inOrder(buildASTSchema(written, { assumeValidSDL: true }))
  describeSchema(schema, { ...described, added: addedDescriptions(described.added, kinds) })
  const nodes = new Map([...kinds.named.values()].map((kind): readonly [string, WpKind] => [kind.type, kind]))
  const leadingOf = (type: string) => {
    const kind = nodes.get(type)
    return kind ? addedLeading(described.added, kind) : {}
  }
  const own = new Map<string, Resolvers>([
    ...[...leadingResolvers(kinds)].map(
      ([type, resolvers]) => [type, { ...leadingOf(type), ...resolvers }] as const,
    ),
    [rootType, { ...addedRoots(described.added), ...rootResolvers(kinds), ...settingRoots }],
    ['ContentType', contentTypeResolvers(kinds)],
    ['Taxonomy', taxonomyResolvers(kinds)],
    ['GeneralSettings', iconResolvers(kinds)],
    [
      'RootMutation',
      { login: loginResolver, refreshToken: refreshResolver, refreshJwtAuthToken: refreshResolver },
    ],
    ['LoginPayload', loginPayload(kinds)],
    ...addedResolvers(described.added, kinds),
  ])
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__')) resolve(type, own.get(type.name) ?? {}, nodes)
  return schema
}

/** Types in the order in which the roots lead to them, and directives with their places, as WPGraphQL lists them. */
function inOrder(schema: GraphQLSchema): GraphQLSchema {
  const { query, mutation, types, directives, ...others } = schema.toConfig()
  const led = Object.values(new GraphQLSchema({ query, mutation, assumeValid: true }).getTypeMap())
  const deprecated = new GraphQLDirective({
    ...GraphQLDeprecatedDirective.toConfig(),
    locations: [
      DirectiveLocation.FIELD_DEFINITION,
      DirectiveLocation.ENUM_VALUE,
      DirectiveLocation.ARGUMENT_DEFINITION,
      DirectiveLocation.INPUT_FIELD_DEFINITION,
    ],
  })
  return new GraphQLSchema({
    ...others,
    query,
    mutation,
    types: [...new Set([...led, ...types])],
    directives: directives.map((each) => (each.name === deprecated.name ? deprecated : each)),
    assumeValid: true,
  })
}

/** Creates a test for the fields of object types in a schema. */
function fieldsIn(text: string): (type: string, field: string) => boolean {
  if (text === '') return () => false
  const { definitions } = parse(text, { noLocation: true })
  const fields = new Set(
    definitions.flatMap((each) =>
      each.kind === Kind.OBJECT_TYPE_DEFINITION
        ? (each.fields ?? []).map(({ name }) => `${each.name.value}.${name.value}`)
        : [],
    ),
  )
  return (type, field) => fields.has(`${type}.${field}`)
}

function namedTypes({ named }: WpKinds) {
  return [...named].map(([name, { type }]) => ({ name, type }))
}

/** Sets the resolver of each field: its own, else the value of the node's kind, else the default, a member of the object. */
function resolve(type: GraphQLObjectType, own: Resolvers, nodes: ReadonlyMap<string, WpKind>): void {
  for (const field of Object.values(type.getFields())) {
    const named = getNamedType(field.type).name
    const resolver =
      own[field.name] ??
      (type.name === 'RootMutation' ? mutationResolver : null) ??
      (/^\w+Connection$/.test(named) ? emptyConnection : null) ??
      (nodes.has(type.name) ? nodeValue : null)
    if (resolver) field.resolve = resolver
    const cost = costOf(field.name, type.name, nodes)
    if (cost !== null) field.extensions = { ...field.extensions, ...costing(cost).extensions }
  }
}

/** Connections and edges cost nothing, and plain columns little, because documents of this schema select many of both. */
function costOf(field: string, type: string, nodes: ReadonlyMap<string, WpKind>): number | null {
  if (/Connection(?:Edge|PageInfo)?$/.test(type)) return 0
  const value = nodes.get(type)?.fields.get(field)
  return value === undefined || value.needs || value.cost !== undefined ? (value?.cost ?? null) : 0.25
}

const nodeValue: Resolver = (source, args: Readonly<Record<string, unknown>>, context, { fieldName }) =>
  isNode(source) ? valueOf(source, fieldName, args, context) : memberOf(source, fieldName, args)

function memberOf(source: unknown, name: string, args: unknown): unknown {
  const member = memberAt(source, name)
  return typeof member === 'function' ? member(args) : member
}

/** Resolves an interface's object to its type. */
export function typeOf(value: unknown): string | undefined {
  if (isNode(value)) return value.kind.type
  return typeof value === 'object' && value !== null && '__typename' in value
    ? String(value['__typename'])
    : undefined
}

function contentTypeResolvers(kinds: WpKinds): Resolvers {
  const { named, contentTypes } = kinds
  const page = named.get('page')
  const batch = createBatches<string, string | null>()
  return {
    contentNodes: createConnection(async (source, where, context) => {
      const kind = named.get(textAt(source, 'name'))
      return kind ? contentList(listedTogether([kind], where), where, [], kinds, context) : null
    }),
    connectedTaxonomies: (source, args: ConnectionArgs) => {
      const names = contentTypes.find(({ name }) => name === textAt(source, 'name'))
      return listed((names?.taxonomies ?? []).map(taxonomyObject), ({ name }) => name, args)
    },
    uri: async (source, args, context, info) => {
      const id = memberOf(source, 'postsPage', args)
      if (typeof id !== 'string' || !page) return memberOf(source, 'uri', args)
      const uri = await batch(context, info, [id, id], () => addressOf(id, page, context))
      return isFailure(uri) ? refuse(uri, context) : uri
    },
  }
}

/** The path of a page, also of one that shows something else, as the posts page does. */
async function addressOf(id: string, page: WpKind, context: GraphContext): Promise<string | null | Failure> {
  const link = page.fields.get('link')
  if (!link) return null
  const needs = link.needs?.(context.site) ?? {}
  const wanted = { kinds: [page], columns: ['id', ...link.columns], needs, isGuarded: false }
  const found = await nodesById([toIdValue(id)], wanted, context)
  if (isFailure(found)) return found
  const node = found.get(id)
  return node ? uriOf(String(link.value(node.input)), context.site) : null
}

function taxonomyResolvers(kinds: WpKinds): Resolvers {
  const { named, contentTypes } = kinds
  return {
    connectedTerms: createConnection(async (source, where, context) => {
      const kind = named.get(textAt(source, 'name'))
      return kind ? termList([kind], where, [], context) : null
    }),
    connectedContentTypes: (source, args: ConnectionArgs, { site }) => {
      const carriers = contentTypes.filter(({ taxonomies }) =>
        taxonomies.some(({ name }) => name === textAt(source, 'name')),
      )
      return listed(
        carriers.map((names) => contentTypeObject(names, site)),
        ({ name }) => name,
        args,
      )
    },
  }
}

function iconResolvers({ named }: WpKinds): Resolvers {
  const files = named.get('attachment')
  const read = createNodeReader(files ? [files] : [], ['node'])
  return {
    siteIcon: async (_, __, context, info) => {
      const id = context.site.option('site_icon')
      const node = await read(id, context, info)
      return node && { cursor: cursorOf(id), node }
    },
    siteIconUrl: async (_, { size }: { readonly size?: number | null }, context) => {
      const url = await readIconUrl(context.site, context.reading, size ?? undefined)
      return isFailure(url) ? refuse(url, context) : url || null
    },
  }
}

/** The fields that extensions added to content, in the short form, by the name of the content type. */
export function ownFieldsOf(kinds: WpKinds): ReadonlyMap<string, readonly string[]> {
  return new Map(
    kinds.content.map(({ resource }) => [
      resource.name,
      ownNodeFields(resource).map(
        ({ name, type }) => `${name}: ${typeof type === 'string' ? plainType(type) : 'String'}`,
      ),
    ]),
  )
}

/** Converts a scalar to one that this schema has: times and statuses are strings. */
function plainType(type: string): string {
  return type.replace(/DateTime|PostStatus/g, 'String').replaceAll('!', '')
}
