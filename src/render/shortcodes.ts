// Replaces registered shortcodes by their output (do_shortcode); those in two pairs of brackets lose one pair.
import { allowedHtml } from './allowed.ts'
import type { RenderContext } from './context.ts'
import { hiddenBrackets, shownBrackets } from './hidden-brackets.ts'
import { namesShortcode, shortcodesIn } from './shortcode-parser.ts'

/** Replaces `[embed]` alone, which is rendered before the text is formatted. */
export function withEmbeds(html: string, context: RenderContext): string {
  const embed = context.shortcodes.get('embed')
  if (embed === undefined || !namesShortcode(html, (name) => name === 'embed')) return html
  const text = hiddenBrackets(html, null)
  const made = replaced(text, { ...context, shortcodes: new Map([['embed', embed]]) })
  return text === html ? made : shownBrackets(made)
}

export function withShortcodes(text: string, context: RenderContext): string {
  if (!namesShortcode(text, (name) => context.shortcodes.has(name))) return text
  const late = (html: string) => replaced(html, context, 'embed')
  const html = hiddenBrackets(text, late)
  const made = late(html)
  return html === text ? made : shownBrackets(made)
}

/** Replaces shortcodes; the one named `emptied` is removed. */
function replaced(html: string, context: RenderContext, emptied?: string): string {
  let made = ''
  let at = 0
  for (const found of shortcodesIn(html, (name) => context.shortcodes.has(name))) {
    const { name, attributes, inner, isEscaped, start, end } = found
    const shown = isEscaped
      ? html.slice(start + 1, end - 1)
      : name === emptied
        ? ''
        : allowedHtml(
            context,
            () => context.shortcodes.get(name)?.(attributes, inner, context) ?? '',
            () => inner?.length ?? 0,
          )
    made += html.slice(at, start) + shown
    at = end
  }
  return made + html.slice(at)
}
