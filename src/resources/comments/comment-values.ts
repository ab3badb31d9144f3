// Values made of a comment's row.
import { integerOf, textOf } from '../../database/tables.ts'
import type { Derived, FieldInput } from '../../registry/field.ts'
import { renderComment } from '../../render/content.ts'
import { commentLink, placesFor } from '../../site/comment-link.ts'
import { surroundingsFor } from '../../site/surroundings.ts'
import { avatarAsked, avatarUrls } from '../users/avatar.ts'
import { renderContext } from '../rendering/render-context.ts'

/** The types of readers' comments; old comments have an empty type. */
export const commentTypes = ['comment', '']

export const content: Derived = {
  columns: ['content'],
  value: (input) => renderComment(textOf(input.row, 'content'), renderContext(input)),
}

export const shownStatus: Derived = {
  columns: ['status'],
  value: ({ row }) => {
    const stored = textOf(row, 'status')
    return stored === '1' ? 'approved' : stored === '0' ? 'hold' : stored
  },
}

export const shownType: Derived = {
  columns: ['type'],
  value: ({ row }) => textOf(row, 'type') || 'comment',
}

export const link: Derived = {
  columns: ['id', 'post_id'],
  needs: (site) => ({ ...surroundingsFor(site), ...placesFor(site), posts: 'post_id', ancestors: true }),
  value: ({ row, site, needed }) => commentLink(row, needed.postOf(integerOf(row, 'post_id')), site, needed),
}

export const avatars: Derived = {
  columns: ['author_email', 'author_id', 'type'],
  needs: () => ({ authors: true }),
  value: (input) => {
    const urls = avatarUrls(emailOf(input), input.site)
    return (
      urls && (hasFace(input) ? urls : Object.fromEntries(Object.keys(urls).map((size) => [size, false])))
    )
  },
}

/** One avatar; `args.size` is its width in px. */
export const avatar: Derived = {
  ...avatars,
  closedWith: ['author_avatar_urls'],
  value: (input) => (hasFace(input) ? avatarAsked(emailOf(input), input.args, input.site) : null),
}

/** The author's address: for a user's comment the user's current one. */
function emailOf({ row, needed }: FieldInput): string {
  const user = needed.authorOf(integerOf(row, 'author_id'))
  return textOf(user ?? row, user ? 'email' : 'author_email')
}

/** True for comments by people; pingbacks have no avatars. */
function hasFace({ row }: FieldInput): boolean {
  return ['comment', 'note', ''].includes(textOf(row, 'type'))
}
