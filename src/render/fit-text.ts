// Text that scripts of the site make as large as its block is wide (wp_render_typography_support): the first tag says so in
// attributes, and no stated size of the block grows.
import { isEmpty, type BlockAttributes } from './block-tree.ts'
import { attributeOf, withAttributes } from './first-tag.ts'

export function fitsText({ fitText }: BlockAttributes): boolean {
  return !isEmpty(fitText)
}

/** The HTML of a block. */
export function withFitText(html: string, attributes: BlockAttributes): string {
  if (!fitsText(attributes)) return html
  return withAttributes(html, {
    'data-wp-context---core-fit-text': 'core/fit-text::{"fontSize":""}',
    'data-wp-init---core-fit-text': 'core/fit-text::callbacks.init',
    'data-wp-style--font-size': 'core/fit-text::context.fontSize',
    ...(attributeOf(html, 'data-wp-interactive') === null ? { 'data-wp-interactive': true as const } : {}),
  })
}
