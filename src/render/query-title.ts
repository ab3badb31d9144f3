// The title of a listing (render_block_core_query_title). In REST only posts of a type are listed: titles of archives and of
// searches are empty, as in WordPress.
import { asRecord } from './block-tree.ts'
import { headingTag } from './block-attributes.ts'
import { sideClass, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { said } from './words.ts'

export const queryTitle: BlockRenderer = ({ name, attributes }, context) => {
  const label = attributes['type'] === 'post-type' ? typeLabel(context) : ''
  if (label === '') return ''
  const tag = headingTag(attributes, 1)
  const shown =
    attributes['showPrefix'] === false ? label : said(context, 'Post Type: &#8220;%s&#8221;', label)
  return wrapped(name, attributes, { tag, classes: sideClass(attributes) }, shown)
}

/** The name of the type that the loop lists, or of the post. */
function typeLabel({ query, post, blockSettings }: RenderContext): string {
  const stated = query?.attributes['query']
  const wanted = textAttribute(asRecord(stated) ?? {}, 'postType') || (query && !stated ? 'post' : '')
  return blockSettings.kinds.get(wanted || post().type)?.singular ?? ''
}
