// Blocks that their author hid (wp_render_block_visibility_support): everywhere, so that they are not served, or on some kinds
// of screens, where a class hides them.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { withAttributes } from './first-tag.ts'
import { replaceTags, withClasses } from './html-tag.ts'
import { withoutLoading } from './image-tags.ts'

/** True where no reader is to see the block. */
export function isHidden({ metadata }: BlockAttributes): boolean {
  return asRecord(metadata)?.['blockVisibility'] === false
}

const screens = ['desktop', 'mobile', 'tablet'] as const

/** Blocks whose markup has no class for it. */
const unclassed: ReadonlySet<string> = new Set(
  'accordion-heading accordion-panel freeform html missing more nextpage pattern shortcode tab-list tab-panel tab-panels'
    .split(' ')
    .map((name) => `core/${name}`),
)

/** The HTML of a block; its images load as soon as a browser likes, since they may not be seen at all. */
export function withVisibility(html: string, name: string, { metadata }: BlockAttributes): string {
  const visibility = asRecord(metadata)?.['blockVisibility']
  if (visibility === false) return ''
  const viewport = asRecord(asRecord(visibility)?.['viewport'])
  if (viewport === null || unclassed.has(name)) return html
  const hidden = screens.filter((screen) => viewport[screen] === false)
  if (hidden.length === 0) return html
  const classed = withClasses(
    html,
    hidden.map((screen) => `wp-block-hidden-${screen}`),
  )
  return replaceTags(classed, ['img'], (tag) =>
    tag.includes(' fetchpriority="low"')
      ? tag
      : withAttributes(withoutLoading(tag), { fetchpriority: 'auto' }),
  )
}
