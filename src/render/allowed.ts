// Letters that blocks and shortcodes make count with all else that a text shows besides its own: titles, captions and footnotes that
// stand in it again and again multiply.
import type { RenderContext } from './context.ts'

/** Made letters count for so much less than stored ones, as texts are counted before they are rendered, too. */
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
