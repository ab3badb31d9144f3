// Fields that lead from a node to others: edges and connections, by the types of the schema and their names.
import type { GraphQLFieldResolver } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue, type Filter, type Scalar } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import { createBatches } from '../graphql/batch.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { nodesById } from '../graphql/nodes.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { createConnection, emptyConnection, listed, type ConnectionArgs, type ListOf } from './connection.ts'
import { contentTypeObject, taxonomyObject } from './directory.ts'
import { createEdge, createNodeReader } from './edges.ts'
import { isProtected, keyOf, type WpKind, type WpNode } from './fields.ts'
import type { MenuAim } from './fields-menu-item.ts'
import type { CommentAuthor } from './fields-people.ts'
import { cursorOf } from './ids.ts'
import type { WpKinds } from './kinds.ts'
import { contentList } from './list-content.ts'
import { belowItem, commentList, inMenu, menuItemList } from './list-other.ts'
import { termList } from './list-terms.ts'
import { createAbove } from './term-ancestors.ts'
import { isNode, wantedOf } from './wanted.ts'

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

/** A list that belongs to a node, by what its rows have to be; empty where the owner closed what it is found by. */
function below(
  name: string,
  filterOf: (id: Scalar) => Filter,
  list: (where: Parameters<ListOf>[1], filter: Filter, context: GraphContext) => ReturnType<ListOf>,
): Resolver {
  return createConnection(async (source, where, context) =>
    isNode(source) && !isProtected(source) && keyOf(source, name) !== null
      ? list(where, filterOf(toIdValue(textOf(source.input.row, 'id'))), context)
      : null,
  )
}

function contentLeading(kind: WpKind, kinds: WpKinds): Resolvers {
  const { content, user, comment, named, contentTypes } = kinds
  const names = contentTypes.find(({ name }) => name === kind.resource.name)
  const articles = content.filter(({ resource }) => resource.name !== 'attachment')
  const carried = (names?.taxonomies ?? []).flatMap(({ name, plural }) => {
    const taxonomy = named.get(name)
    return taxonomy ? [{ plural, taxonomy }] : []
  })
  const termsOf = (taxonomies: readonly WpKind[]) =>
    createConnection(async (source, where, context) => {
      if (!isNode(source) || isProtected(source)) return null
      const visible = visibilityOf(source.kind.resource, context.viewer, 'visibleAlone')
      const values = [toIdValue(textOf(source.input.row, 'id'))]
      return termList(taxonomies, where, [{ kind: 'of-post', visible, values }], context)
    })
  const images = named.get('attachment')
  // Files may lie below anything, all else below its own kind
  const above = kind === images ? content : [kind]
  return {
    ...Object.fromEntries(carried.map(({ plural, taxonomy }) => [plural, termsOf([taxonomy])])),
    terms: termsOf(carried.map(({ taxonomy }) => taxonomy)),
    author: createEdge('author', user ? [user] : []),
    featuredImage: createEdge('featuredImage', images ? [images] : []),
    parent: createEdge('parent', kind.resource.name === 'post' ? [] : above),
    contentType: typeEdge(kinds),
    children: below(
      'children',
      (id) => ({ kind: 'in', column: 'parent_id', values: [id] }),
      (where, filter, context) => contentList(articles, where, [filter], kinds, context),
    ),
    ancestors: listOfIds('ancestors', above),
    ...(comment
      ? {
          comments: below(
            'comments',
            (id) => ({ kind: 'in', column: 'post_id', values: [id] }),
            async (where, filter, context) => commentList(comment, where, [filter], context),
          ),
        }
      : {}),
    revisions: emptyConnection,
  }
}

function typeEdge({ contentTypes }: WpKinds): Resolver {
  return (source, _, { site }) => {
    const name = isNode(source) ? String(keyOf(source, 'contentType')) : ''
    const names = contentTypes.find((each) => each.name === name)
    return names ? { cursor: cursorOf(name), node: contentTypeObject(names, site) } : null
  }
}

/** Rows whose ids belong to the node, in their order; `idsOf` finds them where its value is no list of them. */
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
  const taxonomy = kind.told?.value ?? ''
  const names = kinds.taxonomies.find(({ name }) => name === taxonomy)
  const readAbove = createAbove(taxonomy, names?.definition.isHierarchical === true)
  const carriers = kinds.contentTypes.filter(({ taxonomies }) =>
    taxonomies.some(({ name }) => name === taxonomy),
  )
  const contentOf = (of: readonly WpKind[]): Resolver =>
    createConnection(async (source, where, context) => {
      if (!isNode(source)) return null
      const values = [toIdValue(textOf(source.input.row, 'id'))]
      const carrying: Filter = { kind: 'term', taxonomy, by: 'id', values }
      return contentList(of, where, [carrying], kinds, context)
    })
  const lists = carriers.flatMap(({ name, plural }) => {
    const carrier = kinds.named.get(name)
    return carrier ? [{ plural, carrier }] : []
  })
  return {
    ...Object.fromEntries(lists.map(({ plural, carrier }) => [plural, contentOf([carrier])])),
    contentNodes: contentOf(lists.map(({ carrier }) => carrier)),
    parent: createEdge('parent', [kind]),
    children: below(
      'children',
      (id) => ({ kind: 'in', column: 'parent_id', values: [id] }),
      (where, filter, context) => termList([kind], where, [filter], context),
    ),
    ancestors: listOfIds('ancestors', [kind], readAbove),
    taxonomy: () => names && { cursor: cursorOf(taxonomy), node: taxonomyObject(names) },
  }
}

function userLeading(kinds: WpKinds): Resolvers {
  const { comment } = kinds
  const authored = (id: Scalar): Filter => ({ kind: 'in', column: 'author_id', values: [id] })
  const written = kinds.contentTypes.flatMap(({ name, plural }) => {
    const kind = kinds.named.get(name)
    return kind ? [{ plural, kind }] : []
  })
  return {
    ...Object.fromEntries(
      written.map(({ plural, kind }) => [
        plural,
        below(plural, authored, (where, filter, context) =>
          contentList([kind], where, [filter], kinds, context),
        ),
      ]),
    ),
    ...(comment
      ? {
          comments: below('comments', authored, async (where, filter, context) =>
            commentList(comment, where, [filter], context),
          ),
        }
      : {}),
    roles: () => null,
  }
}

function commentLeading(comment: WpKind, { content, user }: WpKinds): Resolvers {
  const readUser = createNodeReader(user ? [user] : [], ['node'])
  return {
    author: async (source, _, context, info) => {
      const author = isNode(source) ? keyOf(source, 'author') : null
      if (!isAuthor(author)) return null
      const { userId, guest } = author
      const node = (await readUser(userId, context, info)) ?? guest
      const { name, url, email } = guest
      return { cursor: null, node, name, url, email, ipAddress: null }
    },
    commentedOn: createEdge('commentedOn', content),
    parent: createEdge('parent', [comment]),
    replies: below(
      'replies',
      (id) => ({ kind: 'in', column: 'parent_id', values: [id] }),
      async (where, filter, context) => commentList(comment, where, [filter], context),
    ),
  }
}

function isAuthor(value: unknown): value is CommentAuthor {
  return typeof value === 'object' && value !== null && 'guest' in value
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
        menuItems: createConnection(async (source, where, context) =>
          isNode(source)
            ? menuItemList(menuItem, where, inMenu(toIdValue(textOf(source.input.row, 'id'))), context)
            : null,
        ),
      },
    ],
    [
      menuItem.type,
      {
        menu: createEdge('menu', [menu]),
        childItems: createConnection(async (source, where, context) =>
          isNode(source)
            ? menuItemList(menuItem, where, [belowItem(toIdValue(textOf(source.input.row, 'id')))], context)
            : null,
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
