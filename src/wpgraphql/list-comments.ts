// Lists of comments: `where` → filters and order.
import { GraphQLError } from 'graphql'
import { builtInStatuses, hiddenStatuses } from '../core/status.ts'
import { can, type Viewer } from '../core/viewer.ts'
import { storedSlugs, type Filter, type Scalar, type Visibility } from '../database/filter.ts'
import type { GraphContext } from '../graphql/context.ts'
import { seenOf } from '../graphql/kinds.ts'
import { orderBy } from '../planner/planner.ts'
import type { ListSpec, Where } from './connection.ts'
import type { WpKind } from './fields.ts'
import { enumName } from './names.ts'
import { isOpen } from './open-fields.ts'
import { openWhere } from './open-where.ts'
import { idIn, idsIn, just, none, noneOf, oneOf, textIn, textsIn, wholeIn } from './where.ts'

const commentColumns: ReadonlyMap<string, string> = new Map([
  ['COMMENT_DATE', 'created_at'],
  ['COMMENT_DATE_GMT', 'created_at_utc'],
  ['COMMENT_ID', 'id'],
  ['COMMENT_PARENT', 'parent_id'],
  ['COMMENT_POST_ID', 'post_id'],
  ['COMMENT_APPROVED', 'status'],
  ['COMMENT_AUTHOR', 'author_name'],
  ['COMMENT_AUTHOR_URL', 'author_url'],
  ['COMMENT_CONTENT', 'content'],
  ['COMMENT_TYPE', 'type'],
  ['USER_ID', 'author_id'],
])
/** Orders by columns that only viewers who moderate comments may see. */
const guardedColumns: ReadonlyMap<string, string> = new Map([
  ['COMMENT_AGENT', 'author_agent'],
  ['COMMENT_AUTHOR_EMAIL', 'author_email'],
  ['COMMENT_AUTHOR_IP', 'author_ip'],
])

const commentStatuses: ReadonlyMap<string, string> = new Map([
  ['APPROVE', '1'],
  ['HOLD', '0'],
  ['SPAM', 'spam'],
  ['TRASH', 'trash'],
])

export function commentList(
  kind: WpKind,
  given: Where,
  also: readonly Filter[],
  content: readonly WpKind[],
  context: GraphContext,
): ListSpec | null {
  const { viewer } = context
  refuseUnknown(given)
  const where = openWhere(given, [kind])
  const seen = seenOf(kind, context)
  const onContent = contentFilters(where, content, seen, viewer)
  if (onContent === null) return null
  const search = textIn(where, 'search')
  const statuses = textsIn(where, 'statusIn')?.flatMap((each) => commentStatuses.get(each) ?? []) ?? ['1']
  const column = columnOf(textIn(where, 'orderby') ?? '', viewer)
  const descending = textIn(where, 'order') !== 'ASC'
  // Only viewers who may edit posts find comments by an email address
  const email = textIn(where, 'authorEmail')
  return {
    kinds: [kind],
    source: 'comments',
    // Users see their own comments on any content, but conditions must reveal nothing of content that they may not see
    visible:
      onContent.length === 0 || viewer.kind === 'anonymous' ? seen : seenOf(kind, context, 'visibleAlone'),
    filters: [
      { kind: 'in', column: 'status', values: statuses },
      ...also,
      ...just('post_id', idIn(where, 'contentId', 'post')),
      ...oneOf('post_id', idsIn(where, 'contentIdIn', 'post')),
      ...noneOf('post_id', idsIn(where, 'contentIdNotIn', 'post')),
      ...just('parent_id', wholeIn(where, 'parent')),
      ...oneOf('parent_id', idsIn(where, 'parentIn', 'comment')),
      ...noneOf('parent_id', idsIn(where, 'parentNotIn', 'comment')),
      ...just('author_id', idIn(where, 'userId', 'user')),
      ...oneOf('author_id', idsIn(where, 'authorIn', 'user')),
      ...noneOf('author_id', idsIn(where, 'authorNotIn', 'user')),
      ...(email === null ? [] : can(viewer, 'edit_posts') ? just('author_email', email) : [none]),
      ...just('author_url', textIn(where, 'authorUrl')),
      ...oneOf('id', idsIn(where, 'commentIn', 'comment')),
      ...noneOf('id', idsIn(where, 'commentNotIn', 'comment')),
      ...typeFilters(where),
      ...onContent,
      ...(search === null
        ? []
        : holdingAny(
            searched.filter((each) => isOpen(kind.resource, each)),
            search,
          )),
    ],
    order:
      textIn(where, 'orderby') === 'COMMENT_IN' && idsIn(where, 'commentIn', 'comment') !== null
        ? [{ kind: 'as-given', column: 'id' }, ...orderBy('id', true)]
        : orderBy(column, descending, column === 'id' ? descending : true),
  }
}

/** Throws for conditions and orders that no column of comments can answer. */
function refuseUnknown(where: Where): void {
  const isAsked = wholeIn(where, 'karma') !== null || textIn(where, 'orderby') === 'COMMENT_KARMA'
  if (isAsked) throw new GraphQLError('Comments cannot be filtered or ordered by karma.')
  if (textsIn(where, 'includeUnapproved') !== null)
    throw new GraphQLError('Comments cannot be filtered by includeUnapproved: statusIn selects their states.')
}

function columnOf(orderby: string, viewer: Viewer): string {
  const guarded = guardedColumns.get(orderby)
  if (guarded === undefined) return commentColumns.get(orderby) ?? 'created_at_utc'
  if (can(viewer, 'moderate_comments')) return guarded
  throw new GraphQLError(`Only viewers who moderate comments may order them by ${orderby}.`)
}

function typeFilters(where: Where): readonly Filter[] {
  const types = storedTypes(
    [textIn(where, 'commentType') ?? [], textsIn(where, 'commentTypeIn') ?? []].flat(),
  )
  const others = storedTypes([textIn(where, 'commentTypeNotIn') ?? []].flat())
  return [...oneOf('type', types.length === 0 ? null : types), ...noneOf('type', others)]
}

/** Types as comments have them: a word may stand for two, or for all (WP_Comment_Query). */
function storedTypes(types: readonly string[]): readonly string[] {
  return types.flatMap((type) => {
    if (type === 'comment' || type === 'comments') return ['comment', '']
    if (type === 'pings') return ['pingback', 'trackback']
    return type === 'all' ? [] : [type]
  })
}

/**
 * Filters comments by their content, by the conditions that lists of content have, too. With any of them, content is limited to
 * types of the schema and `addressedTypes`. Null where the viewer sees no content of the requested statuses.
 */
function contentFilters(
  given: Where,
  content: readonly WpKind[],
  { addressedTypes = [] }: Visibility,
  viewer: Viewer,
): readonly Filter[] | null {
  const asked = new Map(
    Object.entries(given).flatMap(([name, value]) => {
      const own = contentNames.get(name)
      return own === undefined ? [] : [[own, value] as const]
    }),
  )
  const where = openWhere(Object.fromEntries(asked), content)
  const on = (column: string, values: readonly Scalar[] | null): readonly Filter[] =>
    values === null ? [] : [{ kind: 'on-content', column, values }]
  const { knownStatuses = builtInStatuses } = content[0]?.resource ?? {}
  const others = on('author_id', idsIn(where, 'authorNotIn', 'user'))
  const name = textIn(where, 'name')
  const types = textsIn(where, 'contentTypes')
  const words = textsIn(where, 'status')
  const isSeen = (status: string) => viewer.kind !== 'anonymous' || !hiddenStatuses.has(status)
  const statuses =
    words && knownStatuses.names.filter((each) => words.includes(enumName(each)) && isSeen(each))
  if (statuses?.length === 0) return null
  const parent = wholeIn(where, 'parent')
  const known = content.map(({ resource }) => resource.name)
  const filters = [
    ...on('author_id', idsIn(where, 'author', 'user')),
    ...on('author_id', idsIn(where, 'authorIn', 'user')),
    ...(others.length === 0 ? [] : [{ kind: 'none', filters: others } as const]),
    ...on('slug', name === null ? null : storedSlugs(name)),
    ...on('parent_id', parent === null ? null : [parent]),
    ...on('status', statuses),
    ...on('type', types && known.filter((each) => types.includes(enumName(each)))),
  ]
  return filters.length === 0 || types ? filters : [...filters, ...on('type', [...known, ...addressedTypes])]
}

/** Conditions on the content of comments, with the names that they have in lists of content. */
const contentNames: ReadonlyMap<string, string> = new Map([
  ['contentAuthor', 'author'],
  ['contentAuthorIn', 'authorIn'],
  ['contentAuthorNotIn', 'authorNotIn'],
  ['contentName', 'name'],
  ['contentParent', 'parent'],
  ['contentStatus', 'status'],
  ['contentType', 'contentTypes'],
])

const searched = ['author_name', 'author_url', 'content']

function holdingAny(columns: readonly string[], text: string): readonly Filter[] {
  return [{ kind: 'search', columns, words: [{ text, excluded: false, match: 'part' }] }]
}
