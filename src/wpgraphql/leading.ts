// Resolvers of fields that lead from a node to others, edges and connections, by type and field name.
import type { GraphQLFieldResolver } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import { createBatches } from '../graphql/batch.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { nodesById } from '../graphql/nodes.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { createConnection, emptyConnection, listed, type ConnectionArgs } from './connection.ts'
import { contentTypeObject, taxonomyObject } from './directory.ts'
import { createEdge, createNodeReader } from './edges.ts'
import { keyOf, type WpKind, type WpNode } from './fields.ts'
import type { MenuAim } from './fields-menu-item.ts'
import { isCommentAuthor } from './fields-people.ts'
import { cursorOf, rowIdIn } from './ids.ts'
import { below, ofNode } from './lists-below.ts'
import type { WpKinds } from './kinds.ts'
import { commentList } from './list-comments.ts'
import { contentList, listedTogether } from './list-content.ts'
import { belowItem, inMenu, menuItemList } from './list-other.ts'
import type { Names } from './names.ts'
import { isOpen } from './open-fields.ts'
import { termList } from './list-terms.ts'
import { roleObject } from './site-objects.ts'
import { createAbove } from './term-ancestors.ts'
import { versionLeading } from './versions.ts'
import { isNode, wantedOf } from './wanted.ts'
import { just } from './where.ts'

export type Resolver = GraphQLFieldResolver<unknown, GraphContext>
export type Resolvers = Readonly<Record<string, Resolver>>

export function leadingResolvers(kinds: WpKinds): ReadonlyMap<string, Resolvers> {
  const { content, terms, user, comment, menu, menuItem } = kinds
  return new Map([
    ...content.map((kind) => [kind.type, contentLeading(kind, kinds)] as const),
    ...terms.map((kind) => [kind.type, termLeading(kind, kinds)] as const),
    ...(user ? [[user.type, userLeading(kinds)] as const] : []),
    ...(comment ? [[comment.type, commentLeading(comment, kinds)] as const] : []),
    ...(menu && menuItem ? menuLeading(menu, menuItem, kinds) : []),
  ])
}

function commentsBelow(name: string, column: string, comment: WpKind, { content }: WpKinds): Resolver {
  return below(name, column, async (where, filters, context) =>
    commentList(comment, where, filters, content, context),
  )
}

/** The kinds that the schema has lists of under these names. */
function listedAs(names: readonly Names[], { named }: WpKinds) {
  return names.flatMap(({ name, plural }) => {
    const kind = named.get(name)
    return kind ? [{ plural, kind }] : []
  })
}

function contentLeading(kind: WpKind, kinds: WpKinds): Resolvers {
  const { content, user, comment, named, contentTypes } = kinds
  const names = contentTypes.find(({ name }) => name === kind.resource.name)
  const ofParents = content.filter(
    ({ resource }) => resource.name !== 'attachment' || isOpen(resource, 'post'),
  )
  const carried = listedAs(names?.taxonomies ?? [], kinds)
  const termsOf = (taxonomies: readonly WpKind[], field: string) =>
    ofNode((id, where, context) => {
      const visible = visibilityOf(kind.resource, context.viewer, 'visibleAlone')
      return termList(taxonomies, where, [{ kind: 'of-post', visible, values: [id] }], context)
    }, field)
  const images = named.get('attachment')
  // The parent of a file may be of any kind, that of other content is of its own kind
  const above = kind === images ? content : [kind]
  return {
    ...Object.fromEntries(carried.map((each) => [each.plural, termsOf([each.kind], each.plural)])),
    terms: termsOf(
      carried.map((each) => each.kind),
      'terms',
    ),
    author: createEdge('author', user ? [user] : []),
    featuredImage: createEdge('featuredImage', images ? [images] : []),
    parent: createEdge('parent', kind.resource.name === 'post' ? [] : above),
    contentType: typeEdge(kinds),
    children: below('children', 'parent_id', (where, filters, context) =>
      contentList(listedTogether(ofParents, where), where, filters, kinds, context),
    ),
    ancestors: ancestorsOf(above, kinds),
    ...(comment ? { comments: commentsBelow('comments', 'post_id', comment, kinds) } : {}),
    ...versionLeading(kind, kinds),
  }
}

function typeEdge({ contentTypes }: WpKinds): Resolver {
  return (source, _, { site }) => {
    const name = isNode(source) ? String(keyOf(source, 'contentType')) : ''
    const names = contentTypes.find((each) => each.name === name)
    return names ? { cursor: cursorOf(name), node: contentTypeObject(names, site) } : null
  }
}

/** Lists ancestors, the nearest first, unless `where` filters or orders them. */
function ancestorsOf(above: readonly WpKind[], kinds: WpKinds): Resolver {
  const all = listOfIds('ancestors', above)
  const chosen = createConnection(async (source, where, context) => {
    const ids = isNode(source) ? keyOf(source, 'ancestors') : null
    if (!Array.isArray(ids) || ids.length === 0) return null
    const among = { kind: 'in', column: 'id', values: ids.map((id) => toIdValue(String(id))) } as const
    return contentList(listedTogether(above, where), { in: ids, ...where }, [among], kinds, context)
  })
  return byWhere(all, chosen)
}

/** Resolves a field by `chosen` where its `where` has a condition, else by `all`. */
function byWhere(all: Resolver, chosen: Resolver): Resolver {
  return (source, args: ConnectionArgs, ...others) => {
    const isAsked = Object.values(args.where ?? {}).some((value) => value !== null)
    return (isAsked ? chosen : all)(source, args, ...others)
  }
}

/** Lists the rows whose ids are the field's value, in that order; where `idsOf` is given, it reads the ids instead. */
function listOfIds(
  name: string,
  kinds: readonly WpKind[],
  idsOf?: (id: string, context: GraphContext) => Promise<readonly string[] | Failure>,
): Resolver {
  const batch = createBatches<readonly string[], ReadonlyMap<string, WpNode>>()
  return async (source, args: ConnectionArgs, context, info) => {
    if (!isNode(source)) return emptyConnection(source, args)
    const value = keyOf(source, name)
    const given = Array.isArray(value) ? value.map(String) : []
    const ids = value !== null && idsOf ? await idsOf(textOf(source.input.row, 'id'), context) : given
    if (isFailure(ids)) return refuse(ids, context)
    if (ids.length === 0) return emptyConnection(source, args)
    const found = await batch(context, info, [ids.join(), ids], (items) =>
      nodesById(
        [...new Set([...items.values()].flat())].map(toIdValue),
        wantedOf(kinds, info, [['nodes'], ['edges', 'node']], context),
        context,
      ),
    )
    if (isFailure(found)) return refuse(found, context)
    const nodes = ids.flatMap((id) => found.get(id) ?? [])
    return listed(nodes, (node) => textOf(node.input.row, 'id'), args)
  }
}

function termLeading(kind: WpKind, kinds: WpKinds): Resolvers {
  const taxonomy = kind.discriminator?.value ?? ''
  const names = kinds.taxonomies.find(({ name }) => name === taxonomy)
  const readAbove = createAbove(taxonomy, names?.definition.isHierarchical === true)
  const carriers = kinds.contentTypes.filter(({ taxonomies }) =>
    taxonomies.some(({ name }) => name === taxonomy),
  )
  const contentOf = (of: readonly WpKind[]): Resolver =>
    ofNode((id, where, context) =>
      contentList(of, where, [{ kind: 'term', taxonomy, by: 'id', values: [id] }], kinds, context),
    )
  const lists = listedAs(carriers, kinds)
  return {
    ...Object.fromEntries(lists.map((each) => [each.plural, contentOf([each.kind])])),
    contentNodes: contentOf(lists.map((each) => each.kind)),
    parent: createEdge('parent', [kind]),
    children: below('children', 'parent_id', (where, filters, context) =>
      termList([kind], where, filters, context),
    ),
    ancestors: listOfIds('ancestors', [kind], readAbove),
    taxonomy: () => names && { cursor: cursorOf(taxonomy), node: taxonomyObject(names) },
  }
}

function userLeading(kinds: WpKinds): Resolvers {
  const { comment } = kinds
  return {
    ...Object.fromEntries(
      listedAs(kinds.contentTypes, kinds).map(({ plural, kind }) => [
        plural,
        below(plural, 'author_id', (where, filters, context) =>
          contentList([kind], where, filters, kinds, context),
        ),
      ]),
    ),
    ...(comment ? { comments: commentsBelow('comments', 'author_id', comment, kinds) } : {}),
    roles: (source, args: ConnectionArgs, { site }) => {
      const names = isNode(source) ? keyOf(source, 'roles') : null
      if (!Array.isArray(names)) return null
      return listed(
        names.map((name) => roleObject(String(name), site)),
        ({ name }) => name,
        args,
      )
    },
  }
}

function commentLeading(comment: WpKind, kinds: WpKinds): Resolvers {
  const { content, user } = kinds
  const readUser = createNodeReader(user ? [user] : [], ['node'])
  return {
    author: async (source, _, context, info) => {
      const author = isNode(source) ? keyOf(source, 'author') : null
      if (!isCommentAuthor(author)) return null
      const { userId, guest, ipAddress } = author
      const node = (await readUser(userId, context, info)) ?? guest
      const { name, url, email } = guest
      return { cursor: null, node, name, url, email, ipAddress }
    },
    commentedOn: createEdge('commentedOn', content),
    parent: byWhere(createEdge('parent', [comment]), parentChosen(comment, kinds)),
    replies: commentsBelow('replies', 'parent_id', comment, kinds),
  }
}

/** The parent of a comment, if it meets `where`. */
function parentChosen(comment: WpKind, { content }: WpKinds): Resolver {
  const list = createConnection(
    async (source, where, context) => {
      const id = rowIdIn(isNode(source) ? keyOf(source, 'parent') : null, 'comment')
      return id === null ? null : commentList(comment, where, just('id', toIdValue(id)), content, context)
    },
    [['node']],
  )
  return async (...of) => (await list(...of)).edges[0] ?? null
}

function menuLeading(
  menu: WpKind,
  menuItem: WpKind,
  { content, terms }: WpKinds,
): readonly (readonly [string, Resolvers])[] {
  const readers = (path: readonly string[]) => {
    const [posts, ofTerms] = [createNodeReader(content, path), createNodeReader(terms, path)]
    const read: Resolver = async (source, _, context, info) => {
      const aim = isNode(source) ? keyOf(source, 'connectedNode') : null
      if (!isAim(aim)) return null
      return aim.kind === 'post' ? posts(aim.id, context, info) : ofTerms(aim.id, context, info)
    }
    return read
  }
  const readEdge = readers(['node'])
  return [
    [
      menu.type,
      {
        menuItems: ofNode(
          async (id, where, context) => menuItemList(menuItem, where, inMenu(id), context),
          'menuItems',
        ),
      },
    ],
    [
      menuItem.type,
      {
        menu: createEdge('menu', [menu]),
        childItems: ofNode(
          async (id, where, context) => menuItemList(menuItem, where, [belowItem(id)], context),
          'childItems',
        ),
        connectedObject: readers([]),
        connectedNode: async (...of) => {
          const node: unknown = await readEdge(...of)
          return isNode(node) ? { cursor: cursorOf(textOf(node.input.row, 'id')), node } : null
        },
      },
    ],
  ]
}

function isAim(value: unknown): value is MenuAim {
  return typeof value === 'object' && value !== null && 'id' in value && 'kind' in value
}
