// The blocks that are made when they are served, without any extension, a line each.
import type { BlockRenderer, RenderContext } from './context.ts'
import { replaceTags, withClasses } from './html-tag.ts'
import { paragraphs } from './paragraphs.ts'
import { postTitle, siteTitle } from './title-blocks.ts'

/** Numbered through a request. */
const gallery: BlockRenderer = ({ html }, { count }) =>
  withClasses(html, [`wp-block-gallery-${count('gallery block')}`])

/** In a gallery images say which files they are. */
const image: BlockRenderer = ({ html, attributes, parent }) => {
  const id = Number(attributes['id'])
  if (parent !== 'core/gallery' || !Number.isSafeInteger(id) || id <= 0) return html
  return replaceTags(html, ['img'], (tag) =>
    tag.includes(' data-id=') ? tag : `<img data-id="${id}"${tag.slice('<img'.length)}`,
  )
}

const shortcode: BlockRenderer = ({ html }) => paragraphs(html)

export const builtInBlocks: RenderContext['blocks'] = new Map([
  ['core/gallery', gallery],
  ['core/image', image],
  ['core/post-title', postTitle],
  ['core/shortcode', shortcode],
  ['core/site-title', siteTitle],
])
