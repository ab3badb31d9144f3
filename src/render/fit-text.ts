// Text that WordPress's scripts fit to the width of its block (wp_render_typography_support): the first tag has attributes for
// the scripts, and a stated font size does not become fluid.
import { isEmpty } from '../core/php-empty.ts'
import type { BlockAttributes } from './block-tree.ts'
import { attributeOf, unescaped, withAttributes } from './first-tag.ts'

export function fitsText({ fitText }: BlockAttributes): boolean {
  return !isEmpty(fitText)
}

/** Blocks that scripts make interactive: WordPress processes the directives in all that they contain. */
const alive: ReadonlySet<string> = new Set(
  'accordion accordion-heading accordion-item accordion-panel file image navigation playlist query search tabs terms-query'
    .split(' ')
    .map((name) => `core/${name}`),
)

export function isAlive(name: string): boolean {
  return alive.has(name)
}

/**
 * The HTML of such text in an interactive block: without a font size of its own, and with its other declarations rewritten
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

/** Adds the attributes for scripts to a block whose text is fitted. */
export function withFitText(html: string, attributes: BlockAttributes): string {
  if (!fitsText(attributes)) return html
  return withAttributes(html, {
    'data-wp-context---core-fit-text': 'core/fit-text::{"fontSize":""}',
    'data-wp-init---core-fit-text': 'core/fit-text::callbacks.init',
    'data-wp-style--font-size': 'core/fit-text::context.fontSize',
    ...(attributeOf(html, 'data-wp-interactive') === null ? { 'data-wp-interactive': true as const } : {}),
  })
}
