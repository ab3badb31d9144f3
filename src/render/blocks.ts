// Block markup → HTML: delimiters go, static blocks stay and get the classes that WordPress adds, and dynamic blocks are
// made by the renderer that is registered under their name.
import { allowedHtml } from './allowed.ts'
import { withBlockClasses } from './block-classes.ts'
import { withBindings } from './bindings.ts'
import { withNumberedClasses } from './numbered-classes.ts'
import { noteUnrendered, storedBlocks } from '../core/unrendered.ts'
import { typedAttributes } from './block-attributes.ts'
import { parseBlocks, type Block, type BlockAttributes } from './block-tree.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { isAlive } from './fit-text.ts'
import { withFluidSize, withGrownSize } from './fluid-size.ts'

/** Blocks that render their inner blocks themselves: once for each row, or not at all. */
const ownInner: ReadonlySet<string> = new Set([
  'core/comment-template',
  'core/comments',
  'core/navigation',
  'core/navigation-submenu',
  'core/post-content',
  'core/post-template',
  'core/query',
  'core/query-no-results',
  'core/query-pagination',
  'core/tabs',
  'core/term-template',
  'core/terms-query',
])

/** True where the block renders its inner blocks itself. */
export function rendersInner(name: string): boolean {
  return ownInner.has(name)
}

/** Renders a text; a block without a renderer shows its stored HTML, which may be empty. */
export function renderBlocks(text: string, context: RenderContext): string {
  return parseBlocks(text)
    .map((part) => renderPart(part, context))
    .join('')
}

export function renderPart(part: string | Block, context: RenderContext): string {
  return typeof part === 'string' ? withClosedContent(part) : renderBlock(part, context)
}

const closingNothing = /^<!--\s{1,20}\/wp:[a-z][a-z0-9_/-]*\s+-->/

/** WordPress parses a text as the inside of a block, which the first delimiter that closes no other block closes. */
function withClosedContent(text: string): string {
  return text.replace(closingNothing, '<!-- /wp:post-content -->')
}

/** A block around others, with its typed attributes, which are computed once for all of its inner blocks. */
interface Outer {
  readonly block: Block
  readonly typed: BlockAttributes
}

function renderBlock(stored: Block, around: RenderContext, outer?: Outer): string {
  const parent = outer?.block
  const { name, parts } = stored
  const context = around.isAlive !== true && isAlive(name) ? { ...around, isAlive: true } : around
  const { growth } = context.theme
  // Classes take their numbers before the inner blocks are rendered
  const block = { ...stored, attributes: withNumberedClasses(stored, context, parent) }
  const typed = typedAttributes(name, block.attributes)
  let storedLength = 0
  const inner = (within: RenderContext, some = parts) => {
    const html = some
      .map((part) => (typeof part === 'string' ? part : renderBlock(part, within, { block, typed })))
      .join('')
    storedLength += html.length
    return html
  }
  const renderer = context.blocks.get(name)
  if (!renderer && !storedBlocks.has(name)) noteUnrendered(name, context.count)
  const enclosed = renderer && ownInner.has(name) ? '' : withBindings(inner(context), block, context)
  const made = (make: BlockRenderer) =>
    make(
      {
        ...block,
        parent: parent?.name ?? null,
        parentAttributes: outer?.typed ?? {},
        attributes: withGrownSize(typed, growth),
        inner,
        html: enclosed,
      },
      context,
    )
  const html = renderer
    ? allowedHtml(
        context,
        () => made(renderer),
        () => storedLength,
      )
    : enclosed
  return withBlockClasses(withFluidSize(html, block.attributes, growth), block, context, parent)
}
