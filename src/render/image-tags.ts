// Adds attributes to images and frames in rendered content by which a browser loads them lazily and in a fitting size: `loading`,
// `decoding`, sizes, `srcset` (wp_filter_content_tags). No image counts as the first one of a page for its position alone.
import type { Count } from '../core/counter.ts'
import { enclosedAnew } from './allowed.ts'
import { candidatesOf, sizeAt, widthsOf, type Attachment, type ImageSize } from './attachment.ts'
import type { RenderContext } from './context.ts'
import { attributesIn, attributeText, replaceTags } from './html-tag.ts'

export function withLoading(html: string, context: RenderContext): string {
  // Equal tags are processed once
  const images = new Map<string, string>()
  return replaceTags(html, ['img', 'iframe'], (tag) => {
    if (!tag.startsWith('<img')) return frame(tag)
    const made = images.get(tag) ?? image(tag, context)
    images.set(tag, made)
    return made
  })
}

const namedImage = /wp-image-0*(\d{1,20})/i

/** The ids of attachments that images of this HTML name in their class: `wp-image-102`. */
export function imageIdsIn(html: string): readonly string[] {
  return [...html.matchAll(new RegExp(namedImage, 'gi'))].map(([, id = '']) => id)
}

/** True where the tag has all these attributes, which count only in double quotes. */
function says(tag: string, ...names: readonly string[]): boolean {
  return names.every((name) => tag.includes(` ${name}="`))
}

type Context = Pick<RenderContext, 'attachmentOf' | 'count'>

function image(tag: string, context: Context): string {
  const [, src = ''] = /src="([^"]+)"/.exec(tag) ?? []
  const [, id] = namedImage.exec(tag) ?? []
  const attachment = id === undefined ? null : context.attachmentOf(id)
  const file = attachment && sizeAt(attachment, src)
  const isSized = / (?:width|height)=/.test(tag)
  const shown = file && !isSized ? withinLine(tag, file) : file
  const filled = shown !== null && !isSized
  const sized = filled
    ? `<img width="${shown.width}" height="${shown.height}"${tag.slice('<img'.length)}`
    : tag
  const sources = attachment && shown ? sourcesFor(sized, src, shown, attachment) : ''
  const made = sources === '' ? sized : `${sized.replace(/(?<![/ ])[/ ]*>$/, '')}${sources} />`
  const loaded = says(tag, 'src') ? loadingOf(tag, filled ? shown : sizeOf(tag), context.count) : ''
  return withAutoSizes(`<img${loaded}${made.slice('<img'.length)}`)
}

/** The size of an image within a line, whose width the editor writes into its style. */
function withinLine(tag: string, file: ImageSize): ImageSize {
  const width = Number(/style="width:\s*(\d{1,9})px;"/.exec(tag)?.[1] ?? 0)
  return width === 0 ? file : { ...file, width, height: Math.round((file.height * width) / file.width) }
}

/** The size that the tag states in whole numbers; null without one. */
function sizeOf(tag: string): Pick<ImageSize, 'width' | 'height'> | null {
  if (!says(tag, 'width', 'height')) return null
  const [width, height] = [/ width=["'](\d+)["']/, / height=["'](\d+)["']/].map((side) => side.exec(tag)?.[1])
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) }
}

const valueOf = {
  loading: / loading=["']([A-Za-z]+)["']/,
  decoding: / decoding=["']([A-Za-z]+)["']/,
  fetchpriority: / fetchpriority=["']([A-Za-z]+)["']/,
}
/** The area in px² from which an image that is not lazy gets a high priority, one for each request. */
const firstAreaMin = 50_000
const firstImage = 'image of high priority'

/** The attributes `loading`, `fetchpriority` and `decoding`. An image that states a low or high priority is not made lazy. */
function loadingOf(tag: string, size: Pick<ImageSize, 'width' | 'height'> | null, count: Count): string {
  const [loading, priority] = [valueOf.loading, valueOf.fetchpriority].map((value) => value.exec(tag)?.[1])
  const isLazy = size !== null && loading === undefined && priority !== 'low' && priority !== 'high'
  const isEarly = size !== null && loading !== 'lazy'
  const isFirst =
    isEarly &&
    loading !== undefined &&
    priority === undefined &&
    size.width * size.height >= firstAreaMin &&
    !count.isMarked(firstImage)
  if (isFirst || (isEarly && priority === 'high')) count.mark(firstImage)
  const when = isLazy ? ' loading="lazy"' : isFirst ? ' fetchpriority="high"' : ''
  return valueOf.decoding.test(tag) ? when : `${when} decoding="async"`
}

/** The `srcset` and `sizes` of an image, which can be shown smaller than the copy, and in another aspect ratio. */
function sourcesFor(tag: string, src: string, shown: ImageSize, attachment: Attachment): string {
  // WordPress inserts attributes behind `<img ` alone, not where a line end follows the name
  if (!tag.startsWith('<img ') || tag.includes(' srcset=')) return ''
  const size = sizeOf(tag)
  const given = size !== null && size.width > 0 && size.height > 0 ? { ...shown, ...size } : shown
  const candidates = candidatesOf(attachment, given, src)
  if (candidates === null) return ''
  const sizes = tag.includes(' sizes=') ? '' : ` sizes="${widthsOf(given)}"`
  return ` srcset="${attributeText(candidates)}"${sizes}`
}

/** The `sizes` of a lazy image of known width begin with `auto` (wp_img_tag_add_auto_sizes). */
function withAutoSizes(tag: string): string {
  const [written, sizes] = ownSizes.exec(tag) ?? []
  if (written === undefined || sizes === undefined || /^["']?\s*auto\s*(?:,|["']?$)/i.test(sizes)) return tag
  const attributes = attributesIn(tag)
  if (attributes.get('loading')?.toLowerCase() !== 'lazy' || (attributes.get('width') ?? '') === '')
    return tag
  return tag.replace(written, () => `${written.charAt(0)}sizes="auto, ${sizes.replace(/^["']|["']$/g, '')}"`)
}

/** The first attribute `sizes`, whose value may be missing. */
const ownSizes = /\ssizes(?![\w-])(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/i

function frame(tag: string): string {
  return says(tag, 'src', 'width', 'height') && !tag.includes(' loading=')
    ? `<iframe loading="lazy"${tag.slice('<iframe'.length)}`
    : tag
}

/** Replaces each image that a block encloses. */
export function replaceImages(
  html: string,
  context: Pick<RenderContext, 'allows'>,
  replace: (tag: string) => string,
): string {
  return html.includes('<img') ? enclosedAnew(html, context, () => replaceTags(html, ['img'], replace)) : html
}

/** Gives a low priority to images that are hidden at first; those that a block made are not lazy either. */
export function withLowPriority(html: string, context: Pick<RenderContext, 'allows'>): string {
  return replaceImages(html, context, (tag) =>
    / fetchpriority="/.test(tag)
      ? tag.replace(/ fetchpriority="[^"]*"/, ' fetchpriority="low"')
      : `<img fetchpriority="low"${withoutLoading(tag).slice('<img'.length).replace(madeSizes, ' sizes="(')}`,
  )
}

const madeSizes = /(?<= srcset="[^"]*") sizes="auto, \(/

/** Removes the attributes that blocks write here at once: WordPress adds them last, in front of those that it adds earlier. */
export function withoutLoading(tag: string): string {
  return tag.replace(/^<img(?: loading="lazy")? decoding="async"(?= (?:width|src)=")/, '<img')
}
