// Letters that blocks and shortcodes make count with all else that a text shows besides its own: titles, captions and footnotes that
// stand in it again and again multiply.
import type { RenderContext } from './context.ts'

/** Letters that are made or looked through count for so much less than stored ones: texts are counted before rendering, too. */
const share = 4

/** The HTML that is made, of which `storedIn` are the text's own letters; nothing once the text has shown what one may. */
export function allowedHtml(
  { allows }: Pick<RenderContext, 'allows'>,
  make: () => string,
  storedIn: () => number,
): string {
  if (!allows(0)) return ''
  const html = make()
  allows(Math.max(html.length - storedIn(), 0) / share)
  return html
}

/**
 * All that a block encloses, made anew. Blocks in blocks do so with the same letters again and again, so these count as often; the
 * HTML stays as it is once the text has shown what one may.
 */
export function enclosedAnew(
  html: string,
  { allows }: Pick<RenderContext, 'allows'>,
  make: () => string,
): string {
  return allows(html.length / share) ? make() : html
}
