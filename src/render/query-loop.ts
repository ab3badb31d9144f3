// A query loop and its posts (render_block_core_query, render_block_core_post_template): renders the template's inner blocks once
// for each post. The loop shows its first page, since no REST address contains the page of a loop.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { linkColorClass, numberAttribute, textAttribute, wrapped } from './block-wrapper.ts'
import { isWithin } from './contained.ts'
import { renderContent } from './content.ts'
import type { BlockRenderer, QueryState, RenderContext } from './context.ts'
import { customCssClasses } from './custom-css.ts'
import { withAttributes } from './first-tag.ts'
import { firstPart, pagesIn } from './first-part.ts'
import { placeClass } from './layouts.ts'
import { elementsClass } from './numbered-classes.ts'
import { aloneUses, noQuery, queryListing, usesOf } from './query-listing.ts'
import { attributeText, attributeUrl, withClasses } from './html-tag.ts'
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

/** True where WordPress's scripts load other pages of the loop without the whole page. */
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

/** The loop around a part of one; for a part outside of any loop, a loop over the newest posts. */
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

/** The highest number of posts in a loop with all the loops in it, which bounds its cost however deep they are. */
const postsMax = 400
export function newLoopBudget(): { posts: number } {
  return { posts: postsMax }
}

/** The list of the loop's posts; empty where none is found. */
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

/** Classes of the list that each item has, too: of coloured elements, of the place in a layout and of custom CSS. */
export function itemClasses(
  attributes: BlockAttributes,
  around: BlockAttributes,
  theme: Theme,
): readonly string[] {
  const place = placeClass(attributes, around, theme)
  return [...elementsClass(attributes), ...(place === null ? [] : [place]), ...customCssClasses(attributes)]
}

/** The inner blocks that are shown where the loop finds no posts. */
export const queryNoResults: BlockRenderer = ({ name, attributes, inner }, context) => {
  const { listing } = loopAround(context)
  const isFound = listing !== null && context.queried(listing).length > 0
  // Blocks that stay hidden take their numbers, too
  const stands = inner(context)
  const shown = isFound ? '' : stands
  if (shown.trim() === '') return ''
  return wrapped(name, attributes, { tag: 'div', classes: linkColorClass(attributes) }, shown)
}

/** The content of the loop's post; within itself it is empty. */
export const postContent: BlockRenderer = ({ name, attributes }, context) => {
  const mark = `post ${context.postId}`
  const within = context.within ?? []
  if (context.isLocked === true || isWithin(mark, context)) return ''
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

/** The content up to `<!--more-->`, with a link to the rest. Behind a loop, `content` is that of the loop's last post. */
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
  const label = said(context, 'Continue reading %s', attributeText(title))
  return `<span aria-label="${label}">${said(context, '(more&hellip;)')}</span>`
}

/** The highest number of pages of a content that are linked to. */
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
