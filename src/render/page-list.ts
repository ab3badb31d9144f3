// The page list block (render_block_core_page_list): the site's pages as nested lists; in a navigation, as links of it.
import { isEmpty } from '../core/php-empty.ts'
import { numberAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import {
  clickToggle,
  iconToggle,
  interactiveItem,
  interactiveList,
  opening,
  opens,
} from './navigation-links.ts'
import { phpTrim } from '../core/php-trim.ts'
import { plainText } from '../core/plain-text.ts'
import { safeHtml } from './safe-html.ts'
import type { ShownPage } from './shown.ts'
import { said } from './words.ts'

const depthMax = 20

/** The list of pages; empty without any. */
export const pageList: BlockRenderer = ({ name, attributes }, context) => {
  const pages = context.pages()
  const byParent = Map.groupBy(pages, ({ parentId }) => parentId)
  const parent = String(numberAttribute(attributes, 'parentPageID', 0))
  const top = isReached(parent, pages) ? (byParent.get(parent) ?? []) : []
  if (top.length === 0) return ''
  const items = top.map((page) => itemOf(page, byParent, context, 0))
  const colors = context.navigation?.colors
  return wrapped(
    name,
    attributes,
    { tag: 'ul', classes: colors?.classes ?? [], style: colors?.style ?? null },
    items.join(''),
  )
}

/** False for a page below one that is not shown: neither it nor pages below it are shown. */
function isReached(id: string, pages: readonly ShownPage[]): boolean {
  const parents = new Map(pages.map((page) => [page.id, page.parentId]))
  let above: string | undefined = id
  for (let depth = 0; above !== undefined && above !== '0' && depth < depthMax; depth += 1)
    above = parents.get(above)
  return above === '0'
}

function itemOf(
  page: ShownPage,
  byParent: ReadonlyMap<string, readonly ShownPage[]>,
  context: RenderContext,
  depth: number,
): string {
  const { navigation } = context
  const below = depth < depthMax ? (byParent.get(page.id) ?? []) : []
  const hasChild = below.length > 0
  const inNavigation = navigation === undefined ? [] : ['wp-block-navigation-item', ...opening(navigation)]
  const classes = ['wp-block-pages-list__item', ...(hasChild ? ['has-child'] : []), ...inNavigation].join(' ')
  const title = isEmpty(page.title) ? said(context, '(no title)') : page.title
  const shown = safeHtml(title)
  const label = phpTrim(plainText(title))
  const content = navigation === undefined ? '' : ' wp-block-navigation-item__content'
  const link =
    hasChild && navigation?.opensOn === 'click'
      ? clickToggle(label, shown, context, 'wp-block-page-list__submenu-icon ')
      : `<a class="wp-block-pages-list__item__link${content}" href="${attributeUrl(page.link)}">${shown}</a>${hasChild ? iconToggle(label, context) : ''}`
  const items = below.map((child) => itemOf(child, byParent, context, depth + 1)).join('')
  const list = items === '' ? '' : `<ul class="wp-block-navigation__submenu-container">${items}</ul>`
  const { classes: colored = [], style = null } = depth > 0 ? (navigation?.overlay ?? {}) : {}
  const among = `${depth > 0 ? ` ${colored.join(' ')}` : ''}${page.isFront ? ' menu-item-home' : ''}`
  const declared = style === null ? '' : ` style="${attributeText(style)};"`
  const item = `<li class="${classes}${among}"${declared}>${link}${interactiveList(list, navigation)}</li>`
  return hasChild && opens(navigation) ? interactiveItem(item, navigation) : item
}
