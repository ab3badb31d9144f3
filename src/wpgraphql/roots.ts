// Resolvers of the fields of RootQuery: single objects, and lists of rows of a kind.
import { GraphQLError } from 'graphql'
import { readAt, readNode } from './addresses.ts'
import { createConnection, emptyConnection, listed, type ConnectionArgs } from './connection.ts'
import { contentTypeObject, taxonomyObject } from './directory.ts'
import { globalId } from './ids.ts'
import type { WpKinds } from './kinds.ts'
import type { Resolver, Resolvers } from './leading.ts'
import { commentList } from './list-comments.ts'
import { contentList, listedTogether } from './list-content.ts'
import { menuItemList, menuList, userList } from './list-other.ts'
import { termList } from './list-terms.ts'
import { enumName } from './names.ts'
import { nodeOf } from './any-node.ts'
import {
  contentAimed,
  contentFilter,
  contentPreviewed,
  contentVersion,
  isRevised,
  menuFilter,
  nameAsked,
  noFilter,
  single,
  termAimed,
  userFilter,
  type SingleArgs,
} from './single.ts'
import { roleObject, rolesFor, themeObject } from './site-objects.ts'

export function rootResolvers(kinds: WpKinds): Resolvers {
  const { content, terms, user, comment, menu, menuItem, contentTypes, taxonomies } = kinds
  const revisions = emptyConnection
  return {
    ...Object.fromEntries(contentTypes.flatMap((names) => ofContent(names, kinds))),
    ...Object.fromEntries(taxonomies.flatMap((names) => ofTaxonomy(names, kinds))),
    contentNodes: createConnection((_, where, context) =>
      contentList(listedTogether(content, where), where, [], kinds, context),
    ),
    contentNode: async (_, args: SingleArgs, context, info) => {
      const preview = await contentPreviewed(args, kinds, context, info)
      if (preview !== null) return preview
      const aimed = await contentAimed(args, kinds, context)
      if (aimed === null) return contentVersion(args, kinds, context, info)
      if (args.asPreview === true && (await isRevised(aimed.id, context))) return null
      return readNode(aimed.id, aimed.kind, context, info)
    },
    terms: createConnection((_, where, context) => termList(terms, where, [], context)),
    termNode: async (_, args: SingleArgs, context, info) => {
      const asked = terms.filter(({ type }) => !args['taxonomy'] || enumName(type) === args['taxonomy'])
      const aimed = await termAimed(args, asked, kinds, context)
      return aimed === null ? null : readNode(aimed.id, aimed.kind, context, info)
    },
    ...(user
      ? {
          users: createConnection(async (_, where, context) => userList(user, where, content, context)),
          user: single(user, kinds, userFilter),
        }
      : {}),
    ...(comment
      ? {
          comments: createConnection(async (_, where, context) =>
            commentList(comment, where, [], content, context),
          ),
          comment: single(comment, kinds, noFilter),
        }
      : {}),
    ...(menu
      ? {
          menus: createConnection(async (_, where, context) => menuList(menu, where, context)),
          menu: single(menu, kinds, menuFilter),
        }
      : {}),
    ...(menuItem
      ? {
          menuItems: createConnection(async (_, where, context) =>
            menuItemList(menuItem, where, [], context),
          ),
          menuItem: single(menuItem, kinds, noFilter),
        }
      : {}),
    node: (_, { id }: SingleArgs, context, info) => nodeOf(id ?? '', kinds, context, info),
    nodeByUri: (_, { uri }: { readonly uri?: string }, context, info) =>
      readAt(uri ?? '', kinds, context, info),
    contentTypes: (_, args: ConnectionArgs, { site }) =>
      listed(
        contentTypes.map((names) => contentTypeObject(names, site)),
        ({ name }) => name,
        args,
      ),
    contentType: (_, { id, idType }: SingleArgs, { site }) => {
      const name = nameAsked(id, idType, 'post_type')
      const names = contentTypes.find((each) => each.name === name)
      return names ? contentTypeObject(names, site) : null
    },
    taxonomies: (_, args: ConnectionArgs) => listed(taxonomies.map(taxonomyObject), ({ name }) => name, args),
    taxonomy: (_, { id, idType }: SingleArgs) => {
      const name = nameAsked(id, idType, 'taxonomy')
      const names = taxonomies.find((each) => each.name === name)
      return names ? taxonomyObject(names) : null
    },
    viewer: (_, __, context, info) =>
      user && context.viewer.kind === 'user' ? readNode(context.viewer.id, user, context, info) : null,
    userRoles: (_, args: ConnectionArgs, context) =>
      listed(
        rolesFor(context).map((name) => roleObject(name, context.site)),
        ({ name }) => name,
        args,
      ),
    userRole: (_, { id }: SingleArgs, context) => {
      const name = rolesFor(context).find((each) => globalId('user_role', each) === id)
      return name === undefined ? null : roleObject(name, context.site)
    },
    themes: (_, args: ConnectionArgs, { site }) => listed([themeObject(site)], ({ slug }) => slug, args),
    theme: (_, { id }: SingleArgs, { site }) =>
      id === globalId('theme', site.option('stylesheet')) || id === site.option('stylesheet')
        ? themeObject(site)
        : null,
    revisions,
  }
}

function ofContent(
  { name, single: field, plural }: WpKinds['contentTypes'][number],
  kinds: WpKinds,
): readonly (readonly [string, Resolver])[] {
  const kind = kinds.named.get(name)
  if (!kind) return []
  const read = single(kind, kinds, contentFilter)
  return [
    [plural, createConnection((_, where, context) => contentList([kind], where, [], kinds, context))],
    [field, read],
    [
      `${field}By`,
      (source, args: SingleArgs, context, info) => read(source, newArgs(args, field), context, info),
    ],
  ]
}

/** Converts the arguments of deprecated fields (`postBy`) to `id` and `idType`. */
function newArgs(args: SingleArgs, field: string): SingleArgs {
  const { id, uri, slug } = args
  const row = args[`${field}Id`]
  if (typeof id === 'string') return { id, idType: 'ID' }
  if (typeof row === 'number') return { id: String(row), idType: 'DATABASE_ID' }
  if (typeof uri === 'string') return { id: uri, idType: 'URI' }
  if (typeof slug === 'string') return { id: slug, idType: 'SLUG' }
  throw new GraphQLError(`${field}By needs one of its arguments.`)
}

function ofTaxonomy(
  { name, single: field, plural }: WpKinds['taxonomies'][number],
  kinds: WpKinds,
): readonly (readonly [string, Resolver])[] {
  const kind = kinds.named.get(name)
  if (!kind) return []
  return [
    [plural, createConnection((_, where, context) => termList([kind], where, [], context))],
    [
      field,
      async (_, args: SingleArgs, context, info) => {
        const aimed = await termAimed(args, [kind], kinds, context)
        return aimed === null ? null : readNode(aimed.id, aimed.kind, context, info)
      },
    ],
  ]
}
