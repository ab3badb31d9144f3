// Blocks that their author hid (wp_render_block_visibility_support): everywhere, so that they are not served, or on some kinds
// of screens, where a class hides them.
import { asRecord, mayHave, parseBlocks, type Block, type BlockAttributes } from './block-tree.ts'
import { withAttributes } from './first-tag.ts'
import type { RenderContext } from './context.ts'
import { withClasses } from './html-tag.ts'
import { replaceImages, withoutLoading } from './image-tags.ts'

/** True where no reader is to see the block. */
export function isHidden({ metadata }: BlockAttributes): boolean {
  return asRecord(metadata)?.['blockVisibility'] === false
}

/** A text without its hidden blocks, and without what delimits the others. */
export function shownText(stored: string): string {
  const shownOf = (parts: Block['parts']): string =>
    parts
      .map((part) => (typeof part === 'string' ? part : isHidden(part.attributes) ? '' : shownOf(part.parts)))
      .join('')
  return mayHave(stored, 'blockVisibility') ? shownOf(parseBlocks(stored)) : stored
}

const screens = ['desktop', 'mobile', 'tablet'] as const

/** Blocks whose markup has no class for it. */
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
 * The HTML of a block; its images load as soon as a browser likes, since they may not be seen at all. Details make theirs wait
 * after that, as long as they are closed.
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
