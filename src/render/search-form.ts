// The search block (render_block_core_search): a field and a button. The block may hide the field until the button is pressed,
// with attributes for WordPress's scripts.
import { isEmpty } from '../core/php-empty.ts'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { statedText } from './block-attributes.ts'
import { borderClasses, colorClasses, sizeClasses, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { escaped } from './first-tag.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { phpJson } from './php-json.ts'
import { safeHtml } from './safe-html.ts'
import { isLabelHidden, searchStyles, type SearchStyles } from './search-styles.ts'
import { said } from './words.ts'

const positions: ReadonlySet<string> = new Set([
  'button-inside',
  'button-outside',
  'button-only',
  'no-button',
])

interface Search {
  readonly id: string
  readonly attributes: BlockAttributes
  readonly styles: SearchStyles
  readonly hasButton: boolean
  /** True where the field is hidden until the button is pressed. */
  readonly isFolded: boolean
  readonly isInside: boolean
}

export const searchForm: BlockRenderer = ({ name, attributes }, context) => {
  const { home, count } = context
  const position = statedText(attributes, 'buttonPosition', 'button-outside')
  const search: Search = {
    id: `wp-block-search__input-${count('unique id')}`,
    attributes,
    styles: searchStyles(attributes, position === 'button-inside'),
    hasButton: position !== 'no-button',
    isFolded: position === 'button-only',
    isInside: position === 'button-inside',
  }
  const kind = attributes['buttonUseIcon'] === true ? 'icon' : 'text'
  const classes = [
    ...(positions.has(position) ? [`wp-block-search__${position}`] : []),
    ...(search.isFolded ? ['wp-block-search__searchfield-hidden'] : []),
    ...(search.hasButton && !isEmpty(position) ? [`wp-block-search__${kind}-button`] : []),
  ]
  const bordered = search.isInside ? borderClasses(attributes) : []
  const inner = [
    labelOf(search, context),
    `<div class="${['wp-block-search__inside-wrapper', ...bordered].join(' ')}" ${search.styles.wrapper}>`,
    inputOf(search),
    ...hiddenInputs(attributes),
    search.hasButton ? buttonOf(search, context) : '',
    '</div>',
  ]
  const margin = asRecord(asRecord(attributes['style'])?.['spacing'])?.['margin']
  const place = {
    ...Object.fromEntries(Object.entries(attributes).filter(([key]) => !inside.has(key))),
    style: { spacing: { margin } },
  }
  const rest = ` ${search.isFolded ? foldedForm(search.id, context) : ''}`
  const target = `method="get" action="${attributeUrl(home)}/"`
  const isElement = attributes['tagName'] === 'search'
  if (isElement)
    return wrapped(name, place, { tag: 'search', classes, rest }, `<form ${target}>${inner.join('')}</form>`)
  const form = wrapped(name, place, { tag: 'form', classes, rest }, inner.join(''))
  return form.replace('<form', `<form role="search" ${target}`)
}

/** Attributes that show on the parts of the form, and not on its own tag. */
const inside: ReadonlySet<string> = new Set(
  'textColor backgroundColor gradient borderColor fontSize fontFamily style'.split(' '),
)

function labelOf({ id, attributes, styles }: Search, context: RenderContext): string {
  const own = attributes['label']
  const label = typeof own === 'string' && !isEmpty(own) ? safeHtml(own) : said(context, 'Search')
  const classes = isLabelHidden(attributes) ? ['screen-reader-text'] : sizeClasses(attributes)
  return `<label class="${['wp-block-search__label', ...classes].join(' ')}" for="${id}" ${styles.label}>${label}</label>`
}

function inputOf({ id, attributes, styles, hasButton, isFolded, isInside }: Search): string {
  const classes = [
    'wp-block-search__input',
    ...(isInside ? [] : borderClasses(attributes)),
    ...sizeClasses(attributes),
    // Without a button the field has the colours
    ...(hasButton ? [] : onlyColors(attributes)),
  ]
  const placeholder = escaped(textAttribute(attributes, 'placeholder'))
  const hides = isFolded ? 'aria-hidden="true" ' : ''
  const bound = isFolded
    ? ' data-wp-bind--aria-hidden="!context.isSearchInputVisible" data-wp-bind--tabindex="state.tabindex"'
    : ''
  return `<input ${hides}class="${classes.join(' ')}"${bound} id="${id}" placeholder="${placeholder}" ${isFolded ? ' ' : ''}value="" type="search" name="s" required ${styles.input}/>`
}

function buttonOf({ attributes, styles, isFolded, isInside }: Search, context: RenderContext): string {
  const hasIcon = attributes['buttonUseIcon'] === true
  const classes = [
    'wp-block-search__button',
    ...onlyColors(attributes),
    ...sizeClasses(attributes),
    ...(isInside ? [] : borderClasses(attributes)),
    ...(hasIcon ? ['has-icon'] : []),
    'wp-element-button',
  ]
  const text = statedText(attributes, 'buttonText', said(context, 'Search'))
  const shown = hasIcon ? icon : isEmpty(text) ? '' : safeHtml(text)
  const label = text.replace(/<[^<>]*>/g, '').trim()
  return isFolded
    ? `<button  aria-expanded="false"  class="${classes.join(' ')}" ${foldedButton} ${styles.button}>${shown}</button>`
    : `<button aria-label="${escaped(label)}" class="${classes.join(' ')}" type="submit" ${styles.button}>${shown}</button>`
}

function onlyColors(attributes: BlockAttributes): readonly string[] {
  const sizes = sizeClasses(attributes)
  return colorClasses(attributes).filter((each) => !sizes.includes(each))
}

const icon = `<svg class="search-icon" viewBox="0 0 24 24" width="24" height="24">
					<path d="M13 5c-3.3 0-6 2.7-6 6 0 1.4.5 2.7 1.3 3.7l-3.8 3.8 1.1 1.1 3.8-3.8c1 .8 2.3 1.3 3.7 1.3 3.3 0 6-2.7 6-6S16.3 5 13 5zm0 10.5c-2.5 0-4.5-2-4.5-4.5s2-4.5 4.5-4.5 4.5 2 4.5 4.5-2 4.5-4.5 4.5z"></path>
				</svg>`

const foldedButton =
  'data-wp-bind--aria-controls="state.ariaControls" data-wp-bind--aria-expanded="context.isSearchInputVisible" data-wp-bind--aria-label="state.ariaLabel" data-wp-bind--type="state.type" data-wp-on--click="actions.openSearchInput" '

function foldedForm(inputId: string, context: RenderContext): string {
  const state = {
    isSearchInputVisible: false,
    inputId,
    ariaLabelExpanded: said(context, 'Submit Search'),
    ariaLabelCollapsed: said(context, 'Expand search field'),
  }
  return `
		 data-wp-interactive="core/search"
		 data-wp-context='${phpJson(state, 'in quotes')}'
		 data-wp-class--wp-block-search__searchfield-hidden="!context.isSearchInputVisible"
		 data-wp-on--keydown="actions.handleSearchKeydown"
		 data-wp-on--focusout="actions.handleSearchFocusout"
		`
}

/** Hidden inputs that limit the search; lists and objects are left out. */
function hiddenInputs(attributes: BlockAttributes): readonly string[] {
  return Object.entries(asRecord(attributes['query']) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [`<input type="hidden" name="${attributeText(name)}" value="${attributeText(phpText(value))}" />`]
      : [],
  )
}

/** A value as PHP makes it a text: that of false is empty. */
function phpText(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? '1' : '') : String(value)
}
