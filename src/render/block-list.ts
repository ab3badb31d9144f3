// Lists the blocks of a stored text with their names, attributes, inner blocks and HTML. Text between blocks, and text
// without any, is a block `core/freeform`, as in the editor.
import { typedAttributes } from './block-attributes.ts'
import { parseBlocks, type Block, type BlockAttributes } from './block-tree.ts'
import { blockValues } from './block-values.ts'
import { rendersInner } from './blocks.ts'
import { renderPart } from './content.ts'
import type { RenderContext } from './context.ts'
import { isLink, linkBlocks } from './navigation-links.ts'
import { isHidden } from './visibility.ts'

export interface ListedBlock {
  /** Unique on the site, and stable as long as the text is unchanged. */
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly attributes: BlockAttributes
  readonly innerBlocks: readonly ListedBlock[]
  /** True where `html` represents the block: it has no inner blocks, or renders them itself. */
  readonly isWhole: boolean
  /** True where a renderer makes the block's HTML. */
  readonly isDynamic: boolean
  readonly html: () => string
}

/** Further blocks of a text, and deeper ones, are left out. */
const blocksMax = 1000
const depthMax = 20

/** The top-level blocks in their order, without those that are hidden from readers. */
export function blocksOfText(text: string, context: RenderContext): readonly ListedBlock[] {
  let listed = 0
  const list = (parts: Block['parts'], parent: { readonly id: string; readonly depth: number } | null) => {
    const depth = (parent?.depth ?? 0) + 1
    const made: ListedBlock[] = []
    for (const part of parts) {
      const block = typeof part === 'string' ? freeform(part, parent === null) : part
      if (block === null || !isShown(block, context) || listed >= blocksMax || depth > depthMax) continue
      listed += 1
      const id = `${context.postId}-${listed}`
      const innerBlocks = list(block.parts, { id, depth })
      made.push({
        id,
        parentId: parent?.id ?? null,
        name: block.name,
        attributes: blockValues(block),
        innerBlocks,
        isWhole: innerBlocks.length === 0 || rendersInner(block.name),
        isDynamic: context.blocks.has(block.name),
        html: () => renderPart(part, context),
      })
    }
    return made
  }
  return list(parseBlocks(text), null)
}

/** False of blocks that the author hid, and of links to unpublished content, which their attributes would reveal. */
function isShown({ name, attributes }: Block, context: RenderContext): boolean {
  return (
    !isHidden(attributes) && (!linkBlocks.has(name) || isLink(typedAttributes(name, attributes), context))
  )
}

/** Null for blanks, and for text within a block, which is that block's HTML. */
function freeform(text: string, isAtTop: boolean): Block | null {
  return isAtTop && /\S/.test(text) ? { name: 'core/freeform', attributes: {}, parts: [text] } : null
}
