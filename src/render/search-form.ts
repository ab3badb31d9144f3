// The block with the site's search (render_block_core_search), as the site serves it without scripts.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { colorClasses, sizeClasses, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'

export const searchForm: BlockRenderer = ({ name, attributes }, { home, count }) => {
  const id = `wp-block-search__input-${count('unique id')}`
  const position = textAttribute(attributes, 'buttonPosition') || 'button-outside'
  const hasIcon = attributes['buttonUseIcon'] === true
  const label = typeof attributes['label'] === 'string' ? attributes['label'] : 'Search'
  const hidden = attributes['showLabel'] === false ? ' screen-reader-text' : ''
  const placeholder = attributeText(textAttribute(attributes, 'placeholder'))
  const hasButton = position !== 'no-button'
  const classes = [
    `wp-block-search__${attributeText(position)}`,
    ...(hasButton ? [`wp-block-search__${hasIcon ? 'icon' : 'text'}-button`] : []),
  ]
  const named = sizeClasses(attributes)
  const size = named.map((each) => ` ${each}`).join('')
  const colored = colorClasses(attributes).filter((each) => !named.includes(each))
  // Without a button the field is what is coloured
  const inputClasses = [...named, ...(hasButton ? [] : colored)]
  const inner = [
    `<label class="wp-block-search__label${hidden}${size}" for="${id}" >${label}</label>`,
    `<div class="wp-block-search__inside-wrapper" ${widthOf(attributes)}>`,
    `<input class="${['wp-block-search__input', ...inputClasses].join(' ')}" id="${id}" placeholder="${placeholder}" value="" type="search" name="s" required />`,
    ...hiddenInputs(attributes),
    hasButton ? buttonOf(attributes) : '',
    '</div>',
  ]
  const {
    textColor: _text,
    backgroundColor: _background,
    fontSize: _size,
    style: _style,
    ...place
  } = attributes
  const form = wrapped(name, place, { tag: 'form', classes, rest: ' ' }, inner.join(''))
  return form.replace('<form', `<form role="search" method="get" action="${attributeUrl(home)}/"`)
}

function buttonOf(attributes: BlockAttributes): string {
  const classes = ['wp-block-search__button', ...colorClasses(attributes), 'wp-element-button']
  const text = typeof attributes['buttonText'] === 'string' ? attributes['buttonText'] : 'Search'
  return `<button aria-label="${attributeText(text)}" class="${classes.join(' ')}" type="submit" >${text}</button>`
}

function widthOf(attributes: BlockAttributes): string {
  const { width, widthUnit } = attributes
  const unit = widthUnit === '%' ? '%' : 'px'
  return typeof width === 'number' && width > 0 ? ` style="width: ${width}${unit}"` : ''
}

/** What the search is limited to. */
function hiddenInputs(attributes: BlockAttributes): readonly string[] {
  return Object.entries(asRecord(attributes['query']) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`<input type="hidden" name="${attributeText(name)}" value="${attributeText(value)}" />`]
      : [],
  )
}
