// Custom CSS of a single block (wp_render_custom_css_support_styles): the page's style sheet selects the block by a class with a
// digest of the whole block.
import { createHash } from 'node:crypto'
import { asRecord, blocksAmong, type Block, type BlockAttributes } from './block-tree.ts'
import { attributeText } from './html-tag.ts'
import { phpJson } from './php-json.ts'

/** Blocks that cannot have custom CSS. */
const unstyled: ReadonlySet<string> = new Set(
  'block freeform html missing more nextpage pattern shortcode'.split(' ').map((name) => `core/${name}`),
)

/** The class of a block's custom CSS, whose attributes have its other numbered classes already; null without custom CSS. */
export function customCssClass(block: Block, parent?: BlockAttributes): string | null {
  const css = asRecord(block.attributes['style'])?.['css']
  if (typeof css !== 'string' || css.trim() === '' || /<\/?\w/.test(css) || unstyled.has(block.name))
    return null
  return `wp-custom-css-${createHash('md5')
    .update(phpJson({ ...parsed(withFileIds(block)), ...layoutAround(parent) }))
    .digest('hex')
    .slice(0, 8)}`
}

/** The layout of the parent, which WordPress adds to a block before it is rendered. */
function layoutAround(parent: BlockAttributes | undefined): BlockAttributes {
  const layout = asRecord(parent?.['layout'])
  return layout === null ? {} : { parentLayout: layout }
}

/** Adds the ids of files to a gallery's images (block_core_gallery_data_id_backcompatibility). */
function withFileIds(block: Block): Block {
  if (block.name !== 'core/gallery') return block
  const parts = block.parts.map((part) =>
    typeof part === 'string' ? part : { ...part, attributes: withFileId(part, block) },
  )
  return { ...block, parts }
}

/** The attributes of a block; those of an image in a gallery with the id of its file. */
export function withFileId(
  { name, attributes }: Pick<Block, 'name' | 'attributes'>,
  parent?: Pick<Block, 'name'>,
): BlockAttributes {
  const { id } = attributes
  const isFile = typeof id === 'string' || typeof id === 'number'
  return name === 'core/image' && parent?.name === 'core/gallery' && isFile && attributes['data-id'] == null
    ? { ...attributes, 'data-id': attributeText(String(id)) }
    : attributes
}

/** A block as WordPress parses it (parse_blocks): behind the last block in another one there is always a text. */
function parsed({ name, attributes, parts }: Block): BlockAttributes {
  return {
    blockName: name,
    attrs: attributes,
    innerBlocks: blocksAmong(parts).map(parsed),
    innerHTML: parts.filter((part) => typeof part === 'string').join(''),
    innerContent: [
      ...parts.map((part) => (typeof part === 'string' ? part : null)),
      ...(typeof parts.at(-1) === 'object' ? [''] : []),
    ],
  }
}

/** The class that was added for the block's custom CSS, with the one that all blocks with custom CSS have. */
export function customCssClasses({ className }: BlockAttributes): readonly string[] {
  if (typeof className !== 'string' || !className.includes('wp-custom-css-')) return []
  const own = className.split(' ').findLast((each) => /^wp-custom-css-[\da-f]{8}$/.test(each))
  return own === undefined ? [] : ['has-custom-css', own]
}
