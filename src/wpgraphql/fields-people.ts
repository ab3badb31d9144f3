// Fields of users and comments: how each field's value is made of a row.
import { integerOf, textOf } from '../database/tables.ts'
import type { FieldInput } from '../registry/field.ts'
import { avatarUrl } from '../resources/users/avatar.ts'
import { content as commentContent, link as commentLink } from '../resources/comments/comment-values.ts'
import { idIn, rowId, stored } from '../resources/derived.ts'
import { description, locale, ofCapabilities, userMeta } from '../resources/users/user-values.ts'
import { authorLink, uriOf } from '../site/permalink.ts'
import { capabilitiesOf, rolesOf, type Roles } from '../site/roles.ts'
import { isZero, toSeconds } from '../site/time-zone.ts'
import {
  changed,
  constant,
  guarded,
  kindOfAddress,
  nothing,
  orNull,
  restricted,
  type WpField,
  type WpFields,
} from './fields.ts'
import { globalId, globalIdOrNull } from './ids.ts'

/** `namesFor` names the viewers who may read first and last names. */
export function userFields(namesFor: 'editors' | 'everybody'): WpFields {
  const databaseId = changed(rowId, (id) => Number(id))
  const name = (key: string) =>
    namesFor === 'everybody' ? orNull(userMeta(key)) : guarded(orNull(userMeta(key)))
  const flag = (key: string) => guarded(changed(userMeta(key), (value) => value === 'true'))
  return {
    ...kindOfAddress('user'),
    id: { columns: ['id'], value: ({ row }) => globalId('user', integerOf(row, 'id')) },
    databaseId,
    userId: databaseId,
    isRestricted: restricted([], () => true),
    name: orNull(stored('name')),
    slug: orNull(stored('slug')),
    url: orNull(changed(stored('url'), (url) => escapedAmpersands(String(url)))),
    uri: { columns: ['id', 'slug'], value: ({ row, site }) => uriOf(authorLink(row, site), site) },
    description: orNull(description),
    avatar: { columns: ['email'], value: (input) => avatarOf(textOf(input.row, 'email'), input) },
    username: guarded(stored('login')),
    nicename: guarded(stored('slug')),
    email: guarded(stored('email')),
    firstName: name('first_name'),
    lastName: name('last_name'),
    nickname: guarded(orNull(userMeta('nickname'))),
    locale: guarded(orNull(locale)),
    registeredDate: guarded({
      columns: ['registered_at'],
      value: ({ row }) => {
        const time = textOf(row, 'registered_at')
        return isZero(time) ? null : `${toSeconds(time).replace(' ', 'T')}+00:00`
      },
    }),
    adminColor: guarded(orNull(userMeta('admin_color'))),
    hasCommentShortcutsEnabled: flag('comment_shortcuts'),
    hasRichEditingEnabled: flag('rich_editing'),
    hasSyntaxHighlightingEnabled: flag('syntax_highlighting'),
    shouldShowAdminToolbar: flag('show_admin_bar_front'),
    capKey: guarded({ columns: [], value: ({ site }) => site.capabilitiesKey }),
    roles: guarded(ofCapabilities(({ roles }, own) => rolesOf(roles, own))),
    capabilities: guarded(ofCapabilities(({ roles }, own) => [...capabilitiesOf(roles, own)])),
    extraCapabilities: guarded(ofCapabilities((_, own) => [...capabilitiesOf(noRoles, own)])),
  }
}

/** No roles, so that an account's own capabilities remain. */
const noRoles: Roles = new Map()

/** `shows` is true for a field of REST that the owner has not closed. */
export function commentFields(shows: Shows): WpFields {
  const databaseId = changed(rowId, (id) => Number(id))
  return {
    ...kindOfAddress('comment'),
    isComment: constant(true),
    id: { columns: ['id'], value: ({ row }) => globalId('comment', integerOf(row, 'id')) },
    databaseId,
    commentId: databaseId,
    isRestricted: constant(false),
    content: { ...orNull(commentContent), cost: 10 },
    date: orNull(stored('created_at')),
    dateGmt: orNull(stored('created_at_utc')),
    link: orNull(commentLink),
    uri: changed(commentLink, (url, { site }) =>
      /^\/?#/.test(String(url)) ? null : uriOf(String(url), site),
    ),
    status: { columns: ['status'], value: ({ row }) => statuses.get(textOf(row, 'status')) ?? null },
    approved: { columns: ['status'], value: ({ row }) => textOf(row, 'status') === '1' },
    type: { columns: ['type'], value: ({ row }) => textOf(row, 'type') || 'comment' },
    agent: guarded(orNull(stored('author_agent'))),
    authorIp: guarded(orNull(stored('author_ip'))),
    karma: nothing,
    parent: idIn('parent_id'),
    parentId: changed(idIn('parent_id'), (id) => globalIdOrNull('comment', Number(id))),
    parentDatabaseId: changed(idIn('parent_id'), (id) => Number(id)),
    commentedOn: idIn('post_id'),
    replies: rowId,
    author: authorOfComment(shows),
  }
}

const statuses: ReadonlyMap<string, string> = new Map([
  ['1', 'APPROVE'],
  ['0', 'HOLD'],
  ['spam', 'SPAM'],
  ['trash', 'TRASH'],
])

/** The author of a comment as its row names them (`guest`); `userId` is the author's account, 0 where there is none. */
export interface CommentAuthor {
  readonly userId: string
  readonly guest: Readonly<Record<string, unknown>>
  readonly ipAddress: string | null
}

export function isCommentAuthor(value: unknown): value is CommentAuthor {
  return typeof value === 'object' && value !== null && 'guest' in value
}

type Shows = (field: string) => boolean

const authorOfComment = (shows: Shows): WpField => ({
  columns: ['id', 'author_id', 'author_name', 'author_email', 'author_url', 'author_ip', 'type'],
  isOtherForEditors: true,
  value: (input): CommentAuthor => {
    const { row, unlocked } = input
    const id = integerOf(row, 'id')
    const forEditors = (field: string) => (unlocked && shows(field) ? textOf(row, field) || null : null)
    return {
      ipAddress: forEditors('author_ip'),
      userId: shows('author') ? String(integerOf(row, 'author_id')) : '0',
      guest: {
        __typename: 'CommentAuthor',
        id: globalId('comment_author', id),
        databaseId: Number(id),
        name: textOf(row, 'author_name') || null,
        url: shows('author_url') ? textOf(row, 'author_url') : null,
        email: forEditors('author_email'),
        isRestricted: false,
        // Pingbacks and trackbacks have no avatar
        avatar: (args: Args) =>
          shows('author_avatar_urls') && ['comment', ''].includes(textOf(row, 'type'))
            ? avatarOf(textOf(row, 'author_email'), { ...input, args })
            : null,
      },
    }
  },
})

type Args = Readonly<Record<string, unknown>>

const widthMax = 2048

/** A picture from Gravatar, in the size and with the rating of the arguments. */
function avatarOf(email: string, { args = {}, site }: Pick<FieldInput, 'args' | 'site'>) {
  const asked = Number(args['size'] ?? 96)
  const size = Math.min(asked > 0 ? asked : 96, widthMax)
  const made = avatarUrl(email, size, site)
  if (made === '') return null
  const rating = typeof args['rating'] === 'string' ? args['rating'].toLowerCase() : null
  const rated = rating === null ? made : made.replace(/&r=[^&]*$/, `&r=${rating}`)
  const isForced = args['forceDefault'] === true
  return {
    url: isForced ? rated.replace(/&d=/, '&f=y&d=').replace(/&f=y(&d=[^&]*)/, '$1&f=y') : rated,
    size,
    width: size,
    height: size,
    default: /[?&]d=([^&]*)/.exec(made)?.[1] ?? null,
    rating: /[?&]r=([^&]*)/.exec(rated)?.[1] ?? null,
    forceDefault: isForced,
    foundAvatar: true,
    scheme: null,
    extraAttr: null,
    isRestricted: false,
  }
}

function escapedAmpersands(url: string): string {
  return url.replace(/&(?!#?\w+;)/g, '&amp;')
}
