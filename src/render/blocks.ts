// Block markup → HTML: delimiters go, what they enclose stays with the classes it is served with; blocks that are made when
// they are served are made by what is registered under their name.
import { withBlockClasses } from './block-classes.ts'
import { parseBlocks, type Block } from './block-tree.ts'
import type { RenderContext } from './context.ts'
import { withFluidSize } from './fluid-size.ts'

export function hasBlocks(text: string): boolean {
  return text.includes('<!-- wp:')
}

/** A block without a renderer is served as it is stored: nothing, where nothing is. */
export function renderBlocks(text: string, context: RenderContext): string {
  return parseBlocks(text)
    .map((part) => (typeof part === 'string' ? part : renderBlock(part, context)))
    .join('')
}

function renderBlock(block: Block, context: RenderContext, parent: string | null = null): string {
  const { name, attributes } = block
  const stored = block.parts
    .map((part) => (typeof part === 'string' ? part : renderBlock(part, context, name)))
    .join('')
  const html = context.blocks.get(name)?.({ name, attributes, parent, html: stored }, context) ?? stored
  return withBlockClasses(withFluidSize(html, attributes), block, context)
}
