// The built-in renderers of dynamic blocks, a line each.
import { isEmpty } from '../core/php-empty.ts'
import { accordion, accordionItem } from './accordion.ts'
import { enclosedAnew } from './allowed.ts'
import { attachedGallery, gallerySource } from './attached-gallery.ts'
import { archives } from './archives.ts'
import { renderBlocks } from './blocks.ts'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { calendar } from './calendar.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import {
  commentAuthorName,
  commentContent,
  commentDate,
  commentReplyLink,
  comments,
  commentsTitle,
  commentTemplate,
  postComments,
  postCommentsCount,
  postCommentsForm,
  postCommentsLink,
} from './comments.ts'
import { cover, mediaText } from './featured-backgrounds.ts'
import { attributeOf, unescaped, withAttributes } from './first-tag.ts'
import { postFeaturedImage } from './featured-image.ts'
import { footnotes } from './footnotes.ts'
import { attributesIn, attributeText, replaceFirst, tagEnd, withClasses } from './html-tag.ts'
import { withLowPriority } from './image-tags.ts'
import { latestComments } from './latest-comments.ts'
import { latestPosts } from './latest-posts.ts'
import { withGalleryLightbox } from './lightbox.ts'
import { logIn } from './log-in.ts'
import { navigation, navigationOverlayClose } from './navigation.ts'
import { homeLink, navigationLink, navigationSubmenu } from './navigation-links.ts'
import { pageList } from './page-list.ts'
import { paragraphs } from './paragraphs.ts'
import {
  avatar,
  postAuthor,
  postAuthorBiography,
  postAuthorName,
  postDate,
  postExcerpt,
  readMore,
} from './post-blocks.ts'
import { playlistBlock, playlistTrack } from './playlist.ts'
import { postContent, postTemplate, query, queryNoResults } from './query-loop.ts'
import {
  queryPagination,
  queryPaginationNext,
  queryPaginationNumbers,
  queryPaginationPrevious,
  queryTotal,
} from './query-pages.ts'
import { queryTitle } from './query-title.ts'
import { rss } from './rss.ts'
import { searchForm } from './search-form.ts'
import { siteLogo } from './site-logo.ts'
import { socialLink } from './social-links.ts'
import { tabList, tabPanel, tabs } from './tabs.ts'
import { pattern, templatePart } from './theme-texts.ts'
import { timeToRead } from './time-to-read.ts'
import { categories, postTerms, tagCloud } from './term-blocks.ts'
import { widgetGroup } from './widget-group.ts'
import { termCount, termDescription, termName, termsQuery, termTemplate } from './term-loop.ts'
import { postTitle, siteTagline, siteTitle } from './title-blocks.ts'
import { said } from './words.ts'

/** A gallery, with a class numbered per request, together with all other unique ids. */
const gallery: BlockRenderer = (block, context) => {
  const html = gallerySource(block) === null ? block.html : attachedGallery(block, context)
  if (html === '') return ''
  return withGalleryLightbox(withClasses(html, [`wp-block-gallery-${context.count('unique id')}`]), context)
}

/** An image block; empty where no image in it has a `src`. */
const image: BlockRenderer = ({ html, attributes }) => {
  const images = html.matchAll(/<img\s(?:"[^"]*"|'[^']*'|[^"'>])*/gi)
  if (!images.some(([tag]) => (attributesIn(tag).get('src') ?? '') !== '')) return ''
  const id = attributes['data-id']
  const isStated = typeof id === 'string' || typeof id === 'number'
  return isStated ? withAttributes(html, { 'data-id': String(id) }, 'img') : html
}

const details: BlockRenderer = ({ html, attributes }, context) =>
  attributes['showContent'] === true ? html : withLowPriority(html, context)

/** A button; empty without a link, and where the link is empty but for comments or begins with another link. */
const button: BlockRenderer = ({ html, attributes }) => {
  const link = /<(a|button)(?=[\s/>])/i.exec(html)
  if (link === null) return /<[a-z]/i.test(html) ? '' : html
  const end = tagEnd(html, link.index)
  const next = end < 0 ? '' : withoutComments(html.slice(end))
  const isSilent = next === '' || new RegExp(`^</?${link[1]}[\\s/>]`, 'i').test(next)
  return isSilent ? '' : withButtonWidth(html, attributes)
}

/** HTML without the comments that it begins with. */
function withoutComments(html: string): string {
  let at = 0
  while (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at)
    if (end < 0) return ''
    at = end + 3
  }
  return html.slice(at)
}

/** Adds the stated width: a percentage as a CSS variable, and also as a class where the style sheet has one for it. */
function withButtonWidth(html: string, attributes: BlockAttributes): string {
  const width = asRecord(asRecord(attributes['style'])?.['dimensions'])?.['width']
  const stated = typeof width === 'number' ? String(width) : width
  if (typeof stated !== 'string' || isEmpty(stated)) return html
  const percent = /^(\d{1,9}(?:\.\d{1,9})?)%$/.exec(stated)?.[1]
  const preset = /^var:preset\|([\w-]+)\|([\w-]+)$/.exec(stated)
  const length = preset === null ? stated : `var(--wp--preset--${preset[1]}--${preset[2]})`
  const style = percent === undefined ? `width: ${length};` : `--wp--block-button--width: ${Number(percent)};`
  const own = attributeOf(html, 'style') ?? ''
  const styled = withAttributes(html, { style: `${style} ${unescaped(own)}`.trim() })
  return withClasses(styled, [
    'has-custom-width',
    ...(percent === undefined ? [] : ['wp-block-button__width']),
    ...(percent !== undefined && ['25', '50', '75', '100'].includes(percent)
      ? [`wp-block-button__width-${percent}`]
      : []),
  ])
}

/** A video with the width, height and aspect ratio of its file, where these are known. */
const video: BlockRenderer = ({ html, attributes }, { attachmentOf }) => {
  const known = attachmentOf(String(attributes['id']))?.image ?? null
  if (known === null) return html
  const ratio = `aspect-ratio: ${known.width} / ${known.height};`
  const sides = [
    ['width', String(known.width)],
    ['style', ratio],
    ['height', String(known.height)],
  ] as const
  return replaceFirst(html, 'video', (tag) =>
    sides.reduce((made, [name, value]) => {
      const has = new RegExp(` ${name}="[^"]*"`)
      if (!has.test(made)) return `<video ${name}="${value}"${made.slice('<video'.length)}`
      return made.replace(
        has,
        (own) => ` ${name}="${value}${name === 'style' ? own.slice(' style="'.length, -1) : ''}"`,
      )
    }, tag),
  )
}

/** A file block, whose document is previewed in place if the browser can. */
const storedFile: BlockRenderer = ({ html, attributes }, context) => {
  if (attributes['displayPreview'] !== true || !/<object\b/.test(html)) return html
  const shown = replaceFirst(html, 'object', (tag) => {
    const bound = `<object data-wp-bind--hidden="!state.hasPdfPreview" hidden${tag.slice('<object'.length)}`
    const label = / aria-label="([^"]*)"/.exec(tag)
    const pdf = attributeText(said(context, 'PDF embed'))
    if (label === null) return bound.replace('<object', () => `<object aria-label="${pdf}"`)
    const words = label[1] ?? ''
    const named = words === '' || words === pdf ? pdf : attributeText(said(context, 'Embed of %s.', words))
    return bound.replace(label[0], () => ` aria-label="${named}"`)
  })
  return shown.replace(/<div(?=[\s>])/, '<div data-wp-interactive="core/file"')
}

const shortcode: BlockRenderer = ({ html }, context) => enclosedAnew(html, context, () => paragraphs(html))

/** The depth to which synced patterns are nested. */
const sharedDepthMax = 5

/** A synced pattern; within itself it is empty. */
const shared: BlockRenderer = ({ attributes }, context) => {
  const id = String(attributes['ref'])
  const text = context.sharedText(id)
  if (text === null) return ''
  const within = [...(context.within ?? []), id]
  if (within.length > sharedDepthMax || context.within?.includes(id)) return ''
  return renderBlocks(text, { ...context, within, overrides: asRecord(attributes['content']) ?? {} })
}

export const builtInBlocks: RenderContext['blocks'] = new Map([
  ['core/accordion', accordion],
  ['core/accordion-item', accordionItem],
  ['core/archives', archives],
  ['core/avatar', avatar],
  ['core/block', shared],
  ['core/breadcrumbs', breadcrumbs],
  ['core/button', button],
  ['core/calendar', calendar],
  ['core/categories', categories],
  ['core/comment-author-name', commentAuthorName],
  ['core/comment-content', commentContent],
  ['core/comment-date', commentDate],
  ['core/comment-reply-link', commentReplyLink],
  ['core/comment-template', commentTemplate],
  ['core/comments', comments],
  ['core/comments-title', commentsTitle],
  ['core/comment-edit-link', () => ''],
  ['core/comments-pagination', () => ''],
  ['core/cover', cover],
  ['core/details', details],
  ['core/file', storedFile],
  ['core/footnotes', footnotes],
  ['core/gallery', gallery],
  ['core/home-link', homeLink],
  ['core/image', image],
  ['core/latest-comments', latestComments],
  ['core/latest-posts', latestPosts],
  ['core/loginout', logIn],
  ['core/media-text', mediaText],
  ['core/navigation', navigation],
  ['core/navigation-link', navigationLink],
  ['core/navigation-overlay-close', navigationOverlayClose],
  ['core/navigation-submenu', navigationSubmenu],
  ['core/page-list', pageList],
  ['core/playlist', playlistBlock],
  ['core/playlist-track', playlistTrack],
  ['core/pattern', pattern],
  ['core/post-author', postAuthor],
  ['core/post-author-biography', postAuthorBiography],
  ['core/post-author-name', postAuthorName],
  ['core/post-comments', postComments],
  ['core/post-comments-count', postCommentsCount],
  ['core/post-comments-form', postCommentsForm],
  ['core/post-comments-link', postCommentsLink],
  ['core/post-content', postContent],
  ['core/post-time-to-read', timeToRead],
  ['core/post-date', postDate],
  ['core/post-excerpt', postExcerpt],
  ['core/post-featured-image', postFeaturedImage],
  // A REST response has no previous and no next post
  ['core/post-navigation-link', () => ''],
  ['core/post-template', postTemplate],
  ['core/post-terms', postTerms],
  ['core/post-title', postTitle],
  ['core/query', query],
  ['core/query-no-results', queryNoResults],
  ['core/query-pagination', queryPagination],
  ['core/query-pagination-next', queryPaginationNext],
  ['core/query-pagination-numbers', queryPaginationNumbers],
  ['core/query-pagination-previous', queryPaginationPrevious],
  ['core/query-title', queryTitle],
  ['core/query-total', queryTotal],
  ['core/read-more', readMore],
  ['core/rss', rss],
  ['core/search', searchForm],
  ['core/shortcode', shortcode],
  ['core/site-tagline', siteTagline],
  ['core/site-logo', siteLogo],
  ['core/site-title', siteTitle],
  ['core/social-link', socialLink],
  ['core/tab-list', tabList],
  ['core/tab-panel', tabPanel],
  ['core/tabs', tabs],
  ['core/template-part', templatePart],
  ['core/tag-cloud', tagCloud],
  ['core/term-count', termCount],
  ['core/term-description', termDescription],
  ['core/term-name', termName],
  ['core/term-template', termTemplate],
  ['core/terms-query', termsQuery],
  ['core/video', video],
  ['core/widget-group', widgetGroup],
])
