// The navigation block (WP_Navigation_Block_Renderer): its inner links, those of the menu that it names, or of the newest menu;
// behind a button on narrow windows, with the attributes that WordPress's scripts need to open it.
import {
  allBlocks,
  asRecord,
  blocksAmong,
  parseBlocks,
  type Block,
  type BlockAttributes,
} from './block-tree.ts'
import { sizeClasses, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, NavigationState, RenderContext } from './context.ts'
import { stateClasses } from './block-states.ts'
import { attributeText, withClasses } from './html-tag.ts'
import { classWord } from './layouts.ts'
import { withFirstInteractive } from './navigation-links.ts'
import { safeHtml } from './safe-html.ts'
import { navigationColors, overlayColors } from './navigation-colors.ts'
import { phpJson } from './php-json.ts'
import { said } from './words.ts'

/** The navigation; empty without links, within another navigation, and around one. */
export const navigation: BlockRenderer = ({ name, attributes: stored, parts, inner }, context) => {
  if (context.navigation !== undefined || namesNoMenu(stored)) return ''
  const attributes = withOlderColors(stored)
  // A named menu takes precedence over inner blocks
  const own = hasRef(attributes) ? [] : blocksAmong(parts)
  const menu = own.length > 0 ? null : menuOf(attributes, context)
  const blocks = menu === null ? own : blocksAmong(parseBlocks(menu.content))
  if (allBlocks(blocks).some((block) => block.name === 'core/navigation')) return ''
  const isFallback = blocks.length === 0 && menu === null
  const listed = isFallback ? pageList : blocks
  const isResponsive = attributes['overlayMenu'] !== 'never'
  const opensOn = opensOnIn(attributes)
  const showsIcon = attributes['showSubmenuIcon'] !== false
  const state: NavigationState = {
    overlay: overlayColors(attributes, 'page-list'),
    attributes,
    numbered: new Map(),
    isMenu: own.length === 0,
    colors: navigationColors(attributes, 'page-list'),
    homeColors: navigationColors(attributes, 'home-link'),
    opensOn,
    showsIcon,
    isInteractive: (opensOn === 'click' || showsIcon) && (isResponsive || hasSubmenus(listed)),
  }
  const states = stateClasses({ name, attributes: stored }, context.theme)
  const render = () =>
    itemsOf(listed, { attributes, isResponsive, states }, (block) =>
      inner({ ...context, navigation: state }, [block]),
    )
  // Inner blocks that a named menu replaces take their numbers all the same
  if (hasRef(attributes)) inner({ ...context, navigation: state }, blocksAmong(parts))
  const numbers = () => context.count('unique id', 0) + context.count('elements', 0)
  const before = numbers()
  const once = render()
  // WordPress renders inner blocks twice: ids are those of the second time
  const made = own.length > 0 && numbers() > before ? render() : once
  if (isFallback && made === '') return ''
  const html = isResponsive && opensOn !== 'click' && !showsIcon ? withFirstInteractive(made, opensOn) : made
  const label = labelOf(attributes, menu?.title ?? '', context)
  const named = label === '' ? '' : ` aria-label="${attributeText(label)}"`
  const rest = named + (isResponsive ? interactive(context) : '')
  const shown = isResponsive ? responsive(html, attributes, context) : html
  const classes = classesOf(attributes, isResponsive)
  const { style } = navigationColors(attributes, 'navigation')
  return wrapped(name, withoutOwn(attributes), { tag: 'nav', classes, style, rest }, shown)
}

/** Colours that older editors stored under names of their own. */
function withOlderColors(attributes: BlockAttributes): BlockAttributes {
  const { textColor, rgbTextColor, backgroundColor, rgbBackgroundColor } = attributes
  return {
    ...attributes,
    ...(rgbTextColor !== undefined && !textColor ? { customTextColor: rgbTextColor } : {}),
    ...(rgbBackgroundColor !== undefined && !backgroundColor
      ? { customBackgroundColor: rgbBackgroundColor }
      : {}),
  }
}

/** The older attribute takes precedence over `submenuVisibility`. */
function opensOnIn(attributes: BlockAttributes): NavigationState['opensOn'] {
  if (attributes['openSubmenusOnClick'] === true) return 'click'
  const { submenuVisibility: wanted } = attributes
  return wanted === 'click' || wanted === 'always' ? wanted : 'hover'
}

const pageList: readonly Block[] = [{ name: 'core/page-list', attributes: {}, parts: [] }]

function menuOf(attributes: BlockAttributes, context: RenderContext) {
  return context.menu(hasRef(attributes) ? String(attributes['ref']) : null)
}

/** True where the block names a menu: even an invalid id takes precedence over inner blocks. */
function hasRef({ ref }: BlockAttributes): boolean {
  return ref !== undefined
}

function namesNoMenu({ ref }: BlockAttributes): boolean {
  return ref !== undefined && !(Number(ref) > 0)
}

function hasSubmenus(blocks: readonly Block[]): boolean {
  return blocks.some(({ name }) => name === 'core/navigation-submenu' || name === 'core/page-list')
}

/** The label, which is the title of a named menu by default; the second menu of a label, even an empty one, has a number. */
function labelOf(attributes: BlockAttributes, title: string, { count }: RenderContext): string {
  const name = textAttribute(attributes, 'ariaLabel') || (attributes['ref'] === undefined ? '' : title)
  const number = count(`menu ${name}`)
  return number === 1 ? name : `${name} ${number}`
}

const inItems: ReadonlySet<string> = new Set(['core/site-logo', 'core/site-title', 'core/social-links'])

interface Around {
  readonly attributes: BlockAttributes
  readonly isResponsive: boolean
  /** The classes of its states, which each of its lists has, too. */
  readonly states: readonly string[]
}

/** Puts links into lists; blocks that are no links stand between the lists. */
function itemsOf(
  blocks: readonly Block[],
  { attributes, isResponsive, states }: Around,
  render: (block: Block) => string,
): string {
  const label = textAttribute(attributes, 'ariaLabel')
  const rest = label === '' ? '' : ` aria-label="${attributeText(label)}"`
  const runs: { readonly isList: boolean; html: string }[] = []
  for (const block of blocks) {
    const made = render(block)
    const html =
      inItems.has(block.name) && made !== '' ? `<li class="wp-block-navigation-item">${made}</li>` : made
    // A list ends at any block without an item, even at an empty one
    const isList = /<li[\s>]/i.test(html)
    const last = runs.at(-1)
    if (last?.isList === isList) last.html += html
    else runs.push({ isList, html })
  }
  const { style } = navigationColors(attributes, 'navigation')
  const classes = ['wp-block-navigation__container', ...classesOf(attributes, isResponsive)]
  return runs
    .filter(({ html }) => html !== '')
    .map(({ isList, html }) =>
      isList
        ? withClasses(
            wrapped('core/navigation', withoutOwn(attributes), { tag: 'ul', classes, style, rest }, html),
            states,
          )
        : html,
    )
    .join('')
}

/** Omits colours, preset sizes and text decoration, which are classes that come first, and spacing, which only the theme sets. */
function withoutOwn(attributes: BlockAttributes): BlockAttributes {
  const style = asRecord(attributes['style'])
  const { textDecoration: _, ...typography } = asRecord(style?.['typography']) ?? {}
  const { color: __, spacing: ___, ...others } = style ?? {}
  const { fontSize, ...type } = typography
  const isSized = textAttribute(attributes, 'fontSize') !== ''
  const kept = Object.entries(attributes).filter(
    ([key]) => !['textColor', 'backgroundColor', 'style'].includes(key),
  )
  return {
    ...Object.fromEntries(kept),
    style: { ...others, typography: isSized ? type : { fontSize, ...type } },
  }
}

function classesOf(attributes: BlockAttributes, isResponsive: boolean): readonly string[] {
  const layout = asRecord(attributes['layout'])
  const justified = classWord(layout?.['justifyContent'])
  const typography = asRecord(asRecord(attributes['style'])?.['typography'])
  const decoration = classWord(
    textAttribute(typography ?? {}, 'textDecoration')
      .split('|')
      .at(-1),
  ).replace('strikethrough', 'line-through')
  return [
    ...navigationColors(attributes, 'navigation').classes,
    ...sizeClasses({ fontSize: attributes['fontSize'] }),
    ...(isResponsive ? ['is-responsive'] : []),
    ...(justified === '' || justified === 'stretch' ? [] : [`items-justified-${justified}`]),
    ...(layout?.['orientation'] === 'vertical' ? ['is-vertical'] : []),
    ...(layout?.['flexWrap'] === 'nowrap' ? ['no-wrap'] : []),
    ...(decoration === '' ? [] : [`has-text-decoration-${decoration}`]),
  ]
}

const interactive = (context: RenderContext) => ` 
		 data-wp-interactive="core/navigation" data-wp-context='{"overlayOpenedBy":{"click":false,"hover":false,"focus":false},"type":"overlay","roleAttribute":"","ariaLabel":${phpJson(said(context, 'Menu'), 'in quotes')}}'`

const bars =
  '<svg width="24" height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M4 7.5h16v1.5H4z"></path><path d="M4 15h16v1.5H4z"></path></svg>'
const moreBars =
  '<svg width="24" height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M5 5v1.5h14V5H5z"></path><path d="M5 12.8h14v-1.5H5v1.5z"></path><path d="M5 19h14v-1.5H5V19z"></path></svg>'
const cross =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="m13.06 12 6.47-6.47-1.06-1.06L12 10.94 5.53 4.47 4.47 5.53 10.94 12l-6.47 6.47 1.06 1.06L12 13.06l6.47 6.47 1.06-1.06L13.06 12Z"></path></svg>'

const thinCross =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="M13 11.8l6.1-6.3-1.1-1-6.1 6.2-6.1-6.2-1.1 1 6.1 6.3-6.5 6.7 1.1 1 6.5-6.6 6.5 6.6 1.1-1z" /></svg>'

/** The button that closes a navigation's overlay, as a block of its own (render_block_core_navigation_overlay_close). */
export const navigationOverlayClose: BlockRenderer = ({ name, attributes }, context) => {
  const mode = textAttribute(attributes, 'displayMode') || 'icon'
  const text = safeHtml(textAttribute(attributes, 'text')) || said(context, 'Close')
  const label = mode === 'icon' ? `aria-label="${attributeText(said(context, 'Close'))}" ` : ' '
  const icon = mode === 'text' ? '' : thinCross
  const words = mode === 'icon' ? '' : `<span class="wp-block-navigation-overlay-close__text">${text}</span>`
  return wrapped(name, attributes, { tag: 'button', rest: ` type="button" ${label}` }, icon + words)
}

/** The links in a dialog, with the buttons that open and close it. */
function responsive(html: string, attributes: BlockAttributes, context: RenderContext): string {
  const isAlways = attributes['overlayMenu'] === 'always'
  const hasIcon = attributes['hasIcon'] !== false
  const opening = hasIcon ? (attributes['icon'] === 'menu' ? moreBars : bars) : said(context, 'Menu')
  const closing = hasIcon ? cross : said(context, 'Close')
  const labelled = (label: string) => (hasIcon ? `aria-label="${attributeText(label)}"` : '')
  const overlay = overlayColors(attributes, 'dialog')
  const declared = overlay.style ?? ''
  const style = declared === '' ? '' : `style="${attributeText(declared)}"`
  const container = [
    'wp-block-navigation__responsive-container',
    ...(isAlways ? ['hidden-by-default'] : []),
    ...overlay.classes,
  ].join(' ')
  const id = `modal-${context.count('unique id')}`
  return `<button aria-haspopup="dialog" ${labelled(said(context, 'Open menu'))} class="wp-block-navigation__responsive-container-open${isAlways ? ' always-shown' : ''}" 
				data-wp-on--click="actions.openMenuOnClick"
				data-wp-on--keydown="actions.handleMenuKeydown"
			>${opening}</button>
				<div class="${container}" ${style} id="${id}" 
				data-wp-class--has-modal-open="state.isMenuOpen"
				data-wp-class--is-menu-open="state.isMenuOpen"
				data-wp-watch="callbacks.initMenu"
				data-wp-on--keydown="actions.handleMenuKeydown"
				data-wp-on--focusout="actions.handleMenuFocusout"
				tabindex="-1"
			>
					<div class="wp-block-navigation__responsive-close" tabindex="-1">
						<div class="wp-block-navigation__responsive-dialog" 
				data-wp-bind--aria-modal="state.ariaModal"
				data-wp-bind--aria-label="state.ariaLabel"
				data-wp-bind--role="state.roleAttribute"
			>
							<button ${labelled(said(context, 'Close menu'))} class="wp-block-navigation__responsive-container-close" 
				data-wp-on--click="actions.closeMenuOnClick"
			>${closing}</button>
							<div class="wp-block-navigation__responsive-container-content" 
				data-wp-watch="callbacks.focusFirstElement"
			 id="${id}-content">
								${html}
								
							</div>
						</div>
					</div>
				</div>`
}
