// Classes with a number counted per request: for the colours of a block's elements (wp_render_elements_support_styles), and for
// a style of the block that the theme defines (wp_render_block_style_variation_support_styles). They are added to the block's
// attributes, so that dynamic blocks have them where their own class names stand.
import type { Block, BlockAttributes } from './block-tree.ts'
import type { RenderContext } from './context.ts'
import { customCssClass, withFileId } from './custom-css.ts'
import { colorsElements } from './element-colors.ts'
import type { Theme } from './theme.ts'

/** `parent` is the block around it. */
export function withNumberedClasses(
  block: Block,
  { count, navigation, theme }: Pick<RenderContext, 'count' | 'navigation' | 'theme'>,
  parent?: Pick<Block, 'name' | 'attributes'>,
): BlockAttributes {
  const isItem = parent?.name === 'core/navigation'
  if (isItem && navigation?.isMenu === true) return block.attributes
  const known = navigation?.numbered.get(block)
  if (known !== undefined && isItem) return known
  if (known !== undefined) {
    // In an item that is rendered again, a style takes a number that is not shown
    if (variationClass(known).length > 0) count('unique id')
    // Coloured elements take a number that is shown beside the first
    return elementsClass(known).length === 0
      ? known
      : withClassNames(known, [`wp-elements-${count('elements')}`])
  }
  const attributes = numberedAttributes(block, { count, theme }, parent)
  if (attributes !== block.attributes) navigation?.numbered.set(block, attributes)
  return attributes
}

function numberedAttributes(
  block: Block,
  { count, theme }: Pick<RenderContext, 'count' | 'theme'>,
  parent?: Pick<Block, 'name' | 'attributes'>,
): BlockAttributes {
  const { name } = block
  const attributes = withFileId(block, parent)
  const variation = styleVariation(name, attributes, theme)
  const classes = [
    ...(name.startsWith('core/') && colorsElements(name, attributes)
      ? [`wp-elements-${count('elements')}`]
      : []),
    ...(variation === null ? [] : [`is-style-${variation}--${count('unique id')}`]),
  ]
  const counted = withClassNames(attributes, classes)
  const styled = customCssClass({ ...block, attributes: counted }, parent?.attributes)
  return styled === null ? counted : withClassNames(counted, [styled])
}

function withClassNames(attributes: BlockAttributes, classes: readonly string[]): BlockAttributes {
  return classes.length === 0
    ? attributes
    : { ...attributes, className: [ownClasses(attributes), ...classes].filter(Boolean).join(' ') }
}

const none: readonly string[] = []

/** The class of a block's element colours, as it was numbered. */
export function elementsClass(attributes: BlockAttributes): readonly string[] {
  return ownClasses(attributes).includes('wp-elements-') ? numbered(attributes, /^wp-elements-\d+$/) : none
}

/** The class of a block's style, as it was numbered. */
export function variationClass(attributes: BlockAttributes): readonly string[] {
  return ownClasses(attributes).includes('is-style-') ? numbered(attributes, /^is-style-[\w-]+--\d+$/) : none
}

/** The first style of a block that the theme defines. */
function styleVariation(name: string, attributes: BlockAttributes, { variations }: Theme): string | null {
  if (!ownClasses(attributes).includes('is-style-')) return null
  const styles = ownClasses(attributes)
    .split(/\s+/)
    .flatMap((each) => /^is-style-([\w-]+)$/.exec(each)?.[1] ?? [])
  return styles.find((style) => style !== 'default' && variations.get(name)?.has(style)) ?? null
}

function numbered(attributes: BlockAttributes, pattern: RegExp): readonly string[] {
  const last = ownClasses(attributes)
    .split(' ')
    .findLast((each) => pattern.test(each))
  return last === undefined ? [] : [last]
}

function ownClasses({ className }: BlockAttributes): string {
  return typeof className === 'string' ? className : ''
}
