// The block of the newest comments (render_block_core_latest_comments).
import { avatarTag } from './avatar-tag.ts'
import type { BlockAttributes } from './block-tree.ts'
import { textAttribute, wrapped } from './block-wrapper.ts'
import { renderTitle } from './content.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { attributeUrl } from './html-tag.ts'
import { listingOf } from './listing.ts'
import { paragraphs } from './paragraphs.ts'
import { formatDate, isoTime } from './php-date.ts'
import type { ShownComment } from './shown.ts'
import { said, saidAs } from './words.ts'

const avatarPx = 48

export const latestComments: BlockRenderer = ({ name, attributes }, context) => {
  const listing = listingOf(name, attributes)
  const comments = listing?.kind === 'comments' ? context.comments(listing) : []
  const shows = shownOf(attributes)
  const classes = [
    ...(shows.avatar ? ['has-avatars'] : []),
    ...(shows.date ? ['has-dates'] : []),
    ...(shows.content === 'none' ? [] : ['has-excerpts']),
  ]
  if (comments.length === 0)
    return wrapped(
      name,
      attributes,
      { tag: 'div', classes: ['no-comments', ...classes] },
      said(context, 'No comments to show.'),
    )
  const items = comments.map((comment) => itemOf(comment, shows, context))
  return wrapped(name, attributes, { tag: 'ol', classes }, items.join(''))
}

interface Shows {
  readonly avatar: boolean
  readonly date: boolean
  readonly content: 'none' | 'excerpt' | 'full'
}

/** Reads what is shown. Older blocks have `displayExcerpt`, which takes precedence over `displayContent`. */
function shownOf(attributes: BlockAttributes): Shows {
  const kind = textAttribute(attributes, 'displayContent')
  const { displayExcerpt: older } = attributes
  return {
    avatar: attributes['displayAvatar'] !== false,
    date: attributes['displayDate'] !== false,
    content:
      older === false || (kind === 'none' && older !== true) ? 'none' : kind === 'full' ? 'full' : 'excerpt',
  }
}

function itemOf(comment: ShownComment, shows: Shows, context: RenderContext): string {
  const className = 'wp-block-latest-comments__comment-avatar'
  const avatar = shows.avatar ? avatarTag(comment.avatarUrl, { size: avatarPx, className }) : ''
  const author =
    comment.authorUrl === ''
      ? `<span class="wp-block-latest-comments__comment-author">${comment.author}</span>`
      : `<a class="wp-block-latest-comments__comment-author" href="${attributeUrl(comment.authorUrl)}">${comment.author}</a>`
  const title = renderTitle(comment.postTitle, context)
  const about = `<a class="wp-block-latest-comments__comment-link" href="${attributeUrl(comment.link)}">${title}</a>`
  const date = shows.date
    ? `<time datetime="${isoTime(comment.created)}" class="wp-block-latest-comments__comment-date">${formatDate(context.dateFormat, comment.created, context.dateNames)}</time>`
    : ''
  const words = shows.content === 'full' ? comment.content : excerptOf(comment.content, context)
  const text =
    shows.content === 'none'
      ? ''
      : `<div class="wp-block-latest-comments__comment-excerpt">${paragraphs(words)}</div>`
  return `<li class="wp-block-latest-comments__comment">${avatar}<article><footer class="wp-block-latest-comments__comment-meta">${said(context, '%1$s on %2$s', author, about)}${date}</footer>${text}</article></li>`
}

/** The first words of a comment, without tags (get_comment_excerpt). */
function excerptOf(content: string, context: RenderContext): string {
  const most = Math.max(Number.parseInt(saidAs(context, 'comment_excerpt_length', '20'), 10) || 0, 0)
  const words = content
    .replace(/<[^<>]*>/g, '')
    .split(/[ \t\n\r]+/)
    .filter((word) => word !== '')
  return words.slice(0, most).join(' ') + (words.length > most ? '&hellip;' : '')
}
