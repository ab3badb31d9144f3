// Text that scripts of the site make as large as its block is wide (wp_render_typography_support): the first tag says so in
// attributes, and no stated size of the block grows.
import { isEmpty } from '../core/php-empty.ts'
import type { BlockAttributes } from './block-tree.ts'
import { attributeOf, unescaped, withAttributes } from './first-tag.ts'

export function fitsText({ fitText }: BlockAttributes): boolean {
  return !isEmpty(fitText)
}

/** Blocks that scripts make alive: WordPress applies what attributes say to all that is in them. */
const alive: ReadonlySet<string> = new Set(
  'accordion accordion-heading accordion-item accordion-panel file image navigation playlist query search tabs terms-query'
    .split(' ')
    .map((name) => `core/${name}`),
)

export function isAlive(name: string): boolean {
  return alive.has(name)
}

/**
 * The HTML of such text in a block that scripts make alive: with no size of its own, and its other declarations written anew
 * (merge_style_property), where a value ends at its first colon.
 */
export function withoutOwnSize(html: string): string {
  const own = attributeOf(html, 'style')
  if (own === null) return html
  const declarations = unescaped(own)
    .split(';')
    .filter((each) => each.trim() !== '')
    .map((each) => each.split(':', 2).map((part) => part.trim()))
  const kept = declarations.filter(([property]) => property !== 'font-size')
  const style = kept.map(([property, value = '']) => `${property}:${value};`).join('')
  return withAttributes(html, { style: style === '' ? null : style })
}

/** The HTML of a block. */
export function withFitText(html: string, attributes: BlockAttributes): string {
  if (!fitsText(attributes)) return html
  return withAttributes(html, {
    'data-wp-context---core-fit-text': 'core/fit-text::{"fontSize":""}',
    'data-wp-init---core-fit-text': 'core/fit-text::callbacks.init',
    'data-wp-style--font-size': 'core/fit-text::context.fontSize',
    ...(attributeOf(html, 'data-wp-interactive') === null ? { 'data-wp-interactive': true as const } : {}),
  })
}
