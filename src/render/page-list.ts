// The block of the site's pages, below one another (render_block_core_page_list).
import { numberAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import type { ShownPage } from './shown.ts'

const depthMax = 20

/** Nothing where there is no page. */
export const pageList: BlockRenderer = ({ name, attributes }, context) => {
  const byParent = Map.groupBy(context.pages(), ({ parentId }) => parentId)
  const top = byParent.get(String(numberAttribute(attributes, 'parentPageID', 0))) ?? []
  if (top.length === 0) return ''
  return wrapped(name, attributes, { tag: 'ul' }, top.map((page) => itemOf(page, byParent, 0)).join(''))
}

function itemOf(page: ShownPage, byParent: ReadonlyMap<string, readonly ShownPage[]>, depth: number): string {
  const below = depth < depthMax ? (byParent.get(page.id) ?? []) : []
  const classes = `wp-block-pages-list__item${below.length > 0 ? ' has-child' : ''}${depth > 0 ? ' ' : ''}`
  const link = `<a class="wp-block-pages-list__item__link" href="${attributeUrl(page.link)}">${attributeText(page.title)}</a>`
  const items = below.map((child) => itemOf(child, byParent, depth + 1)).join('')
  const list = items === '' ? '' : `<ul class="wp-block-navigation__submenu-container">${items}</ul>`
  return `<li class="${classes}">${link}${list}</li>`
}
