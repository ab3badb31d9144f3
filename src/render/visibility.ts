// Blocks that their author hid (wp_render_block_visibility_support): everywhere, so that they are not rendered, or on some kinds
// of screens, where a class hides them.
import { asRecord, mayHave, parseBlocks, type Block, type BlockAttributes } from './block-tree.ts'
import { withAttributes } from './first-tag.ts'
import type { RenderContext } from './context.ts'
import { withClasses } from './html-tag.ts'
import { replaceImages, withoutLoading } from './image-tags.ts'

/** True where the author hid the block from all readers. */
export function isHidden({ metadata }: BlockAttributes): boolean {
  return asRecord(metadata)?.['blockVisibility'] === false
}

/** A text without its hidden blocks, and without the delimiters of others; unchanged if no block of it can be hidden. */
export function shownText(stored: string): string {
  const shownOf = (parts: Block['parts']): string =>
    parts
      .map((part) => (typeof part === 'string' ? part : isHidden(part.attributes) ? '' : shownOf(part.parts)))
      .join('')
  return mayHave(stored, 'blockVisibility') ? shownOf(parseBlocks(stored)) : stored
}

const screens = ['desktop', 'mobile', 'tablet'] as const

/** Blocks that get no class for hidden screens. */
const unclassed: ReadonlySet<string> = new Set(
  'accordion-heading accordion-panel freeform html missing more nextpage pattern shortcode tab-list tab-panel tab-panels'
    .split(' ')
    .map((name) => `core/${name}`),
)

/** The classes that hide a block on some screens. */
export function screenClasses({ metadata }: BlockAttributes): readonly string[] {
  const viewport = asRecord(asRecord(asRecord(metadata)?.['blockVisibility'])?.['viewport'])
  if (viewport === null) return []
  return screens.flatMap((screen) => (viewport[screen] === false ? [`wp-block-hidden-${screen}`] : []))
}

/**
 * The HTML of a block. Where it is hidden on some screens, the browser decides when its images load, as they may not be seen
 * at all; images of closed details keep their low priority.
 */
export function withVisibility(
  html: string,
  name: string,
  { metadata, showContent }: BlockAttributes,
  context: Pick<RenderContext, 'allows'>,
): string {
  if (isHidden({ metadata })) return ''
  const classes = unclassed.has(name) ? [] : screenClasses({ metadata })
  if (classes.length === 0) return html
  const isClosed = name === 'core/details' && showContent !== true
  return replaceImages(withClasses(html, classes), context, (tag) =>
    isClosed && tag.includes(' fetchpriority="low"')
      ? tag
      : withAttributes(withoutLoading(tag), { fetchpriority: 'auto' }),
  )
}
