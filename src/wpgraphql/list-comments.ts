// Lists of comments: `where` → filters and order.
import { can } from '../core/viewer.ts'
import type { Filter } from '../database/filter.ts'
import type { GraphContext } from '../graphql/context.ts'
import { seenOf } from '../graphql/kinds.ts'
import { orderBy } from '../planner/planner.ts'
import type { ListSpec, Where } from './connection.ts'
import type { WpKind } from './fields.ts'
import { isOpen, openWhere } from './open-fields.ts'
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
  context: GraphContext,
): ListSpec {
  const { viewer } = context
  const where = openWhere(given, [kind])
  const search = textIn(where, 'search')
  const statuses = textsIn(where, 'statusIn')?.flatMap((each) => commentStatuses.get(each) ?? []) ?? ['1']
  const column = commentColumns.get(textIn(where, 'orderby') ?? '') ?? 'created_at_utc'
  const descending = textIn(where, 'order') !== 'ASC'
  // Only viewers who may see addresses find comments by them
  const email = textIn(where, 'authorEmail')
  const types = textsIn(where, 'commentTypeIn') ?? textsIn({ type: [textIn(where, 'commentType')] }, 'type')
  return {
    kinds: [kind],
    source: 'comments',
    visible: seenOf(kind, context),
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
      ...(types === null || types.length === 0
        ? []
        : oneOf(
            'type',
            types.flatMap((type) => (type === 'comment' ? ['comment', ''] : [type])),
          )),
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

const searched = ['author_name', 'author_url', 'content']

function holdingAny(columns: readonly string[], text: string): readonly Filter[] {
  return [{ kind: 'search', columns, words: [{ text, excluded: false, match: 'part' }] }]
}
