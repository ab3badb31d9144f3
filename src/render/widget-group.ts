// The widget group block (render_block_core_widget_group): blocks below a title, as in a sidebar of older themes.
import { attributeText } from './html-tag.ts'
import { textAttribute } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'

export const widgetGroup: BlockRenderer = ({ attributes, html }) => {
  const title = textAttribute(attributes, 'title')
  const heading = title === '' ? '' : `<h2 class="widget-title">${attributeText(title)}</h2>`
  return `${heading}<div class="wp-widget-group__inner-blocks">${html}</div>`
}
