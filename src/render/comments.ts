// The comments of a post (render_block_core_comments and the blocks in it): their title, each of them as the template says, and
// what is said of one. Pages of comments are not told apart.
import {
  linkColorClass,
  sideClass,
  targetOf,
  textAlignClass,
  numberAttribute,
  wrapped,
} from './block-wrapper.ts'
import { isEmpty } from '../core/php-empty.ts'
import { renderComment } from './content.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { grouped } from './grouped-number.ts'
import { attributeText, attributeUrl, withClasses } from './html-tag.ts'
import { isoTime } from './php-date.ts'
import { shownTime } from './post-blocks.ts'
import { stateClasses } from './block-states.ts'
import { itemClasses } from './query-loop.ts'
import { loginAddress } from './log-in.ts'
import type { ShownPost, ShownReply } from './shown.ts'
import { shownTitle } from './title-blocks.ts'
import { screenClasses } from './visibility.ts'

/** Nothing where there are none and can be none. An older form is its place alone, as in WordPress. */
export const comments: BlockRenderer = (block, context) => {
  if (!hasDiscussion(context)) return ''
  if (isEmpty(block.attributes['legacy'])) return block.inner(context)
  const classes = ['wp-block-post-comments', ...sideClass(block.attributes)]
  return wrapped(block.name, block.attributes, { tag: 'div', classes }, '')
}

function hasDiscussion(context: RenderContext): boolean {
  const { commentCount, hasOpenComments } = context.post()
  return context.isLocked !== true && (commentCount > 0 || hasOpenComments())
}

/** Nothing without comments. */
export const commentsTitle: BlockRenderer = ({ name, attributes }, context) => {
  const post = context.post()
  const { commentCount: count } = post
  if (count === 0 || context.isLocked === true) return ''
  const showsCount = attributes['showCommentsCount'] !== false
  const title = attributes['showPostTitle'] === false ? '' : `&#8220;${shownTitle(post, context)}&#8221;`
  const many = count > 1
  const counted = count === 1 ? 'One response' : `${grouped(count)} responses`
  const text = showsCount ? counted : many ? 'Responses' : 'Response'
  const shown = title === '' ? text : `${text} to ${title}`
  const level = numberAttribute(attributes, 'level', 2)
  const tag = `h${level >= 1 && level <= 6 ? level : 2}`
  const html = wrapped(name, attributes, { tag, classes: sideClass(attributes) }, shown)
  return html.replace(`<${tag}`, `<${tag} id="comments"`)
}

/** Replies beyond the depth of the site's threads stay at the last one, in no list of their own. */
export const commentTemplate: BlockRenderer = ({ name, attributes, parentAttributes, inner }, context) => {
  const all = context.comment !== undefined ? [] : context.discussion()
  if (all.length === 0) return ''
  const { isThreaded, repliesDepth, isNewestFirst } = context.commentRules
  const byParent = Map.groupBy(all, ({ parentId }) => (isThreaded ? parentId : '0'))
  // Counted through a request
  const isOdd = (kind: string) => context.count(kind) % 2 === 1
  const classesOfItem = [
    ...itemClasses(attributes, parentAttributes, context.theme),
    ...screenClasses(attributes),
    ...stateClasses({ name, attributes }, context.theme),
  ]
  const itemOf = (comment: ShownReply, depth: number): string => {
    const classes = [...comment.classes, ...(isOdd('comment') ? ['even'] : ['odd', 'alt'])]
    if (depth === 1) classes.push(...(isOdd('conversation') ? ['thread-even'] : ['thread-odd', 'thread-alt']))
    const html = withClasses(inner({ ...context, comment: { ...comment, depth } }), classesOfItem)
    const isLast = depth >= repliesDepth
    const below = byParent.get(comment.id) ?? []
    const replies = below.map((reply) => itemOf(reply, isLast ? depth : depth + 1)).join('')
    const list = isLast || replies === '' ? replies : `<ol>${replies}</ol>`
    return `<li id="comment-${comment.id}" class="${[...classes, `depth-${depth}`].join(' ')}">${html}${list}</li>`
  }
  const top = byParent.get('0') ?? []
  const items = (isNewestFirst ? top.toReversed() : top).map((comment) => itemOf(comment, 1))
  return wrapped(name, attributes, { tag: 'ol' }, items.join(''))
}

export const commentAuthorName: BlockRenderer = ({ name, attributes }, { comment }) => {
  if (comment === undefined) return ''
  const shown =
    attributes['isLink'] === false || comment.ownUrl === ''
      ? comment.author
      : `<a rel="external nofollow ugc" href="${attributeUrl(comment.ownUrl)}" target="${targetOf(attributes)}" >${comment.author}</a>`
  return wrapped(name, attributes, { tag: 'div', classes: textAlignClass(attributes) }, shown)
}

export const commentDate: BlockRenderer = ({ name, attributes }, context) => {
  const { comment } = context
  if (comment === undefined) return ''
  const date = shownTime(attributes, comment.created, context)
  const shown = attributes['isLink'] === false ? date : `<a href="${attributeUrl(comment.link)}">${date}</a>`
  const time = `<time datetime="${isoTime(comment.created)}">${shown}</time>`
  return wrapped(name, attributes, { tag: 'div', classes: linkColorClass(attributes) }, time)
}

export const commentContent: BlockRenderer = ({ name, attributes }, context) =>
  context.comment === undefined
    ? ''
    : wrapped(
        name,
        attributes,
        { tag: 'div', classes: textAlignClass(attributes) },
        renderComment(context.comment.content, context),
      )

/** Nothing where nobody can reply, or not that deep. */
export const commentReplyLink: BlockRenderer = ({ name, attributes }, context) => {
  const { comment, commentRules, siteUrl } = context
  const post = context.post()
  const { isThreaded, repliesDepth, isForUsers } = commentRules
  if (comment === undefined || !isThreaded || !post.hasOpenComments() || comment.depth >= repliesDepth)
    return ''
  const own = { tag: 'div', classes: textAlignClass(attributes) }
  if (isForUsers) {
    const login = attributeUrl(loginAddress(siteUrl, post.link))
    return wrapped(
      name,
      attributes,
      own,
      `<a rel="nofollow" class="comment-reply-login" href="${login}">Log in to Reply</a>`,
    )
  }
  const to = attributeText(`Reply to ${comment.author}`)
  // The page of comments that this one is on
  const [page = ''] = comment.link.split('#')
  const address = `${page}${page.includes('?') ? '&' : '?'}replytocom=${comment.id}`
  const link = `<a rel="nofollow" class="comment-reply-link" href="${attributeUrl(address)}#respond" data-commentid="${comment.id}" data-postid="${post.id}" data-belowelement="comment-${comment.id}" data-respondelement="respond" data-replyto="${to}" aria-label="${to}">Reply</a>`
  return wrapped(name, attributes, own, link)
}

export const postCommentsCount: BlockRenderer = ({ name, attributes }, context) =>
  wrapped(
    name,
    attributes,
    { tag: 'div', classes: sideClass(attributes) },
    String(context.post().commentCount),
  )

/** Nothing where comments are closed. */
export const postCommentsLink: BlockRenderer = ({ name, attributes }, context) => {
  const post = context.post()
  const { commentCount: count } = post
  if (!post.hasOpenComments()) return ''
  const text = count === 0 ? 'No comments' : count === 1 ? '1 comment' : `${grouped(count)} comments`
  const place = count === 0 ? 'respond' : 'comments'
  const about = `<span class="screen-reader-text"> on ${shownTitle(post, context)}</span>`
  const link = `<a href=${attributeUrl(`${post.link}#${place}`)}>${text}${about}</a>`
  return wrapped(name, attributes, { tag: 'div', classes: textAlignClass(attributes) }, link)
}

/** As WordPress serves what it no longer has: its place alone. */
export const postComments: BlockRenderer = ({ name, attributes }, context) =>
  hasDiscussion(context) ? wrapped(name, attributes, { tag: 'div' }, '') : ''

/** The form for a comment, as who is not logged in sees it; nothing where comments are closed. */
export const postCommentsForm: BlockRenderer = ({ name, attributes }, context: RenderContext) => {
  const post = context.post()
  if (context.isLocked === true || !post.hasOpenComments()) return ''
  const classes = ['comment-respond', ...textAlignClass(attributes)]
  const html = wrapped(name, attributes, { tag: 'div', classes }, `${formOf(context, post)}\t`)
  return `\t${html.replace('<div', '<div id="respond"')}<!-- #respond -->\n\t`
}

const mark = '<span class="required">*</span>'

function formOf({ itemPath, siteUrl, commentRules, theme }: RenderContext, { id, link }: ShownPost): string {
  const { isThreaded, isForUsers, requiresNames, offersCookies } = commentRules
  const cancel = isThreaded
    ? ` <small><a rel="nofollow" id="cancel-comment-reply-link" href="${attributeUrl(itemPath)}#respond" style="display:none;">Cancel reply</a></small>`
    : ''
  const begin = `
		<h3 id="reply-title" class="comment-reply-title">Leave a Reply${cancel}</h3>`
  if (isForUsers)
    return `${begin}<p class="must-log-in">You must be <a href="${attributeUrl(loginAddress(siteUrl, link))}">logged in</a> to post a comment.</p>`
  const [marked, required] = requiresNames ? [` ${mark}`, ' required'] : ['', '']
  const cookies = offersCookies
    ? `
<p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">Save my name, email, and website in this browser for the next time I comment.</label></p>`
    : ''
  return `${begin}<form action="${attributeUrl(siteUrl)}/wp-comments-post.php" method="post" id="commentform" class="comment-form"><p class="comment-notes"><span id="email-notes">Your email address will not be published.</span> <span class="required-field-message">Required fields are marked ${mark}</span></p><p class="comment-form-comment"><label for="comment">Comment ${mark}</label> <textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p><p class="comment-form-author"><label for="author">Name${marked}</label> <input id="author" name="author" type="text" value="" size="30" maxlength="245" autocomplete="name"${required} /></p>
<p class="comment-form-email"><label for="email">Email${marked}</label> <input id="email" name="email" type="email" value="" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email"${required} /></p>
<p class="comment-form-url"><label for="url">Website</label> <input id="url" name="url" type="url" value="" size="30" maxlength="200" autocomplete="url" /></p>${cookies}
<p class="form-submit${theme.isBlockTheme ? ' wp-block-button' : ''}"><input name="submit" type="submit" id="submit" class="${theme.isBlockTheme ? 'wp-block-button__link wp-element-button' : 'submit'}" value="Post Comment" /> <input type='hidden' name='comment_post_ID' value='${id}' id='comment_post_ID' />
<input type='hidden' name='comment_parent' id='comment_parent' value='0' />
</p></form>`
}
