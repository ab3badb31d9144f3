// A query loop and its posts (render_block_core_query, render_block_core_post_template): what the template encloses, once for
// each post. The loop shows its first page: which page a reader is on is part of no address of the interface.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { linkColorClass, numberAttribute, textAttribute, wrapped } from './block-wrapper.ts'
import { renderContent } from './content.ts'
import type { BlockRenderer, QueryState, RenderContext } from './context.ts'
import { customCssClasses } from './custom-css.ts'
import { withAttributes } from './first-tag.ts'
import { firstPart, pagesIn } from './first-part.ts'
import { placeClass } from './layouts.ts'
import { elementsClass } from './numbered-classes.ts'
import { aloneUses, noQuery, queryListing, usesOf } from './query-listing.ts'
import { attributeUrl, withClasses } from './html-tag.ts'
import type { Theme } from './theme.ts'
import { shownTitle } from './title-blocks.ts'
import { said } from './words.ts'

export const query: BlockRenderer = ({ attributes, parts, inner }, context) => {
  const id = attributes['queryId']
  const stated = asRecord(attributes['query']) ?? {}
  const html = inner({
    ...context,
    query: {
      listing: queryListing(attributes, context.blockSettings, usesOf(parts)),
      parameter: typeof id === 'number' ? `query-${id}-page` : 'query-page',
      pagesMax: numberAttribute(stated, 'pages', 0),
      attributes,
    },
  })
  return isEnhanced(attributes) && typeof id === 'number' ? withAttributes(html, regionOf(String(id))) : html
}

/** True where scripts of the site show other pages without loading the whole page. */
export function isEnhanced({ enhancedPagination }: BlockAttributes): boolean {
  return enhancedPagination === true
}

function regionOf(id: string): Readonly<Record<string, string>> {
  return {
    'data-wp-interactive': 'core/query',
    'data-wp-router-region': `query-${id}`,
    'data-wp-key': id,
    'data-wp-context': '{}',
  }
}

/** The loop around a part; one of the newest posts for a part that stands alone. */
export function loopAround({ query: around, blockSettings }: RenderContext): QueryState {
  return (
    around ?? {
      listing: queryListing(noQuery, blockSettings, aloneUses),
      parameter: 'query-page',
      pagesMax: 0,
      attributes: {},
    }
  )
}

/** How many posts a loop shows with all the loops in it: what it costs is bounded, however deep they are. */
const postsMax = 400
export function newLoopBudget(): { posts: number } {
  return { posts: postsMax }
}

/** How deep texts are shown in texts. */
const depthMax = 5

/** Nothing where no post is found. */
export const postTemplate: BlockRenderer = ({ name, attributes, parentAttributes, inner }, context) => {
  const loop = loopAround(context)
  const budget = context.loopBudget ?? newLoopBudget()
  const found = loop.listing === null ? [] : context.queried(loop.listing)
  const posts = found.slice(0, Math.max(budget.posts, 0))
  if (posts.length === 0) return ''
  budget.posts -= posts.length
  const { within = [] } = context
  const classesOfItem = itemClasses(attributes, parentAttributes, context.theme)
  const items = posts.map((each) => {
    const shown: RenderContext = {
      ...each,
      ...(context.isAlive === true ? { isAlive: true } : {}),
      query: loop,
      setUp: context.setUp,
      within,
      loopBudget: budget,
      itemPath: context.itemPath,
    }
    const post = each.post()
    context.setUp.post = post
    const key = isEnhanced(loop.attributes) ? ` data-wp-key="post-template-item-${post.id}"` : ''
    const html = withClasses(inner(shown), classesOfItem)
    return `<li${key} class="wp-block-post ${post.classes().join(' ')}">${html}</li>`
  })
  const grid = asRecord(attributes['layout'])
  const columns = grid?.['type'] === 'grid' ? numberAttribute(grid, 'columnCount', 0) : 0
  const shape = asRecord(loop.attributes['displayLayout'])
  const isFlex = shape?.['type'] === 'flex'
  const classes = [
    ...(isFlex ? ['is-flex-container', `columns-${numberAttribute(shape, 'columns', 0)}`] : []),
    ...linkColorClass(attributes),
    ...(columns > 0 ? [`columns-${columns}`] : []),
    ...(columns > 0 && textAttribute(grid ?? {}, 'minimumColumnWidth') !== ''
      ? ['has-native-responsive-grid']
      : []),
  ]
  return wrapped(name, attributes, { tag: 'ul', classes }, items.join(''))
}

/** The colours of the list's elements, its place in a layout and its own styles are each item's, too. */
export function itemClasses(
  attributes: BlockAttributes,
  around: BlockAttributes,
  theme: Theme,
): readonly string[] {
  const place = placeClass(attributes, around, theme)
  return [...elementsClass(attributes), ...(place === null ? [] : [place]), ...customCssClasses(attributes)]
}

/** The block that stands for posts where there are none. */
export const queryNoResults: BlockRenderer = ({ name, attributes, inner }, context) => {
  const { listing } = loopAround(context)
  const isFound = listing !== null && context.queried(listing).length > 0
  // The hidden part is numbered, too
  const stands = inner(context)
  const shown = isFound ? '' : stands
  if (shown.trim() === '') return ''
  return wrapped(name, attributes, { tag: 'div', classes: linkColorClass(attributes) }, shown)
}

/** The whole text of the loop's post; within itself it is nothing. */
export const postContent: BlockRenderer = ({ name, attributes }, context) => {
  const mark = `post ${context.postId}`
  const within = context.within ?? []
  if (context.isLocked === true || within.includes(mark) || within.length > depthMax) return ''
  const { content } = context.setUp.post ?? context.post()
  if (!context.allows(content.length)) return ''
  const html = renderContent(shownPart(content, context), {
    ...context,
    within: [...within, mark],
  }).replaceAll(']]>', ']]&gt;')
  const tag = textAttribute(attributes, 'tagName')
  const element = /^(?:main|section|article)$/.test(tag) ? tag : 'div'
  return html === '' ? '' : wrapped(name, attributes, { tag: element, classes: ['entry-content'] }, html)
}

/** A text ends where its author cut it, with a link to the rest. Behind a loop it is that of the loop's last post. */
function shownPart(content: string, context: RenderContext): string {
  const post = context.post()
  const shown = firstPart(content, (stated) => {
    const title = shownTitle(post, context).replace(/<[^<>]*>/g, '')
    const words = stated ?? moreWords(title, context)
    return ` <a href="${attributeUrl(post.link)}#more-${post.id}" class="more-link">${words}</a>`
  })
  return post.content.includes('<!-- wp:nextpage')
    ? shown + pageLinks(pagesIn(content), post.link, context)
    : shown
}

function moreWords(title: string, context: RenderContext): string {
  const label = said(context, 'Continue reading %s', title)
  return `<span aria-label="${label}">${said(context, '(more&hellip;)')}</span>`
}

/** So many pages of a content are linked to. */
const linkedPagesMax = 100

/** Links to the pages of a content that is broken into several (wp_link_pages). */
function pageLinks(pages: number, link: string, context: RenderContext): string {
  if (pages < 2) return ''
  const behind = link.includes('?') ? '&page=%' : link.endsWith('/') ? '%/' : '/%'
  const links = Array.from({ length: Math.min(pages, linkedPagesMax) }, (_, at) => {
    const url = at === 0 ? link : link + behind.replace('%', String(at + 1))
    return `<a href="${attributeUrl(url)}" class="post-page-numbers">${at + 1}</a>`
  })
  return `<p class="post-nav-links">${said(context, 'Pages:')} ${links.join(' ')}</p>`
}
