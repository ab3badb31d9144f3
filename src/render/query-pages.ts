// The links from a query loop's first page to its others, and the number of its posts (render_block_core_query_pagination
// and its parts, render_block_core_query_total).
import type { BlockAttributes } from './block-tree.ts'
import { filledText } from './block-attributes.ts'
import { linkColorClass, numberAttribute, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { withAttributes } from './first-tag.ts'
import { grouped } from './grouped-number.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { isEnhanced, loopAround } from './query-loop.ts'
import { counted, said } from './words.ts'

/** The links to other pages; empty without any. */
export const queryPagination: BlockRenderer = ({ name, attributes, inner }, context) => {
  const html = inner({ ...context, query: { ...loopAround(context), pagination: attributes } })
  if (html.trim() === '') return ''
  const rest = ` aria-label="${attributeText(said(context, 'Pagination'))}"`
  return wrapped(name, attributes, { tag: 'nav', classes: linkColorClass(attributes), rest }, html)
}

/** Empty, as the first page has none before it. */
export const queryPaginationPrevious: BlockRenderer = () => ''

/** The link to the second page; empty where there is none. */
export const queryPaginationNext: BlockRenderer = ({ name, attributes }, context) => {
  const { parameter, pagination = {}, attributes: attributesOfLoop } = loopAround(context)
  if (pagesOf(context) < 2) return ''
  const label = attributeText(filledText(attributes, 'label')) || said(context, 'Next Page')
  const isShown = pagination['showLabel'] !== false
  const arrow = arrowOf(pagination, name)
  const href = attributeUrl(`${context.itemPath}${context.itemPath.includes('?') ? '&' : '?'}${parameter}=2`)
  const rest = isShown ? '' : ` aria-label="${attributeText(label)}"`
  const made = wrapped(name, attributes, { tag: 'a', rest }, (isShown ? label : '') + arrow)
  const link = made.replace('<a', `<a href="${href}"`)
  return isEnhanced(attributesOfLoop)
    ? withAttributes(link, {
        'data-wp-key': 'query-pagination-next',
        'data-wp-on--click': 'core/query::actions.navigate',
        'data-wp-on--mouseenter': 'core/query::actions.prefetch',
        'data-wp-watch': 'core/query::callbacks.prefetch',
      })
    : link
}

const arrows: ReadonlyMap<string, string> = new Map([
  ['arrow', '→'],
  ['chevron', '»'],
])

function arrowOf(pagination: BlockAttributes, name: string): string {
  const kind = textAttribute(pagination, 'paginationArrow')
  const arrow = arrows.get(kind)
  const className = name.replace('core/', 'wp-block-')
  return arrow === undefined
    ? ''
    : `<span class='${className}-arrow is-arrow-${kind}' aria-hidden='true'>${arrow}</span>`
}

/** The highest number of pages beside the first one that are linked to. */
const besideMax = 100

/** Links to the pages beside the first one, and to the last (paginate_links). */
export const queryPaginationNumbers: BlockRenderer = ({ name, attributes }, context) => {
  const loop = loopAround(context)
  const { parameter } = loop
  const pages = pagesOf(context)
  if (pages < 2) return ''
  const near = Math.min(Math.max(numberAttribute(attributes, 'midSize', 2), 0), besideMax) + 1
  const [, others] = context.itemPath.split('?')
  const rest = others === undefined ? '' : `&#038;${others}`
  const link = (page: number) =>
    `<a class="page-numbers" href="?${parameter}=${page}${rest}">${grouped(page, context)}</a>`
  const between = Array.from({ length: Math.max(Math.min(near, pages - 1) - 1, 0) }, (_, at) => link(at + 2))
  const links = [
    '<span aria-current="page" class="page-numbers current">1</span>',
    ...between,
    ...(pages > near + 1 ? [`<span class="page-numbers dots">${said(context, '&hellip;')}</span>`] : []),
    link(pages),
  ]
  const shown = isEnhanced(loop.attributes) ? links.map(keyed) : links
  return wrapped(name, attributes, { tag: 'div' }, shown.join('\n'))
}

function keyed(link: string, at: number): string {
  return withAttributes(link, {
    'data-wp-key': `index-${at}`,
    ...(link.startsWith('<a') ? { 'data-wp-on--click': 'core/query::actions.navigate' } : {}),
  })
}

export const queryTotal: BlockRenderer = ({ name, attributes }, context) => {
  const { listing } = loopAround(context)
  const total = listing === null ? 0 : context.totalOf(listing)
  const shown = total > (listing?.offset ?? 0) ? total : 0
  return wrapped(
    name,
    attributes,
    { tag: 'div' },
    totalText(shown, attributes, listing?.limit ?? null, context),
  )
}

/** The text of the total; `limit` is null for a loop that inherits the page's query. */
function totalText(
  total: number,
  attributes: BlockAttributes,
  limit: number | null,
  context: RenderContext,
): string {
  if (attributes['displayType'] === 'range-display') {
    // WordPress shows the numbers even where nothing is found
    const [start, end] = total === 0 ? [0, limit === null ? -1 : 0] : [1, Math.min(limit ?? 1, total)]
    return start === end
      ? said(context, 'Displaying %1$s of %2$s', start, total)
      : said(context, 'Displaying %1$s – %2$s of %3$s', start, end, total)
  }
  return counted(context, '%d result found', total)
}

function pagesOf(context: RenderContext): number {
  const { listing, pagesMax } = loopAround(context)
  if (listing === null) return 0
  const pages = Math.ceil(context.totalOf(listing) / listing.limit)
  return pagesMax > 0 ? Math.min(pages, pagesMax) : pages
}
