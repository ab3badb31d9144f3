// Blocks that show parts of the post that contains them: its date, its author and avatar, its excerpt, and a link to it.
import { escapedOnce } from '../core/entities.ts'
import { isEmpty } from '../core/php-empty.ts'
import { avatarTag, usualAvatarPx } from './avatar-tag.ts'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { filledText } from './block-attributes.ts'
import {
  borderClasses,
  numberAttribute,
  sideClass,
  targetOf,
  textAlignClass,
  textAttribute,
  withPresets,
  wrapped,
} from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { pictureBorder } from './featured-image.ts'
import { firstWords } from './first-words.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { formatDate, isoTime, timeAgo } from './php-date.ts'
import { plainText } from '../core/plain-text.ts'
import { safeHtml } from './safe-html.ts'
import type { LocalTime, ShownAuthor } from './shown.ts'
import { shownTitle } from './title-blocks.ts'
import { said } from './words.ts'

/** The time of publication or of modification, or another time that the block names (render_block_core_post_date). */
export const postDate: BlockRenderer = ({ name, attributes }, context) => {
  const post = context.post()
  const isModified = textAttribute(attributes, 'displayType') === 'modified'
  const stated = statedTime(attributes, context)
  // A modification within the minute does not count
  const isUnchanged = post.modified.local.slice(0, 16) <= post.created.local.slice(0, 16)
  const isHidden = context.isLocked === true || (isModified && isUnchanged)
  const own: StatedTime | null = isHidden ? null : isModified ? post.modified : post.created
  const time = stated === undefined ? own : stated
  if (time === null) return ''
  const text = escapedOnce(shownTime(attributes, time, context))
  if (text === '' && time.written === undefined) return ''
  const shown = `<time datetime="${attributeText(time.written ?? isoTime(time))}">${text}</time>`
  const linked = attributes['isLink'] === true ? `<a href="${attributeUrl(post.link)}">${shown}</a>` : shown
  const classes = [
    ...(isModified && stated === undefined ? ['wp-block-post-date__modified-date'] : []),
    ...textAlignClass(attributes),
  ]
  return wrapped(name, attributes, { tag: 'div', classes }, linked)
}

/** A time in the block's format, or else in the site's; or relative to the current time. */
export function shownTime(
  attributes: BlockAttributes,
  time: LocalTime,
  context: Pick<RenderContext, 'dateFormat' | 'dateNames' | 'now' | 'words'>,
): string {
  const { dateFormat, dateNames, now } = context
  const format = filledText(attributes, 'format')
  return format === 'human-diff'
    ? timeAgo(time, now(), context)
    : formatDate(format || dateFormat, time, dateNames)
}

/** A time, with the text in which it is stated, if any. */
interface StatedTime extends LocalTime {
  readonly written?: string
}

/** The time that the block states or is bound to, null where that is empty; undefined where it does neither. */
function statedTime(attributes: BlockAttributes, context: RenderContext): StatedTime | null | undefined {
  const bound = asRecord(asRecord(asRecord(attributes['metadata'])?.['bindings'])?.['datetime'])
  const source = textAttribute(bound ?? {}, 'source')
  if (attributes['datetime'] === undefined && !/^core\/(?:post-data|post-meta|term-data)$/.test(source))
    return undefined
  const { created, modified } = context.post()
  const args = asRecord(bound?.['args']) ?? {}
  const field = textAttribute(args, 'field') || textAttribute(args, 'key')
  const isKnown = source === 'core/post-data' && context.isLocked !== true
  if (isKnown && field === 'date') return created
  if (isKnown && field === 'modified') return modified.local > created.local ? modified : null
  const value = source === 'core/post-meta' ? context.meta(field) : null
  const written = value ?? textAttribute(attributes, 'datetime')
  if (isEmpty(written)) return null
  return { ...(context.timeAt(written) ?? { ...created, local: '' }), written }
}

/** The post's author; null where its type has no authors. */
function shownAuthorOf({ post, blockSettings }: RenderContext): ShownAuthor | null {
  const shown = post()
  return blockSettings.kinds.get(shown.type)?.supports.includes('author') === false ? null : shown.author()
}

export const postAuthorName: BlockRenderer = ({ name, attributes }, context) => {
  const author = shownAuthorOf(context)
  if (author === null) return ''
  const linked =
    attributes['isLink'] === true
      ? `<a href="${attributeUrl(author.link)}" target="${targetOf(attributes)}" class="wp-block-post-author-name__link">${author.name}</a>`
      : author.name
  return wrapped(name, attributes, { tag: 'div', classes: textAlignClass(attributes) }, linked)
}

export const postAuthor: BlockRenderer = ({ name, attributes }, context) => {
  const author = shownAuthorOf(context)
  if (author === null) return ''
  const size = Math.abs(numberAttribute(attributes, 'avatarSize', 48))
  const isPictured = attributes['showAvatar'] !== false
  const avatar = isPictured && size !== 0 ? avatarTag(author.avatarUrl, { size }) : ''
  const byline = filledText(attributes, 'byline')
  const linked =
    attributes['isLink'] === true
      ? `<a href="${attributeUrl(author.link)}" target="${targetOf(attributes)}">${author.name}</a>`
      : author.name
  const inner = [
    isPictured ? `<div class="wp-block-post-author__avatar">${avatar}</div>` : '',
    '<div class="wp-block-post-author__content">',
    byline === '' ? '' : `<p class="wp-block-post-author__byline">${safeHtml(byline)}</p>`,
    `<p class="wp-block-post-author__name">${linked}</p>`,
    attributes['showBio'] === true ? `<p class="wp-block-post-author__bio">${author.biography}</p>` : '',
    '</div>',
  ]
  return wrapped(name, attributes, { tag: 'div', classes: textAlignClass(attributes) }, inner.join(''))
}

/** The author's biography; empty without one. */
export const postAuthorBiography: BlockRenderer = ({ name, attributes }, context) => {
  const biography = context.post().author()?.biography ?? ''
  if (biography === '') return ''
  return wrapped(name, attributes, { tag: 'div', classes: sideClass(attributes) }, biography)
}

/** The avatar of the comment's author, of the user that the block names, or of the post's author. */
export const avatar: BlockRenderer = ({ name, attributes: written }, context) => {
  const attributes = withPresets(written)
  const author = pictured(attributes, context)
  if (author === null) return ''
  const size = Math.abs(numberAttribute(attributes, 'size', usualAvatarPx))
  const image = avatarTag(author.avatarUrl, {
    size,
    alt: said(context, '%s Avatar', author.name),
    className: ['wp-block-avatar__image', ...borderClasses(attributes)].join(' '),
    style: pictureBorder(attributes),
  })
  const isBlank = targetOf(attributes) === '_blank'
  const label = isBlank
    ? `aria-label="${attributeText(
        context.comment
          ? said(context, '(%s website link, opens in a new tab)', author.name)
          : said(context, '(%s author archive, opens in a new tab)', author.name),
      )}"`
    : ''
  const linked =
    attributes['isLink'] === true && author.link !== ''
      ? `<a href="${attributeUrl(author.link)}" target="${targetOf(attributes)}" ${label} class="wp-block-avatar__link">${image}</a>`
      : image
  return wrapped(name, attributes, { tag: 'div' }, linked)
}

function pictured(attributes: BlockAttributes, { comment, post, user }: RenderContext): ShownAuthor | null {
  if (comment !== undefined)
    return { name: comment.author, link: comment.ownUrl, avatarUrl: comment.avatarUrl, biography: '' }
  const id = userIdOf(attributes)
  if (id === null) return post().author()
  return id === '0' ? null : user(id)
}

/** The id of the user that a block names, `0` where no user can have it; null where the block names none. */
export function userIdOf(attributes: BlockAttributes): string | null {
  const id = numberAttribute(attributes, 'userId', Number.NaN)
  return Number.isNaN(id) ? null : String(Math.max(id, 0))
}

const excerptWords = 55

export const postExcerpt: BlockRenderer = ({ name, attributes }, context) => {
  const post = context.post()
  const most = numberAttribute(attributes, 'excerptLength', excerptWords)
  const words =
    context.isLocked === true
      ? said(context, 'There is no excerpt because this is a protected post.')
      : firstWords(plainText(post.summary(most)), most, context)
  const text = words.replace(/ \[&hellip;\]$/, () => said(context, '&hellip;'))
  const more = safeHtml(textAttribute(attributes, 'moreText'))
  const link = `<a class="wp-block-post-excerpt__more-link" href="${attributeUrl(post.link)}">${more}</a>`
  const ends =
    more === ''
      ? ' </p>'
      : attributes['showMoreOnNewLine'] === false
        ? ` ${link}</p>`
        : `</p><p class="wp-block-post-excerpt__more-text">${link}</p>`
  const inner = `<p class="wp-block-post-excerpt__excerpt">${text}${ends}`
  return wrapped(name, attributes, { tag: 'div', classes: textAlignClass(attributes) }, inner)
}

export const readMore: BlockRenderer = ({ name, attributes }, context) => {
  const post = context.post()
  const title = shownTitle(post, context)
  const rest = ` href="${attributeUrl(post.link)}" target="${targetOf(attributes)}"`
  const named = said(context, ': %s', title || said(context, 'untitled post %s', post.id))
  const hidden = `<span class="screen-reader-text">${named}</span>`
  const text = safeHtml(filledText(attributes, 'content')) || said(context, 'Read more')
  return wrapped(name, attributes, { tag: 'a', rest }, text + hidden)
}
