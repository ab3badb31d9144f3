// Styles that an owner wrote for one block (wp_render_custom_css_support_styles): the style sheet of a page names the block by a
// digest of all of it.
import { createHash } from 'node:crypto'
import { asRecord, blocksAmong, type Block, type BlockAttributes } from './block-tree.ts'
import { attributeText } from './html-tag.ts'
import { phpJson } from './php-json.ts'

/** Blocks that cannot have such styles. */
const unstyled: ReadonlySet<string> = new Set(
  'block freeform html missing more nextpage pattern shortcode'.split(' ').map((name) => `core/${name}`),
)

/** The class by which the styles of a block are found, `attributes` being those with its other numbered classes; null without. */
export function customCssClass(block: Block, parent?: BlockAttributes): string | null {
  const css = asRecord(block.attributes['style'])?.['css']
  if (typeof css !== 'string' || css.trim() === '' || /<\/?\w/.test(css) || unstyled.has(block.name))
    return null
  return `wp-custom-css-${createHash('md5')
    .update(phpJson({ ...parsed(withFileIds(block)), ...layoutAround(parent) }))
    .digest('hex')
    .slice(0, 8)}`
}

/** WordPress notes it with a block before it is rendered. */
function layoutAround(parent: BlockAttributes | undefined): BlockAttributes {
  const layout = asRecord(parent?.['layout'])
  return layout === null ? {} : { parentLayout: layout }
}

/** A gallery's images say which files they are (block_core_gallery_data_id_backcompatibility). */
function withFileIds(block: Block): Block {
  if (block.name !== 'core/gallery') return block
  const parts = block.parts.map((part) =>
    typeof part === 'string' ? part : { ...part, attributes: withFileId(part, block) },
  )
  return { ...block, parts }
}

/** The attributes of a block, those of a gallery's image with its file. */
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

/** The class that was made for the block, with the one that all such blocks have. */
export function customCssClasses({ className }: BlockAttributes): readonly string[] {
  if (typeof className !== 'string' || !className.includes('wp-custom-css-')) return []
  const own = className.split(' ').findLast((each) => /^wp-custom-css-[\da-f]{8}$/.test(each))
  return own === undefined ? [] : ['has-custom-css', own]
}
