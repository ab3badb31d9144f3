// Builds the schema from the resources that are nodes, in both views. A later version may add to the schema, and takes nothing away.
import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  validateSchema,
  type GraphQLArgumentConfig,
  type GraphQLFieldConfig,
} from 'graphql'
import { mapValues } from '../core/map-values.ts'
import { hasPreviews } from '../planner/preview.ts'
import { argSchema } from '../registry/arg-schema.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { changeFields } from './change-fields.ts'
import { createListResolver } from './connection.ts'
import type { GraphContext } from './context.ts'
import { kindsOf, type Kind, type Kinds } from './kinds.ts'
import { declaredArgs } from './declared-filters.ts'
import { createReadList, termArg } from './list-args.ts'
import { windowArgs } from './node-fields.ts'
import { createNodeTypes, type NodeTypes } from './node-types.ts'
import { createOffsetResolver, resolveCount } from './offset-list.ts'
import { ContentOrder, Direction } from './scalars.ts'
import { queryField, type QueryField } from './query-fields.ts'
import { createReadSearch } from './search.ts'
import { settingsField } from './settings.ts'
import { createByUriResolver, createNodeResolver, createSingleResolver } from './single.ts'
import type { Views } from './views.ts'
import type { PageSizes } from './window.ts'

export interface SchemaOptions {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  /** The names of the content types that a search of the site covers. */
  readonly searched: readonly string[]
  readonly pageSizes: PageSizes
  /** Fields of Query that extensions define. */
  readonly queries: readonly QueryField[]
  /** True where clients may subscribe. */
  readonly isLive: boolean
}

type RootField = GraphQLFieldConfig<unknown, GraphContext>
type RootFields = Readonly<Record<string, RootField>>

/** Both views of Query, which differ in `posts`; or a sentence that says why the schema or a field of an extension is invalid. */
export function createViews({
  resources,
  searched,
  pageSizes,
  queries,
  isLive,
}: SchemaOptions): Views | { readonly broken: string } {
  const kinds = kindsOf(resources)
  const types = createNodeTypes(kinds, pageSizes)
  const posts = kinds.named.get('post')
  // Both views of posts have the same types of arguments
  const ofPosts = posts ? declaredArgs(posts) : {}
  const declaredOf = (kind: Kind) => (kind === posts ? ofPosts : declaredArgs(kind))
  const allLists = Object.fromEntries(
    kinds.all.flatMap((kind) => lists(kind, kinds, types, { pageSizes, declaredOf })),
  )
  const fields: Record<string, RootField> = {
    ...allLists,
    ...Object.fromEntries(kinds.all.flatMap((kind) => singles(kind, types))),
    ...(posts ? { postsCount: countField(posts) } : {}),
    ...searchField(kinds, types, searched, pageSizes),
    ...byAnything(kinds, types),
    settings: settingsField(kinds, types),
  }
  for (const query of queries) {
    const config = query.name in fields ? 'there is one already' : queryField(query, kinds, types)
    if (typeof config === 'string') return { broken: `${query.from}: its query ${query.name}: ${config}` }
    fields[query.name] = config
  }
  const live: RootFields = {
    ...allLists,
    ...Object.fromEntries(kinds.all.flatMap((kind) => changeFields(kind, types))),
  }
  const schemaOf = (own: RootFields) =>
    new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        description: 'The fields that a query begins with.',
        fields: { ...fields, ...own },
      }),
      ...(isLive ? { subscription: subscriptionType({ ...live, ...own }) } : {}),
      types: types.all,
    })
  const offset = posts ? { posts: offsetField(posts, types, { pageSizes, declared: ofPosts }) } : {}
  try {
    const views = { cursor: schemaOf({}), offset: schemaOf(offset) }
    const [problem] = validateSchema(views.cursor)
    return problem ? { broken: `the GraphQL schema: ${problem.message}` } : views
  } catch (error) {
    // Two types have one name, or a name is invalid
    return { broken: `the GraphQL schema: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function subscriptionType(fields: RootFields): GraphQLObjectType {
  return new GraphQLObjectType({
    name: 'Subscription',
    description:
      'Lists that are sent again after each change, and events for changed content. Both have only what is public.',
    fields,
  })
}

function lists(
  kind: Kind,
  kinds: Kinds,
  types: NodeTypes,
  { pageSizes, declaredOf }: { readonly pageSizes: PageSizes; readonly declaredOf: typeof declaredArgs },
): readonly (readonly [string, RootField])[] {
  const { connection } = kind.node
  if (connection === null) return []
  const declared = declaredOf(kind)
  const field: RootField = {
    type: new GraphQLNonNull(types.connection(types.of(kind))),
    description: `A list of items, ${kind.node.order.descending ? 'the newest first' : `ordered by ${kind.node.order.column}`}.`,
    args: { ...windowArgs, ...listArgs(kind, kinds), ...declared },
    resolve: createListResolver([kind], createReadList(kind, kinds), pageSizes),
  }
  return [[connection, field]]
}

function listArgs(
  { node, resource }: Kind,
  { named, status }: Kinds,
): Readonly<Record<string, GraphQLArgumentConfig>> {
  const isComments = resource.source === 'comments'
  const isMenus = resource.name === 'nav_menu'
  const served = resource.taxonomies.filter(({ name }) => named.has(name))
  const terms = served.map((taxonomy): readonly [string, GraphQLArgumentConfig] => [
    termArg(taxonomy, named),
    { type: GraphQLID, description: 'Only items with this term are listed; its id or its slug.' },
  ])
  return {
    ...(node.statuses
      ? {
          status: {
            type: status,
            description:
              'Only items of this status are listed. Viewers without edit rights may ask for public statuses only.',
          },
        }
      : {}),
    ...(isComments
      ? {}
      : { search: { type: GraphQLString, description: 'Only items that contain these words are listed.' } }),
    ...Object.fromEntries(terms),
    ...('author' in resource.args && node.isContent
      ? {
          author: {
            type: GraphQLID,
            description: 'Only items of this author are listed; the id or the slug of the user.',
          },
        }
      : {}),
    ...mapValues(node.args ?? {}, ({ schema }, name) => ({
      type: GraphQLString,
      description: argSchema(schema).description ?? name,
    })),
    ...(isComments && 'post' in resource.args
      ? { post: { type: GraphQLID, description: 'Only comments on this content are listed.' } }
      : {}),
    ...(isMenus
      ? {
          location: {
            type: GraphQLString,
            description: 'Only menus that are assigned to this location of the theme are listed.',
          },
        }
      : {}),
    ...(node.orders
      ? {
          orderBy: { type: ContentOrder, description: 'The property that the list is ordered by.' },
          order: { type: Direction, description: 'The direction of the order.' },
        }
      : {}),
  }
}

function singles(kind: Kind, types: NodeTypes): readonly (readonly [string, RootField])[] {
  const { single, isContent } = kind.node
  if (single === null) return []
  const hasSlug = kind.resource.fields.some(({ name }) => name === 'slug')
  const field: RootField = {
    type: types.of(kind),
    description:
      'One item, found by exactly one of these arguments; null if the viewer may see no such item.',
    args: {
      id: { type: GraphQLID, description: 'Its id, with or without its prefix, such as `post:`.' },
      ...(hasSlug ? { slug: { type: GraphQLString, description: 'Its slug.' } } : {}),
      ...(isContent ? { uri: { type: GraphQLString, description: 'Its address on the site.' } } : {}),
      ...(hasPreviews(kind.resource) ? { asPreview } : {}),
    },
    resolve: createSingleResolver(kind),
  }
  return [[single, field]]
}

const asPreview: GraphQLArgumentConfig = {
  type: GraphQLBoolean,
  description:
    'Whether to return the texts of the newest version, for viewers who may edit the item or have a preview token for it.',
}

function countField(posts: Kind): RootField {
  return {
    type: new GraphQLNonNull(GraphQLInt),
    description: 'The number of published posts.',
    resolve: (_, __, context) => resolveCount(posts, context),
  }
}

function searchField(
  kinds: Kinds,
  types: NodeTypes,
  searched: readonly string[],
  pageSizes: PageSizes,
): RootFields {
  const found = kinds.content.filter(({ resource }) => searched.includes(resource.name))
  const [first] = found
  if (!first) return {}
  return {
    search: {
      type: new GraphQLNonNull(types.connection(types.content)),
      description: 'Content of the site that contains the words, the newest first.',
      args: {
        text: { type: new GraphQLNonNull(GraphQLString), description: 'The words to search for.' },
        ...windowArgs,
      },
      resolve: createListResolver(found, createReadSearch(first, found), pageSizes),
    },
  }
}

function byAnything(kinds: Kinds, types: NodeTypes): RootFields {
  return {
    node: {
      type: types.node,
      description: 'The object with this id; null if the viewer may see no such object.',
      args: { id: { type: new GraphQLNonNull(GraphQLID), description: 'The `id` of a node.' } },
      resolve: createNodeResolver(kinds),
    },
    contentByUri: {
      type: types.content,
      description: 'The content at this address of the site; null if the viewer may see no such content.',
      args: {
        uri: {
          type: new GraphQLNonNull(GraphQLString),
          description: 'A path, or a whole address of the site.',
        },
      },
      resolve: createByUriResolver(kinds),
    },
  }
}

function offsetField(
  posts: Kind,
  types: NodeTypes,
  {
    pageSizes,
    declared,
  }: { readonly pageSizes: PageSizes; readonly declared: ReturnType<typeof declaredArgs> },
): RootField {
  return {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.of(posts)))),
    description: 'A list of posts, the newest first.',
    args: {
      limit: {
        type: GraphQLInt,
        description: 'The number of posts to return.',
        default: { value: pageSizes.fallback },
      },
      offset: { type: GraphQLInt, description: 'The number of posts to skip.', default: { value: 0 } },
      ...declared,
    },
    resolve: createOffsetResolver(posts, pageSizes),
  }
}
