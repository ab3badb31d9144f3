// The block of the site's pages, below one another (render_block_core_page_list); in a navigation, as links of it.
import { numberAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, NavigationState } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { clickToggle, iconToggle, interactiveItem, interactiveList, opening } from './navigation-links.ts'
import type { ShownPage } from './shown.ts'

const depthMax = 20

/** Nothing where there is no page. */
export const pageList: BlockRenderer = ({ name, attributes }, context) => {
  const byParent = Map.groupBy(context.pages(), ({ parentId }) => parentId)
  const top = byParent.get(String(numberAttribute(attributes, 'parentPageID', 0))) ?? []
  if (top.length === 0) return ''
  const items = top.map((page) => itemOf(page, byParent, context.navigation, 0))
  return wrapped(name, attributes, { tag: 'ul', classes: context.navigation?.colors ?? [] }, items.join(''))
}

function itemOf(
  page: ShownPage,
  byParent: ReadonlyMap<string, readonly ShownPage[]>,
  navigation: NavigationState | undefined,
  depth: number,
): string {
  const below = depth < depthMax ? (byParent.get(page.id) ?? []) : []
  const hasChild = below.length > 0
  const inNavigation = navigation === undefined ? [] : ['wp-block-navigation-item', ...opening(navigation)]
  const classes = ['wp-block-pages-list__item', ...(hasChild ? ['has-child'] : []), ...inNavigation].join(' ')
  const title = attributeText(page.title)
  const content = navigation === undefined ? '' : ' wp-block-navigation-item__content'
  const link =
    hasChild && navigation?.opensOnClick === true
      ? clickToggle(page.title, `<span class="wp-block-navigation-item__label">${title}</span>`)
      : `<a class="wp-block-pages-list__item__link${content}" href="${attributeUrl(page.link)}">${title}</a>${hasChild ? iconToggle(page.title, navigation) : ''}`
  const items = below.map((child) => itemOf(child, byParent, navigation, depth + 1)).join('')
  const list = items === '' ? '' : `<ul class="wp-block-navigation__submenu-container">${items}</ul>`
  const item = `<li class="${classes}${depth > 0 ? ` ${(navigation?.overlay ?? []).join(' ')}` : ''}">${link}${interactiveList(list, navigation)}</li>`
  return hasChild ? interactiveItem(item, navigation) : item
}
