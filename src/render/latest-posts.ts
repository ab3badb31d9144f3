// The block of the newest posts (render_block_core_latest_posts).
import { isEmpty } from '../core/php-empty.ts'
import { imageOf } from './attachment.ts'
import { asRecord, hasBlocks, type BlockAttributes } from './block-tree.ts'
import { statedText } from './block-attributes.ts'
import { linkColorClass, numberAttribute, textAttribute, wrapped } from './block-wrapper.ts'
import { renderBlocks } from './blocks.ts'
import { isWithin } from './contained.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { listingOf } from './listing.ts'
import { formatDate, isoTime } from './php-date.ts'
import { newLoopBudget } from './query-loop.ts'
import { withShortcodes } from './shortcodes.ts'
import type { ShownPost } from './shown.ts'
import { shownTitle } from './title-blocks.ts'
import { unwrappedShortcodes } from './unwrapped-shortcodes.ts'
import { said } from './words.ts'

export const latestPosts: BlockRenderer = ({ name, attributes }, context) => {
  const listing = listingOf(name, attributes, context.blockSettings.pageLength)
  const budget = context.loopBudget ?? newLoopBudget()
  const found = listing?.kind === 'posts' ? context.queried(listing) : []
  const posts = found.slice(0, Math.max(budget.posts, 0))
  budget.posts -= posts.length
  const layout = asRecord(attributes['layout'])
  const kind = textAttribute(layout ?? {}, 'type')
  const isGrid = isEmpty(kind) ? attributes['postLayout'] === 'grid' : kind === 'grid'
  const columns = numberAttribute(layout ?? {}, 'columnCount', 0) || numberAttribute(attributes, 'columns', 0)
  const isNarrowing = columns > 0 && textAttribute(layout ?? {}, 'minimumColumnWidth') !== ''
  const classes = [
    'wp-block-latest-posts__list',
    ...(isGrid ? ['is-grid'] : []),
    ...(isGrid && columns > 0 ? [`columns-${columns}`] : []),
    ...(isGrid && isNarrowing ? ['has-native-responsive-grid'] : []),
    ...(attributes['displayPostDate'] === true ? ['has-dates'] : []),
    ...(attributes['displayAuthor'] === true ? ['has-author'] : []),
    ...linkColorClass(attributes),
  ]
  const items = posts.map((post) =>
    itemOf(attributes, {
      ...post,
      itemPath: context.itemPath,
      within: context.within ?? [],
      loopBudget: budget,
    }),
  )
  return wrapped(name, attributes, { tag: 'ul', classes }, items.join(''))
}

function itemOf(attributes: BlockAttributes, context: RenderContext): string {
  const post = context.post()
  const author = attributes['displayAuthor'] === true ? post.author() : null
  const title = shownTitle(post, context) || said(context, '(no title)')
  const link = attributeUrl(post.link)
  return [
    `<li>${imagePart(post, title, attributes)}`,
    `<a class="wp-block-latest-posts__post-title" href="${link}">${title}</a>`,
    !author?.name
      ? ''
      : `<div class="wp-block-latest-posts__post-author">${said(context, 'by %s', author.name)}</div>`,
    attributes['displayPostDate'] === true
      ? `<time datetime="${isoTime(post.created)}" class="wp-block-latest-posts__post-date">${formatDate(context.dateFormat, post.created, context.dateNames)}</time>`
      : '',
    attributes['displayPostContent'] === true ? textPart(post, title, attributes, context) : '',
    '</li>\n',
  ].join('')
}

function imagePart(post: ShownPost, title: string, attributes: BlockAttributes): string {
  if (attributes['displayFeaturedImage'] !== true || !post.hasImage()) return ''
  const image = post.image()
  const [width, height] = [
    numberAttribute(attributes, 'featuredImageSizeWidth', 0),
    numberAttribute(attributes, 'featuredImageSizeHeight', 0),
  ]
  const style = `${width > 0 ? `max-width:${width}px;` : ''}${height > 0 ? `max-height:${height}px;` : ''}`
  const size = statedText(attributes, 'featuredImageSizeSlug', 'thumbnail')
  // A deleted image leaves an empty wrapper
  const shown = image === null ? '' : imageOf(image, size, { className: 'wp-post-image', style })
  const linked =
    attributes['addLinkToFeaturedImage'] === true
      ? `<a href="${attributeUrl(post.link)}" aria-label="${attributeText(title)}">${shown}</a>`
      : shown
  const align = textAttribute(attributes, 'featuredImageAlign')
  const aligned = /^[a-z]+$/.test(align) ? ` align${align}` : ''
  return `<div class="wp-block-latest-posts__featured-image${aligned}">${linked}</div>`
}

const marked = ' [&hellip;]'
const moreLink =
  '… <a class="wp-block-latest-posts__read-more" href="%1$s" rel="noopener">Read more<span class="screen-reader-text">: %2$s</span></a>'

function textPart(
  post: ShownPost,
  title: string,
  attributes: BlockAttributes,
  context: RenderContext,
): string {
  const kind = statedText(attributes, 'displayPostContentRadio', 'excerpt')
  if (kind === 'full_post') {
    const content = post.isLocked
      ? said(context, 'This content is password protected.')
      : wholeText(post, context)
    return `<div class="wp-block-latest-posts__post-full-content">${content}</div>`
  }
  if (kind !== 'excerpt') return ''
  const words = post.isLocked
    ? said(context, 'This content is password protected.')
    : post.summary(numberAttribute(attributes, 'excerptLength', 55))
  const text = words.endsWith(marked)
    ? words.slice(0, -marked.length) + said(context, moreLink, attributeUrl(post.link), title)
    : words
  return `<div class="wp-block-latest-posts__post-excerpt">${text}</div>`
}

/** The whole content of a post: its shortcodes run with that post, before its blocks are rendered; within itself it is empty. */
function wholeText({ id, content }: ShownPost, context: RenderContext): string {
  const mark = `post ${id}`
  const within = context.within ?? []
  if (isWithin(mark, context) || !context.allows(content.length)) return ''
  const own = { ...context, within: [...within, mark] }
  const text = withShortcodes(unwrappedShortcodes(content, own), own)
  return hasBlocks(text) ? renderBlocks(text, own) : text
}
