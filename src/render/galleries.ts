// `[gallery]`: attached images, or those it names, in figures (gallery_shortcode).
import { imageOf, type Attachment } from './attachment.ts'
import type { RenderContext, Shortcode } from './context.ts'
import { attributeUrl } from './html-tag.ts'
import { typography } from './typography.ts'

/** Empty where there are no images. */
export const gallery: Shortcode = (attributes, _inner, context) => {
  const number = context.count('gallery')
  const images = imagesOf(attributes, context).filter(({ mimeType }) => mimeType.startsWith('image/'))
  if (images.length === 0) return ''
  const selector = `gallery-${number}`
  const size = plain(attributes.get('size')) || 'thumbnail'
  const columns = Math.trunc(Number(attributes.get('columns') ?? 3)) || 0
  const link = attributes.get('link') ?? ''
  const postId = /^\d+$/.test(attributes.get('id') ?? '') ? attributes.get('id') : context.postId
  const figures = images.map((image) => figureOf(image, { selector, size, link, context }))
  return `<div id='${selector}' class='gallery galleryid-${postId} gallery-columns-${columns} gallery-size-${size}'>${figures.join('')}\n\t\t</div>\n`
}

/** The ids that a gallery names. */
export function galleryIds(attributes: ReadonlyMap<string, string>): readonly string[] {
  const named = attributes.get('ids') ?? attributes.get('include') ?? ''
  return named
    .split(',')
    .map((id) => id.trim())
    .filter((id) => /^\d{1,20}$/.test(id))
    .map((id) => String(BigInt(id)))
}

function imagesOf(attributes: ReadonlyMap<string, string>, context: RenderContext): readonly Attachment[] {
  const ids = galleryIds(attributes)
  // A text may name files that have become private since, or were thrown away
  if (ids.length > 0)
    return ids.flatMap((id) => context.attachmentOf(id) ?? []).filter(({ status }) => status === 'inherit')
  const excluded = new Set((attributes.get('exclude') ?? '').split(',').map((id) => id.trim()))
  return context.attachments().filter(({ id }) => !excluded.has(id))
}

interface Shown {
  readonly selector: string
  readonly size: string
  readonly link: string
  readonly context: RenderContext
}

function figureOf(image: Attachment, { selector, size, link, context }: Shown): string {
  const words = image.caption.trim() === '' ? '' : image.caption
  const wordsId = `${selector}-${image.id}`
  const picture = imageOf(image, size, words === '' ? {} : { describedBy: wordsId })
  const href = link === 'file' ? image.url : image.page
  const linked = link === 'none' ? picture : `<a href='${attributeUrl(href)}'>${picture}</a>`
  const figcaption =
    words === ''
      ? ''
      : `\n\t\t\t\t<figcaption class='wp-caption-text gallery-caption' id='${wordsId}'>\n\t\t\t\t${typography(words, context)}\n\t\t\t\t</figcaption>`
  return `<figure class='gallery-item'>\n\t\t\t<div class='gallery-icon${orientation(image)}'>\n\t\t\t\t${linked}\n\t\t\t</div>${figcaption}</figure>`
}

function orientation({ image }: Attachment): string {
  if (image === null) return ' '
  return image.height > image.width ? ' portrait' : ' landscape'
}

/** The word, where it can be part of a class; empty for anything else. */
function plain(word: string | undefined): string {
  return /^[\w-]+$/.exec(word ?? '')?.[0] ?? ''
}
