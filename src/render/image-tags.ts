// Images and frames in rendered content get what lets a browser load them late and small: `loading`, `decoding`, sizes,
// copies to choose from (wp_filter_content_tags). No image of a request is the first one of a page by itself.
import type { Count } from '../core/counter.ts'
import { enclosedAnew } from './allowed.ts'
import { candidatesOf, sizeAt, widthsOf, type Attachment, type ImageSize } from './attachment.ts'
import type { RenderContext } from './context.ts'
import { attributesIn, attributeText, replaceTags } from './html-tag.ts'

export function withLoading(html: string, context: RenderContext): string {
  // Tags that are written alike are made once
  const images = new Map<string, string>()
  return replaceTags(html, ['img', 'iframe'], (tag) => {
    if (!tag.startsWith('<img')) return frame(tag)
    const made = images.get(tag) ?? image(tag, context)
    images.set(tag, made)
    return made
  })
}

const namedImage = /wp-image-0*(\d{1,20})/i

/** The ids that images of this HTML name by their class: `wp-image-102`. */
export function imageIdsIn(html: string): readonly string[] {
  return [...html.matchAll(new RegExp(namedImage, 'gi'))].map(([, id = '']) => id)
}

/** Attributes count only in double quotes here. */
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

/** An image within a line has the width that the editor writes into its style. */
function withinLine(tag: string, file: ImageSize): ImageSize {
  const width = Number(/style="width:\s*(\d{1,9})px;"/.exec(tag)?.[1] ?? 0)
  return width === 0 ? file : { ...file, width, height: Math.round((file.height * width) / file.width) }
}

/** As the tag says it in whole numbers. */
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
/** An image of so many pixels that is not loaded late is loaded first; one of a request is. */
const firstAreaMin = 50_000
const firstImage = 'image of high priority'

/** Attributes in front: when an image is loaded, and how. Those of low priority are loaded at once, after all else. */
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

/** The copies that a browser may choose from. The shown image can be smaller than the copy itself, and in another shape. */
function sourcesFor(tag: string, src: string, shown: ImageSize, attachment: Attachment): string {
  // A name that ends with a line has no place behind it
  if (!tag.startsWith('<img ') || tag.includes(' srcset=')) return ''
  const size = sizeOf(tag)
  const given = size !== null && size.width > 0 && size.height > 0 ? { ...shown, ...size } : shown
  const candidates = candidatesOf(attachment, given, src)
  if (candidates === null) return ''
  const sizes = tag.includes(' sizes=') ? '' : ` sizes="${widthsOf(given)}"`
  return ` srcset="${attributeText(candidates)}"${sizes}`
}

/** Sizes of an image of known width that is loaded late begin with `auto` (wp_img_tag_add_auto_sizes). */
function withAutoSizes(tag: string): string {
  const [written, sizes] = ownSizes.exec(tag) ?? []
  if (written === undefined || sizes === undefined || /^["']?\s*auto\s*(?:,|["']?$)/i.test(sizes)) return tag
  const attributes = attributesIn(tag)
  if (attributes.get('loading')?.toLowerCase() !== 'lazy' || (attributes.get('width') ?? '') === '')
    return tag
  return tag.replace(written, () => `${written.charAt(0)}sizes="auto, ${sizes.replace(/^["']|["']$/g, '')}"`)
}

/** The first attribute of the name, whose value may be missing. */
const ownSizes = /\ssizes(?![\w-])(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/i

function frame(tag: string): string {
  return says(tag, 'src', 'width', 'height') && !tag.includes(' loading=')
    ? `<iframe loading="lazy"${tag.slice('<iframe'.length)}`
    : tag
}

/** Each image that a block encloses, made anew. */
export function replaceImages(
  html: string,
  context: Pick<RenderContext, 'allows'>,
  replace: (tag: string) => string,
): string {
  return html.includes('<img') ? enclosedAnew(html, context, () => replaceTags(html, ['img'], replace)) : html
}

/** Images that are folded away can wait; those that a block made are not loaded late either. */
export function withLowPriority(html: string, context: Pick<RenderContext, 'allows'>): string {
  return replaceImages(html, context, (tag) =>
    / fetchpriority="/.test(tag)
      ? tag.replace(/ fetchpriority="[^"]*"/, ' fetchpriority="low"')
      : `<img fetchpriority="low"${withoutLoading(tag).slice('<img'.length).replace(madeSizes, ' sizes="(')}`,
  )
}

const madeSizes = /(?<= srcset="[^"]*") sizes="auto, \(/

/** Blocks make images with what comes last in WordPress: attributes that others add before stand behind it. */
export function withoutLoading(tag: string): string {
  return tag.replace(/^<img(?: loading="lazy")? decoding="async"(?= (?:width|src)=")/, '<img')
}
