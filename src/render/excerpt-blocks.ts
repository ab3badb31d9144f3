// Keeps the blocks that an excerpt is made of (excerpt_remove_blocks): text, and blocks that enclose nothing but text. Their
// delimiters are removed, so that the rest is formatted like text without blocks.
import { withBindings } from './bindings.ts'
import { blocksAmong, parseBlocks, type Block } from './block-tree.ts'
import type { RenderContext } from './context.ts'
import { withNumberedClasses } from './numbered-classes.ts'
import { isHidden } from './visibility.ts'

const kept: ReadonlySet<string> = new Set(
  'freeform heading html list media-text paragraph preformatted pullquote quote table verse'.split(' '),
)
/** Blocks of which only the inner blocks count. */
const entered: ReadonlySet<string> = new Set(['column', 'columns', 'group'])

/**
 * The text of an excerpt's blocks. WordPress renders these for the excerpt, so that blocks with coloured elements and
 * blocks with a style take numbers of the request (measured).
 */
export function excerptBlocks(text: string, context: RenderContext): string {
  const countAll = (block: Block): void => {
    withNumberedClasses(block, { count: context.count, theme: context.theme })
    for (const inner of blocksAmong(block.parts)) countAll(inner)
  }
  const shown = (block: Block): string => {
    countAll(block)
    return htmlOf(block, context)
  }
  return parseBlocks(text, 'apart')
    .map((part) => {
      if (typeof part === 'string') return part
      return isHidden(part.attributes) ? '' : shownOf(part).map(shown).join('')
    })
    .join('')
}

/** The blocks taken from a top-level block: those in it, or itself where all its inner blocks are kept and enclose none. */
function shownOf(block: Block): readonly Block[] {
  if (entered.has(shortName(block))) return leavesOf(block)
  const isShown =
    kept.has(shortName(block)) &&
    // Hidden inner blocks count here as well
    blocksAmong(block.parts).every(
      (inner) => kept.has(shortName(inner)) && blocksAmong(inner.parts).length === 0,
    )
  return isShown ? [block] : []
}

/** The blocks at any depth that enclose none. */
function leavesOf(block: Block): readonly Block[] {
  const name = shortName(block)
  if (isHidden(block.attributes) || (!kept.has(name) && !entered.has(name))) return []
  const inner = blocksAmong(block.parts)
  return inner.length === 0 ? [block] : inner.flatMap(leavesOf)
}

function htmlOf(block: Block, context: RenderContext): string {
  const isEntered = entered.has(shortName(block)) && blocksAmong(block.parts).length > 0
  if (isEntered || isHidden(block.attributes)) return ''
  const html = block.parts.map((part) => (typeof part === 'string' ? part : htmlOf(part, context))).join('')
  return withBindings(html, block, context)
}

function shortName({ name }: Block): string {
  return name.replace(/^core\//, '')
}
