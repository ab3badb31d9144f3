// The block of an external feed's entries (render_block_core_rss). No feed is requested: the block shows what WordPress shows
// where it cannot read the feed.
import { noteUnrendered } from '../core/unrendered.ts'
import { textAttribute } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { said } from './words.ts'

export const rss: BlockRenderer = ({ name, attributes }, context) => {
  if (textAttribute(attributes, 'feedURL') === '')
    return notice(
      said(context, 'An error has occurred, which probably means the feed is down. Try again later.'),
    )
  noteUnrendered(name, context.count)
  return notice(
    `<strong>${said(context, 'RSS Error:')}</strong> WP HTTP Error: ${said(context, 'A valid URL was not provided.')}`,
  )
}

function notice(text: string): string {
  return `<div class="components-placeholder"><div class="notice notice-error">${text}</div></div>`
}
