// The links of a navigation (render_block_core_navigation_link, _submenu, _home_link), and the buttons that open submenus.
import { filledText } from './block-attributes.ts'
import { textAttribute, withPresets, wrapped } from './block-wrapper.ts'
import { isEmpty } from '../core/php-empty.ts'
import { isNumeric, phpInteger } from '../core/php-integer.ts'
import { asRecord, blocksAmong, type BlockAttributes } from './block-tree.ts'
import type { BlockRenderer, NavigationState, RenderContext } from './context.ts'
import { withAttributes } from './first-tag.ts'
import { submenuColors } from './navigation-colors.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { safeHtml } from './safe-html.ts'
import { said } from './words.ts'

/** The id of the content that a link names; null for a link to anything else. */
export function linkedId({ id, kind, type }: BlockAttributes): string | null {
  const isContent = kind === 'post-type' || type === 'post' || type === 'page'
  const number = typeof id === 'string' && isNumeric(id) ? phpInteger(id) : id
  // WordPress takes 0 for the post that contains the link
  const isId = typeof number === 'number' && Number.isSafeInteger(number) && number !== 0
  return isContent && isId ? String(number) : null
}

/** Blocks that link to content by its id. */
export const linkBlocks: ReadonlySet<string> = new Set(['core/navigation-link', 'core/navigation-submenu'])

/** False without a label, and for a link to content that is not published. */
export function isLink(
  attributes: BlockAttributes,
  { isPublished }: Pick<RenderContext, 'isPublished'>,
): boolean {
  const id = linkedId(attributes)
  return !isEmpty(textAttribute(attributes, 'label')) && (id === null || isPublished(id))
}

export const navigationLink: BlockRenderer = ({ name, attributes, html }, context) => {
  if (!isLink(attributes, context)) return ''
  const below = html.trim()
  const classes = ['wp-block-navigation-item', ...(below === '' ? [] : ['has-child'])]
  const list = below === '' ? '' : `<ul class="wp-block-navigation__submenu-container">${below}</ul>`
  const url = typeof attributes['url'] === 'string' ? attributes['url'] : null
  const link = `<a class="wp-block-navigation-item__content" ${addressOf(attributes, url)}>${labelled(attributes)}</a>`
  return wrapped(name, withoutPlace(attributes), { tag: 'li', classes }, link + list)
}

export const homeLink: BlockRenderer = ({ name, attributes }, context) => {
  const { home, navigation } = context
  const { classes = [], style = null } = navigation?.homeColors ?? {}
  const label = (safeHtml(filledText(attributes, 'label')) || said(context, 'Home')) + described(attributes)
  const target = attributes['opensInNewTab'] === true ? ' target="_blank"' : ''
  const link = `<a class="wp-block-home-link__content wp-block-navigation-item__content" href="${attributeUrl(home)}" rel="home" ${target}>${label}</a>`
  return wrapped(
    name,
    attributes,
    { tag: 'li', classes: [...classes, 'wp-block-navigation-item'], style },
    link,
  )
}

export const navigationSubmenu: BlockRenderer = ({ name, attributes: written, parts, inner }, context) => {
  const attributes = withPresets(written)
  if (!isLink(attributes, context)) return ''
  const label = textAttribute(attributes, 'label')
  const { navigation } = context
  const colors = submenuColors(attributes, navigation?.attributes ?? {})
  const below = inner(context, blocksAmong(parts))
  const classes = ['wp-block-navigation-item', ...(below === '' ? [] : ['has-child']), ...opening(navigation)]
  const list =
    below === ''
      ? ''
      : wrapped(
          name,
          withoutPlace(attributes),
          {
            tag: 'ul',
            classes: ['wp-block-navigation__submenu-container', ...colors.classes],
            style: colors.style || null,
          },
          below,
        )
  const plain = label.replace(/<[^<>]*>/g, '')
  const inside =
    navigation?.opensOn === 'click'
      ? below === ''
        ? stillToggle(plain, labelled(attributes), context)
        : clickToggle(plain, labelled(attributes), context)
      : `<a class="wp-block-navigation-item__content"${addressOf(attributes, filledText(attributes, 'url') || null)}>${labelled(attributes)}</a>${below === '' ? '' : iconToggle(plain, context)}`
  const item = wrapped(
    name,
    // The colours are those of the list that is opened
    below === '' ? withoutColors(attributes) : withoutPlace(attributes),
    { tag: 'li', classes },
    inside + interactiveList(list, navigation),
  )
  return below === '' ? item : interactiveItem(item, navigation)
}

/** The classes for how submenus are opened. */
export function opening(navigation: NavigationState | undefined): readonly string[] {
  switch (navigation?.opensOn) {
    case undefined:
      return []
    case 'click':
      return ['open-on-click']
    case 'always':
      return ['open-always']
    case 'hover':
      return navigation?.showsIcon ? ['open-on-hover-click'] : []
  }
}

const chevron =
  '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false"><path d="M1.50002 4L6.00002 8L10.5 4" stroke-width="1.5"></path></svg>'
const toggling =
  'data-wp-bind--aria-expanded="state.isSubmenuOpen" data-wp-on--click="actions.toggleMenuOnClick" '

/** The button behind a link that opens its submenu; empty where the navigation has no such buttons. */
export function iconToggle(label: string, context: RenderContext): string {
  const { navigation } = context
  if (navigation === undefined || !navigation.showsIcon || navigation.opensOn === 'click') return ''
  return `<button ${navigation.isInteractive ? toggling : ''}aria-label="${attributeText(said(context, '%s submenu', label))}" class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" >${chevron}</button>`
}

/** The button in place of a link, which opens the submenu; in a page list it has one more class, and a blank before its own. */
export function clickToggle(label: string, shown: string, context: RenderContext, iconClass = ''): string {
  return `<button ${toggling}aria-label="${attributeText(said(context, '%s submenu', label))}" class="${iconClass === '' ? '' : ' '}wp-block-navigation-item__content wp-block-navigation-submenu__toggle" >${shown}</button><span class="${iconClass}wp-block-navigation__submenu-icon">${chevron}</span>`
}

/** The button in place of a link that has no submenu. */
function stillToggle(label: string, shown: string, context: RenderContext): string {
  return `<button aria-label="${attributeText(said(context, '%s submenu', label))}" class="wp-block-navigation-item__content wp-block-navigation-submenu__toggle" aria-expanded="false">${shown}</button>`
}

export function interactiveItem(item: string, navigation: NavigationState | undefined): string {
  return navigation?.isInteractive === true ? withAttributes(item, watching(navigation.opensOn)) : item
}

function watching(opensOn: NavigationState['opensOn']): Readonly<Record<string, string>> {
  return opensOn === 'hover' ? { ...clicked, ...hovered } : clicked
}

const clicked = {
  'data-wp-context':
    '{ "submenuOpenedBy": { "click": false, "hover": false, "focus": false }, "type": "submenu", "modal": null, "previousFocus": null }',
  'data-wp-interactive': 'core/navigation',
  'data-wp-on--focusout': 'actions.handleMenuFocusout',
  'data-wp-on--keydown': 'actions.handleMenuKeydown',
  'data-wp-watch': 'callbacks.initMenu',
  tabindex: '-1',
}
const hovered = {
  'data-wp-on--pointerenter': 'actions.openMenuOnHover',
  'data-wp-on--pointerleave': 'actions.closeMenuOnHover',
}

/** WordPress's scripts open only the first submenu of a navigation whose links have no buttons beside them. */
export function withFirstInteractive(html: string, opensOn: NavigationState['opensOn']): string {
  const at = /<li (?:style="[^"]*" )?class="[^"]*\bhas-child\b/.exec(html)?.index
  return at === undefined ? html : withAttributes(html, watching(opensOn), 'li', at)
}

/** True where WordPress's scripts open submenus by buttons, and follow the reader's focus. */
export function opens(navigation: NavigationState | undefined): boolean {
  return navigation?.isInteractive === true && (navigation.opensOn === 'click' || navigation.showsIcon)
}

export function interactiveList(list: string, navigation: NavigationState | undefined): string {
  return list !== '' && opens(navigation)
    ? withAttributes(list, { 'data-wp-on--focus': 'actions.openMenuOnFocus' })
    : list
}

function addressOf(attributes: BlockAttributes, url: string | null): string {
  return [
    url === null ? '' : ` href="${attributeUrl(url)}"`,
    attributes['opensInNewTab'] === true ? ' target="_blank"  ' : '',
    ...['rel', 'title'].map((name) => {
      const value = attributes[name]
      return typeof value === 'string' ? ` ${name}="${attributeText(value)}"` : ''
    }),
  ].join('')
}

function labelled(attributes: BlockAttributes): string {
  return `<span class="wp-block-navigation-item__label">${safeHtml(textAttribute(attributes, 'label'))}</span>${described(attributes)}`
}

function described(attributes: BlockAttributes): string {
  const description = safeHtml(filledText(attributes, 'description'))
  return description === '' ? '' : `<span class="wp-block-navigation-item__description">${description}</span>`
}

function withoutColors({ className, anchor, style, fontSize, fontFamily }: BlockAttributes): BlockAttributes {
  const { color: _, ...others } = asRecord(style) ?? {}
  return { className, anchor, style: others, fontSize, fontFamily }
}

/** Only those attributes that style the item, which a title or a description does not. */
function withoutPlace(attributes: BlockAttributes): BlockAttributes {
  const { className, anchor, style, fontSize, fontFamily, textColor, backgroundColor } = attributes
  return { className, anchor, style, fontSize, fontFamily, textColor, backgroundColor }
}
