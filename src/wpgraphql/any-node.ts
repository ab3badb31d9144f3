// Resolves `node`: the object that a global id names.
import { GraphQLError, type GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { toIdValue } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { nodesById } from '../graphql/nodes.ts'
import { contentTypeObject, taxonomyObject } from './directory.ts'
import { escaped } from '../core/entities.ts'
import { keyOf, type WpKind } from './fields.ts'
import { isCommentAuthor } from './fields-people.ts'
import { globalId, parseGlobalId } from './ids.ts'
import type { WpKinds } from './kinds.ts'
import { roleObject, rolesFor, settingGroup, themeObject } from './site-objects.ts'
import { just, noneOf } from './where.ts'
import { versionById } from './versions.ts'
import { wantedOf } from './wanted.ts'

export async function nodeOf(
  id: string,
  kinds: WpKinds,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  if (id === '') return null
  const parsed = parseGlobalId(id)
  if (parsed === null) throw new GraphQLError(escaped(`The id ${id} is no global id.`))
  const { kind, key } = parsed
  const { site } = context
  const { content, terms, menu, user, comment, contentTypes, taxonomies } = kinds
  const some = (list: readonly (WpKind | null)[]) => list.filter((each) => each !== null)
  switch (kind) {
    case 'post':
      return rowOf(key, content, kinds, context, info)
    case 'term':
      return rowOf(key, some([...terms, menu]), kinds, context, info)
    case 'user':
      return rowOf(key, some([user]), kinds, context, info)
    case 'comment':
      return rowOf(key, some([comment]), kinds, context, info)
    case 'comment_author':
      return guestOf(key, comment, context)
    case 'post_type': {
      const names = contentTypes.find(({ name }) => name === key)
      return names ? contentTypeObject(names, site) : null
    }
    case 'taxonomy': {
      const names = taxonomies.find(({ name }) => name === key)
      return names ? taxonomyObject(names) : null
    }
    case 'theme':
      return id === globalId('theme', site.option('stylesheet')) ? themeObject(site) : null
    case 'setting_group':
      return settingGroup(key, context)
    case 'user_role':
      return rolesFor(context).includes(key) ? roleObject(key, site) : null
    case 'plugin':
      return null
    default:
      throw new GraphQLError(escaped(`There are no nodes of the kind ${kind}.`))
  }
}

async function rowOf(
  key: string,
  asked: readonly WpKind[],
  kinds: WpKinds,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  if (!/^[1-9]\d{0,18}$/.test(key)) return null
  const nodes = await nodesById([toIdValue(key)], wantedOf(asked, info, [[]], context), context)
  if (isFailure(nodes)) return refuse(nodes, context)
  return (
    nodes.get(key) ??
    (await versionById(key, asked, kinds, context, info)) ??
    refuseOtherKind(key, asked, kinds.menuItem, context)
  )
}

/**
 * Throws, as WPGraphQL does, where the id is that of a row of another kind that the viewer may see; returns null for hidden rows and
 * for versions. `hidden` is a kind of the schema that `node` does not serve.
 */
async function refuseOtherKind(
  key: string,
  kinds: readonly WpKind[],
  hidden: WpKind | null,
  context: GraphContext,
): Promise<null> {
  const [first] = kinds
  const column = first?.discriminator?.column
  if (!first || column === undefined) return null
  const { source } = first.resource
  const row = await context.reading.item({
    kind: 'item',
    source,
    columns: ['id', column],
    filters: [
      { kind: 'in', column: 'id', values: [toIdValue(key)] },
      ...(source === 'posts' ? [...just('status', 'publish'), ...noneOf('type', ['revision'])] : []),
    ],
    visible: null,
  })
  if (isFailure(row)) return refuse(row, context)
  if (row === null || kinds.some(({ discriminator }) => discriminator?.value === textOf(row, column)))
    return null
  if (hidden?.discriminator?.value === textOf(row, column) && !(await isSeen(key, hidden, context)))
    return null
  throw new GraphQLError('The object with this id has a type that this schema does not contain.')
}

async function isSeen(key: string, kind: WpKind, context: GraphContext): Promise<boolean> {
  const wanted = { kinds: [kind], columns: ['id'], needs: {}, isGuarded: false }
  const found = await nodesById([toIdValue(key)], wanted, context)
  return isFailure(found) ? refuse(found, context) : found.size > 0
}

/** The author of a comment who has no account, by the id of the comment. */
async function guestOf(key: string, comment: WpKind | null, context: GraphContext): Promise<unknown> {
  const author = comment?.fields.get('author')
  if (!comment || !author || !/^[1-9]\d{0,18}$/.test(key)) return null
  const wanted = { kinds: [comment], columns: author.columns, needs: {}, isGuarded: true }
  const found = await nodesById([toIdValue(key)], wanted, context)
  if (isFailure(found)) return refuse(found, context)
  const node = [...found.values()].find(({ input }) => textOf(input.row, 'id') === key)
  const value = node && keyOf(node, 'author')
  return isCommentAuthor(value) ? value.guest : null
}
