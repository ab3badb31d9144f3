// The blocks that show a title: of the post whose text it is, of the site (render_block_core_post_title and _site_title).
import type { BlockAttributes } from './block-tree.ts'
import { renderTitle } from './content.ts'
import type { BlockRenderer } from './context.ts'
import { attributeUrl } from './html-tag.ts'

/** Empty where the post has no title. */
export const postTitle: BlockRenderer = ({ attributes }, context) => {
  const { title, link } = context.post()
  const shown = renderTitle(title, context)
  if (shown === '') return ''
  const linked =
    attributes['isLink'] === true ? `<a href="${attributeUrl(link)}" target="_self">${shown}</a>` : shown
  return heading('wp-block-post-title', attributes, 2, linked)
}

/** Empty where the site has no name. */
export const siteTitle: BlockRenderer = ({ attributes }, { siteName, home }) => {
  if (siteName === '') return ''
  const isLinked = attributes['isLink'] !== false
  const shown = isLinked
    ? `<a href="${attributeUrl(home)}" target="_self" rel="home">${siteName}</a>`
    : siteName
  return heading('wp-block-site-title', attributes, 1, shown)
}

/** A level of 0 is a paragraph. */
function heading(className: string, attributes: BlockAttributes, otherwise: number, html: string): string {
  const given = attributes['level']
  const level = typeof given === 'number' && [0, 1, 2, 3, 4, 5, 6].includes(given) ? given : otherwise
  const align = attributes['textAlign']
  const aligned = typeof align === 'string' && /^[a-z]+$/.test(align) ? `has-text-align-${align} ` : ''
  const tag = level === 0 ? 'p' : `h${level}`
  return `<${tag} class="${aligned}${className}">${html}</${tag}>`
}
