// The blocks that show a title: that of the post that contains them, the site's title and its tagline
// (render_block_core_post_title, _site_title and _site_tagline).
import { isEmpty } from '../core/php-empty.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import type { BlockAttributes } from './block-tree.ts'
import { headingTag } from './block-attributes.ts'
import { sideClass, targetOf, textAlignClass, textAttribute, wrapped } from './block-wrapper.ts'
import { renderTitle } from './content.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import type { ShownPost } from './shown.ts'

/** The rendered title, with WordPress's prefix for protected and private posts (get_the_title). */
export function shownTitle(
  { title, markedTitle }: Pick<ShownPost, 'title' | 'markedTitle'>,
  context: RenderContext,
): string {
  return isEmpty(title) ? '' : renderTitle(markedTitle, context)
}

/** The post's title; empty where it has none. */
export const postTitle: BlockRenderer = ({ name, attributes }, context) => {
  const post = context.post()
  const title = shownTitle(post, context)
  if (title === '') return ''
  const rel = textAttribute(attributes, 'rel')
  const linked =
    attributes['isLink'] === true
      ? `<a href="${attributeUrl(post.link)}" target="${targetOf(attributes)}" ${rel === '' ? '' : `rel="${attributeText(rel)}"`}>${title}</a>`
      : title
  return heading(name, attributes, 2, linked, textAlignClass(attributes))
}

/** The site's title; empty where it has none. */
export const siteTitle: BlockRenderer = ({ name, attributes }, { siteName, home }) => {
  if (siteName === '') return ''
  const text = attributeText(siteName)
  const isLinked = attributes['isLink'] !== false
  const shown = isLinked
    ? `<a href="${attributeUrl(home)}" target="${attributeText(textAttribute(attributes, 'linkTarget') || '_self')}" rel="home">${text}</a>`
    : text
  return heading(name, attributes, 1, shown, textAlignClass(attributes))
}

/** The site's tagline; empty where it has none. */
export const siteTagline: BlockRenderer = ({ name, attributes }, { tagline }) =>
  tagline === '' ? '' : heading(name, attributes, 0, tagline, sideClass(attributes))

function heading(
  name: string,
  attributes: BlockAttributes,
  otherwise: number,
  html: string,
  classes: readonly string[],
): string {
  const tag = headingTag(attributes, otherwise)
  return wrapped(name, attributes, { tag, classes }, html)
}
