// The classes that WordPress adds to blocks at rendering: in the first tag those of coloured elements, of the block's place in
// the layout around it and of its name where older markup lacks it; in the tag around inner blocks those of its layout.
import { isEmpty } from '../core/php-empty.ts'
import { asRecord, type Block } from './block-tree.ts'
import { stateClasses } from './block-states.ts'
import { withBlockStyles } from './block-styles.ts'
import { customCssClasses } from './custom-css.ts'
import { attributeOf } from './first-tag.ts'
import { fitsText, withFitText, withoutOwnSize } from './fit-text.ts'
import { emptyElements, tags, withClasses } from './html-tag.ts'
import { layoutClasses, placeClass } from './layouts.ts'
import { elementsClass, variationClass } from './numbered-classes.ts'
import type { RenderContext } from './context.ts'
import { withLightbox } from './lightbox.ts'
import { withContainers } from './older-containers.ts'
import { withVisibility } from './visibility.ts'

export function withBlockClasses(
  html: string,
  block: Block,
  context: Pick<RenderContext, 'allows' | 'count' | 'isAlive' | 'postId' | 'theme'>,
  parent?: Block,
): string {
  const { name, attributes } = block
  const place = placeClass(attributes, parent?.attributes ?? {}, context.theme)
  const classes = [...elementsClass(attributes), ...(place === null ? [] : [place])]
  const layout = layoutClasses(block, context.theme)
  const around = layout.length === 0 ? null : enclosingClass(block)
  const own = withFitText(named(html, name), attributes)
  const at = around === null ? -1 : placeOf(around, own)
  const placed =
    at < 0
      ? withClasses(own, [...classes, ...layout])
      : withClasses(own.slice(0, at), classes) + withClasses(own.slice(at), layout)
  const fixed = withClasses(placed, positionClasses(block, context))
  const styled = withClasses(withBlockStyles(fixed, block, context), variationClass(attributes))
  const shown = withClasses(withVisibility(styled, name, attributes, context), [
    ...customCssClasses(attributes),
    ...stateClasses(block, context.theme),
  ])
  const fitted = context.isAlive === true && fitsText(attributes) ? withoutOwnSize(shown) : shown
  const lit = name === 'core/image' ? withLightbox(fitted, attributes, context) : fitted
  return withContainers(lastNamed(lit, name), block, context.theme)
}

/** Classes of a block that stays in view when the page is scrolled (wp_render_position_support). */
function positionClasses(
  { name, attributes }: Block,
  { count, theme }: Pick<RenderContext, 'count' | 'theme'>,
): readonly string[] {
  const given = asRecord(attributes['style'])?.['position']
  if (name !== 'core/group' || isEmpty(given)) return []
  const id = count('unique id')
  const type = asRecord(given)?.['type']
  return typeof type === 'string' && theme.positions.has(type)
    ? [`wp-container-${id}`, `is-position-${type}`]
    : []
}

const headingTag = /<h[1-6](?=[\s/>])/
const paragraphTag = /<p(?=[\s/>])/

/** Adds the class that headings and lists of older markup lack. */
function named(html: string, name: string): string {
  if (name === 'core/list') return withClasses(html, ['wp-block-list'])
  return name === 'core/heading' ? withClasses(html, ['wp-block-heading'], headingTag) : html
}

function lastNamed(html: string, name: string): string {
  return name === 'core/paragraph' ? withClasses(html, ['wp-block-paragraph'], paragraphTag) : html
}

/** The class of the innermost tag around the inner blocks that has one; null where none has. */
function enclosingClass({ parts }: Block): string | null {
  const [before] = parts
  if (typeof before !== 'string' || parts.length === 1) return null
  const open: string[] = []
  for (const [text, slash, tag = ''] of before.matchAll(tags)) {
    if (slash === '/') open.pop()
    else if (!emptyElements.has(tag.toLowerCase())) open.push(attributeOf(text, 'class')?.trim() ?? '')
  }
  return open.findLast((className) => className !== '') ?? null
}

/** The index of the first tag that has the class; -1 where that is the first tag of all, or none has it. */
function placeOf(className: string, html: string): number {
  if (!html.includes(className)) return -1
  const first = html.search(/<[a-z]/i)
  for (const { 0: text, index } of html.matchAll(tags))
    if (attributeOf(text, 'class')?.includes(className)) return index === first ? -1 : index
  return -1
}
