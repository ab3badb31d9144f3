// The comments of a post (render_block_core_comments and the blocks in it): their title, the template of each comment, the parts
// of one, and the form. All comments are shown: there are no pages of them.
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
import { counted, said, saidAs } from './words.ts'

/** Empty where a post has no comments and accepts none. The legacy form is an empty wrapper, as in WordPress. */
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

/** The title of the comments; empty without comments. */
export const commentsTitle: BlockRenderer = ({ name, attributes }, context) => {
  const post = context.post()
  const { commentCount: count } = post
  if (count === 0 || context.isLocked === true) return ''
  const showsCount = attributes['showCommentsCount'] !== false
  const title = attributes['showPostTitle'] === false ? null : shownTitle(post, context)
  const shown = showsCount ? countedTitle(count, title, context) : plainTitle(count, title, context)
  const level = numberAttribute(attributes, 'level', 2)
  const tag = `h${level >= 1 && level <= 6 ? level : 2}`
  const html = wrapped(name, attributes, { tag, classes: sideClass(attributes) }, shown)
  return html.replace(`<${tag}`, `<${tag} id="comments"`)
}

function countedTitle(count: number, title: string | null, context: RenderContext): string {
  if (count === 1)
    return title === null
      ? said(context, 'One response')
      : said(context, 'One response to &#8220;%s&#8221;', title)
  return title === null
    ? counted(context, '%s response', count, grouped(count, context))
    : counted(context, '%1$s response to &#8220;%2$s&#8221;', count, grouped(count, context), title)
}

function plainTitle(count: number, title: string | null, context: RenderContext): string {
  if (title === null) return count === 1 ? said(context, 'Response') : said(context, 'Responses')
  return count === 1
    ? said(context, 'Response to &#8220;%s&#8221;', title)
    : said(context, 'Responses to &#8220;%s&#8221;', title)
}

/** Replies beyond the depth of the site's threads stay at the last level, in no list of their own. */
export const commentTemplate: BlockRenderer = ({ name, attributes, parentAttributes, inner }, context) => {
  const all = context.comment !== undefined ? [] : context.discussion()
  if (all.length === 0) return ''
  const { isThreaded, repliesDepth, isNewestFirst } = context.commentRules
  const byParent = Map.groupBy(all, ({ parentId }) => (isThreaded ? parentId : '0'))
  // Numbers go on through all lists of a request
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

/** The link to reply; empty where comments are closed, are not threaded, or the comment is at the last level. */
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
      `<a rel="nofollow" class="comment-reply-login" href="${login}">${said(context, 'Log in to Reply')}</a>`,
    )
  }
  const to = attributeText(said(context, 'Reply to %s', comment.author))
  // The address of the page of comments that contains this one
  const [page = ''] = comment.link.split('#')
  const address = `${page}${page.includes('?') ? '&' : '?'}replytocom=${comment.id}`
  const link = `<a rel="nofollow" class="comment-reply-link" href="${attributeUrl(address)}#respond" data-commentid="${comment.id}" data-postid="${post.id}" data-belowelement="comment-${comment.id}" data-respondelement="respond" data-replyto="${to}" aria-label="${to}">${saidAs(context, 'verb', 'Reply')}</a>`
  return wrapped(name, attributes, own, link)
}

export const postCommentsCount: BlockRenderer = ({ name, attributes }, context) =>
  wrapped(
    name,
    attributes,
    { tag: 'div', classes: sideClass(attributes) },
    String(context.post().commentCount),
  )

/** The link to a post's comments; empty where these are closed. */
export const postCommentsLink: BlockRenderer = ({ name, attributes }, context) => {
  const post = context.post()
  const { commentCount: count } = post
  if (!post.hasOpenComments()) return ''
  const place = count === 0 ? 'respond' : 'comments'
  const title = shownTitle(post, context)
  const text =
    count === 0
      ? said(context, 'No comments<span class="screen-reader-text"> on %s</span>', title)
      : counted(
          context,
          '%1$s comment<span class="screen-reader-text"> on %2$s</span>',
          count,
          grouped(count, context),
          title,
        )
  const link = `<a href=${attributeUrl(`${post.link}#${place}`)}>${text}</a>`
  return wrapped(name, attributes, { tag: 'div', classes: textAlignClass(attributes) }, link)
}

/** A block that WordPress no longer has, and renders as an empty wrapper. */
export const postComments: BlockRenderer = ({ name, attributes }, context) =>
  hasDiscussion(context) ? wrapped(name, attributes, { tag: 'div' }, '') : ''

/** The form for a comment, as a reader who is not logged in sees it; empty where comments are closed. */
export const postCommentsForm: BlockRenderer = ({ name, attributes }, context: RenderContext) => {
  const post = context.post()
  if (context.isLocked === true || !post.hasOpenComments()) return ''
  const classes = ['comment-respond', ...textAlignClass(attributes)]
  const html = wrapped(name, attributes, { tag: 'div', classes }, `${formOf(context, post)}\t`)
  return `\t${html.replace('<div', '<div id="respond"')}<!-- #respond -->\n\t`
}

function formOf(context: RenderContext, { id, link }: ShownPost): string {
  const { itemPath, siteUrl, commentRules, theme } = context
  const { isThreaded, isForUsers, requiresNames, offersCookies } = commentRules
  const cancel = isThreaded
    ? ` <small><a rel="nofollow" id="cancel-comment-reply-link" href="${attributeUrl(itemPath)}#respond" style="display:none;">${said(context, 'Cancel reply')}</a></small>`
    : ''
  const begin = `
		<h3 id="reply-title" class="comment-reply-title">${said(context, 'Leave a Reply')}${cancel}</h3>`
  if (isForUsers)
    return `${begin}<p class="must-log-in">${said(context, 'You must be <a href="%s">logged in</a> to post a comment.', attributeUrl(loginAddress(siteUrl, link)))}</p>`
  const mark = `<span class="required">${said(context, '*')}</span>`
  const [marked, required] = requiresNames ? [` ${mark}`, ' required'] : ['', '']
  const cookies = offersCookies
    ? `
<p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">${said(context, 'Save my name, email, and website in this browser for the next time I comment.')}</label></p>`
    : ''
  return `${begin}<form action="${attributeUrl(siteUrl)}/wp-comments-post.php" method="post" id="commentform" class="comment-form"><p class="comment-notes"><span id="email-notes">${said(context, 'Your email address will not be published.')}</span> <span class="required-field-message">${said(context, 'Required fields are marked %s', mark)}</span></p><p class="comment-form-comment"><label for="comment">${saidAs(context, 'noun', 'Comment')} ${mark}</label> <textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p><p class="comment-form-author"><label for="author">${said(context, 'Name')}${marked}</label> <input id="author" name="author" type="text" value="" size="30" maxlength="245" autocomplete="name"${required} /></p>
<p class="comment-form-email"><label for="email">${said(context, 'Email')}${marked}</label> <input id="email" name="email" type="email" value="" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email"${required} /></p>
<p class="comment-form-url"><label for="url">${said(context, 'Website')}</label> <input id="url" name="url" type="url" value="" size="30" maxlength="200" autocomplete="url" /></p>${cookies}
<p class="form-submit${theme.isBlockTheme ? ' wp-block-button' : ''}"><input name="submit" type="submit" id="submit" class="${theme.isBlockTheme ? 'wp-block-button__link wp-element-button' : 'submit'}" value="${attributeText(said(context, 'Post Comment'))}" /> <input type='hidden' name='comment_post_ID' value='${id}' id='comment_post_ID' />
<input type='hidden' name='comment_parent' id='comment_parent' value='0' />
</p></form>`
}
