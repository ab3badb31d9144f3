// `[caption]`: an image with its caption below it (img_caption_shortcode).
import type { RenderContext, Shortcode } from './context.ts'
import { asClass, attributeText } from './html-tag.ts'
import { phpInteger } from '../core/php-integer.ts'
import { safeHtml } from './safe-html.ts'
import { withShortcodes } from './shortcodes.ts'

/** The figure; without a width or a caption only the enclosed content. */
export const caption: Shortcode = (attributes, inner, context) => {
  const enclosed = inner ?? ''
  const words = attributes.get('caption')
  const split = words === undefined ? splitAtImage(enclosed) : { image: enclosed, words: statedWords(words) }
  const width = phpInteger(attributes.get('width') ?? '')
  if (width < 1 || split.words === '') return split.image
  const name = asClass(attributes.get('id') ?? '')
  const id = attributeText(numbered(name, context))
  const wordsId = attributeText(
    numbered(
      asClass(attributes.get('caption_id') ?? '') || (name && `caption-${name.replaceAll('_', '-')}`),
      context,
    ),
  )
  const classes = ['wp-caption', attributes.get('align') ?? 'alignnone', attributes.get('class') ?? '']
  const figure = [
    ...(id === '' ? [] : [`id="${id}"`]),
    ...(wordsId === '' ? [] : [`aria-describedby="${wordsId}"`]),
    `style="width: ${width}px"`,
    `class="${attributeText(classes.join(' ').trim())}"`,
  ]
  const figcaption = `<figcaption ${wordsId === '' ? '' : `id="${wordsId}" `}class="wp-caption-text">${split.words}</figcaption>`
  return `<figure ${figure.join(' ')}>${withShortcodes(split.image, context)}${figcaption}</figure>`
}

/** The words of the attribute, in which markup may stand: only markup that could run no script. */
function statedWords(words: string): string {
  return words.includes('<') ? safeHtml(words) : words
}

/** Makes an id unique in a request by `-2`, `-3` and so on: a page may show the same text twice. */
function numbered(id: string, { count }: RenderContext): string {
  const number = id === '' ? 1 : count(`caption ${id}`)
  return number === 1 ? id : `${id}-${number}`
}

/** Splits off the image, with the link around it, from the caption behind it; text before the image is dropped. */
function splitAtImage(enclosed: string): { readonly image: string; readonly words: string } {
  const open = enclosed.search(/<img /i)
  const end = open < 0 ? 0 : enclosed.indexOf('>', open) + 1
  if (end === 0) return { image: enclosed, words: '' }
  const link = /<a\s[^<>]*>\s*$/i.exec(enclosed.slice(Math.max(0, open - linkMax), open))?.[0] ?? ''
  const closing = /^\s*<\/a>/i.exec(enclosed.slice(end))?.[0] ?? ''
  const image = enclosed.slice(open - link.length, end + closing.length)
  return { image, words: enclosed.slice(end + closing.length).trim() }
}

/** The length in characters up to which an opening link around an image is found. */
const linkMax = 4000
