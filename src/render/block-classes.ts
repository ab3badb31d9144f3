// The classes that blocks get when they are served: in their first tag what they colour, their place in the layout around
// them, and their own name where older markup lacks it; and how they lay out what they enclose, in the tag around it.
import { isEmpty } from '../core/php-empty.ts'
import { asRecord, type Block } from './block-tree.ts'
import { stateClasses } from './block-states.ts'
import { withBlockStyles } from './block-styles.ts'
import { customCssClasses } from './custom-css.ts'
import { fitsText, withFitText, withoutOwnSize } from './fit-text.ts'
import { emptyElements, tags, withClasses } from './html-tag.ts'
import { layoutClasses, placeClass } from './layouts.ts'
import { elementsClass, variationClass } from './numbered-classes.ts'
import type { RenderContext } from './context.ts'
import { withLightbox } from './lightbox.ts'
import { withVisibility } from './visibility.ts'

export function withBlockClasses(
  html: string,
  block: Block,
  context: Pick<RenderContext, 'count' | 'isAlive' | 'postId' | 'theme'>,
  parent?: Block,
): string {
  const { name, attributes } = block
  const place = placeClass(attributes, parent?.attributes ?? {}, context.theme)
  const classes = [...elementsClass(attributes), ...(place === null ? [] : [place])]
  const layout = layoutClasses(block, context.theme)
  const around = layout.length === 0 ? null : enclosingTag(block)
  const own = withFitText(named(html, name), attributes)
  const at = around === null ? -1 : placeOf(around, own)
  const placed =
    at < 0
      ? withClasses(own, [...classes, ...layout])
      : withClasses(own.slice(0, at), classes) + withClasses(own.slice(at), layout)
  const fixed = withClasses(placed, positionClasses(block, context))
  const styled = withClasses(withBlockStyles(fixed, block, context), variationClass(attributes))
  const shown = withClasses(withVisibility(styled, name, attributes), [
    ...customCssClasses(attributes),
    ...stateClasses(block, context.theme),
  ])
  const fitted = context.isAlive === true && fitsText(attributes) ? withoutOwnSize(shown) : shown
  return lastNamed(name === 'core/image' ? withLightbox(fitted, attributes, context) : fitted, name)
}

/** Classes of a block that stays in sight when the page is scrolled (wp_render_position_support). */
function positionClasses(
  { name, attributes }: Block,
  { count }: Pick<RenderContext, 'count'>,
): readonly string[] {
  const given = asRecord(attributes['style'])?.['position']
  if (name !== 'core/group' || isEmpty(given)) return []
  const id = count('unique id')
  return asRecord(given)?.['type'] === 'sticky' ? [`wp-container-${id}`, 'is-position-sticky'] : []
}

const headingTag = /<h[1-6](?=[\s/>])/
const paragraphTag = /<p(?=[\s/>])/

/** A heading or a list of older markup with its class. */
function named(html: string, name: string): string {
  if (name === 'core/list') return withClasses(html, ['wp-block-list'])
  return name === 'core/heading' ? withClasses(html, ['wp-block-heading'], headingTag) : html
}

function lastNamed(html: string, name: string): string {
  return name === 'core/paragraph' ? withClasses(html, ['wp-block-paragraph'], paragraphTag) : html
}

interface Tag {
  readonly text: string
  /** How many like it stand before it. */
  readonly before: number
}

/** The innermost tag around the blocks that a block encloses; null where it is the first, or encloses none. */
function enclosingTag({ parts }: Block): Tag | null {
  const [before] = parts
  if (typeof before !== 'string' || parts.length === 1) return null
  const open: { readonly name: string; readonly text: string; readonly at: number }[] = []
  let first = -1
  for (const { 0: text, 1: slash, 2: tag = '', index } of before.matchAll(tags)) {
    const name = tag.toLowerCase()
    if (slash === '/') {
      if (open.at(-1)?.name === name) open.pop()
    } else {
      if (first < 0) first = index
      if (!emptyElements.has(name)) open.push({ name, text, at: index })
    }
  }
  const last = open.at(-1)
  if (last === undefined || last.at === first) return null
  return { text: last.text, before: before.slice(0, last.at).split(last.text).length - 1 }
}

/** Where the tag stands in what was made of the block; below zero where it is there no more. */
function placeOf({ text, before }: Tag, html: string): number {
  let at = html.indexOf(text)
  for (let skipped = 0; skipped < before && at >= 0; skipped += 1) at = html.indexOf(text, at + 1)
  return at
}
