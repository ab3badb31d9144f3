// Accordions (block_core_accordion_render, block_core_accordion_item_render): connects headings and panels by an id counted per
// request, and adds the attributes that WordPress's scripts need to open them.
import type { BlockRenderer } from './context.ts'
import { withAttributes } from './first-tag.ts'
import { withLowPriority } from './image-tags.ts'
import { isBalanced, replaceTags, withClasses } from './html-tag.ts'

/** An accordion without its class stays as it is stored. */
export const accordion: BlockRenderer = ({ html, attributes }) => {
  const closes = attributes['autoclose'] === true
  const start = html.search(/<\w[^<>]*[\s"'=]wp-block-accordion[\s"'>]/)
  if (start < 0) return html
  const own = withAttributes(html.slice(start), {
    'data-wp-interactive': 'core/accordion',
    'data-wp-context': `{ "autoclose": ${closes}, "accordionItems": [] }`,
  })
  const marked = html.slice(0, start) + own
  return isBalanced(marked) ? withStates(marked) : marked
}

/** An item without its class, or without a panel behind its button, stays as it is stored, but for its images. */
export const accordionItem: BlockRenderer = ({ html, attributes }, context) => {
  const id = `accordion-item-${context.count('unique id')}`
  const isOpen = attributes['openByDefault'] === true
  const shown = isOpen ? html : withLowPriority(html, context)
  const start = shown.search(/<\w[^<>]*[\s"'=]wp-block-accordion-item[\s"'>]/)
  const toggle = shown.search(/<button\s[^<>]*wp-block-accordion-heading__toggle/)
  const behind = start < 0 || toggle < start ? '' : shown.slice(toggle)
  if (!/<div\s[^<>]*wp-block-accordion-panel/.test(behind)) return shown
  const headed = withAttributesOf(behind, 'button', 'wp-block-accordion-heading__toggle', {
    'aria-controls': `${id}-panel`,
    'data-wp-bind--aria-expanded': 'state.isOpen',
    'data-wp-on--click': 'actions.toggle',
    id,
  })
  const panelled = withAttributesOf(headed, 'div', 'wp-block-accordion-panel', {
    'aria-labelledby': id,
    'data-wp-bind--hidden': 'state.isHidden',
    'data-wp-on--beforematch': 'actions.handleBeforeMatch',
    id: `${id}-panel`,
  })
  const own = withAttributes(shown.slice(start, toggle) + panelled, {
    'data-wp-context': `{ "id": "${id}", "openByDefault": ${isOpen} }`,
    'data-wp-class--is-open': 'state.isOpen',
    'data-wp-init': 'callbacks.initAccordionItems',
    'data-wp-on-window--hashchange': 'callbacks.hashChange',
  })
  return shown.slice(0, start) + own
}

/** Adds attributes to the first element that has the name and the class. */
function withAttributesOf(
  html: string,
  name: string,
  className: string,
  values: Readonly<Record<string, string>>,
): string {
  let isDone = false
  return replaceTags(html, [name], (tag) => {
    if (isDone || !tag.includes(className)) return tag
    isDone = true
    return withAttributes(tag, values)
  })
}

/** Marks open items, as WordPress does within an accordion whose elements are balanced. */
function withStates(html: string): string {
  let isOpen = false
  return replaceTags(html, ['div', 'button'], (tag) => {
    if (tag.includes('data-wp-class--is-open=')) {
      isOpen = tag.includes('&quot;openByDefault&quot;: true')
      return isOpen ? withClasses(tag, ['is-open']) : tag
    }
    return tag.includes('data-wp-bind--aria-expanded="state.isOpen"')
      ? withAttributes(tag, { 'aria-expanded': String(isOpen) })
      : tag
  })
}
