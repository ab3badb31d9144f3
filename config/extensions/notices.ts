// Notices of a shop to its visitors, in text: `[notice kind="sale"]Only today[/notice]`, or the block `myplugin/notice`.
import { attributeText, type BlockRenderer, type Shortcode } from 'lectern'

export const noticeShortcode: Shortcode = (attributes, inner) =>
  notice(attributes.get('kind') ?? attributes.get('0'), inner ?? '')

/** What is stored in the block is its text. */
export const noticeBlock: BlockRenderer = ({ attributes, html }) => notice(attributes['kind'], html.trim())

function notice(kind: unknown, html: string): string {
  const name = typeof kind === 'string' && kind !== '' ? kind : 'note'
  return `<div class="notice notice-${attributeText(name)}">${html}</div>`
}
