// Limits the characters that blocks and shortcodes generate, since repeated titles, captions and footnotes multiply. They count
// together with all else that a text shows besides its own characters.
import type { RenderContext } from './context.ts'

/** This many generated or rescanned characters count as one: stored texts are counted before rendering, too. */
const share = 4

/** The HTML from `make`, of which `storedIn` counts the text's own characters; empty once the text has reached its limit. */
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
 * Rebuilds the HTML that a block encloses. Nested blocks rebuild the same characters again, so that these count each time; the
 * HTML stays as it is once the text has reached its limit.
 */
export function enclosedAnew(
  html: string,
  { allows }: Pick<RenderContext, 'allows'>,
  make: () => string,
): string {
  return allows(html.length / share) ? make() : html
}
