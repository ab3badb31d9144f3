// Images and frames in rendered content get what lets a browser load them late and small: `loading`, `decoding`, sizes,
// copies to choose from (wp_filter_content_tags). No image of a request is the first one of a page.
import { sizeAt, sourcesOf, type Attachment, type ImageSize } from './attachment.ts'
import type { RenderContext } from './context.ts'
import { attributesIn, replaceTags } from './html-tag.ts'

export function withLoading(html: string, { attachmentOf }: RenderContext): string {
  return replaceTags(html, ['img', 'iframe'], (tag) =>
    tag.startsWith('<img') ? image(tag, attachmentOf) : frame(tag),
  )
}

/** The ids that images of this HTML name by their class: `wp-image-102`. */
export function imageIdsIn(html: string): readonly string[] {
  return [...html.matchAll(/wp-image-(\d{1,20})/g)].map(([, id = '']) => id)
}

/** Attributes count only in double quotes here. */
function says(tag: string, ...names: readonly string[]): boolean {
  return names.every((name) => tag.includes(` ${name}="`))
}

function image(tag: string, attachmentOf: RenderContext['attachmentOf']): string {
  if (!says(tag, 'src')) return tag
  const attributes = attributesIn(tag)
  const id = /(?:^|\s)wp-image-(\d{1,20})(?:\s|$)/.exec(attributes.get('class') ?? '')?.[1]
  const attachment = id === undefined ? null : attachmentOf(id)
  const shown = attachment && sizeAt(attachment, attributes.get('src') ?? '')
  const unsized = !attributes.has('width') && !attributes.has('height')
  const isSized = says(tag, 'width', 'height') || (unsized && shown !== null)
  // An image of low priority is loaded at once, after all else
  const isLazy = isSized && !attributes.has('loading') && attributes.get('fetchpriority') !== 'low'
  const front = [
    ...(isLazy ? ['loading="lazy"'] : []),
    ...(attributes.has('decoding') ? [] : ['decoding="async"']),
    ...(unsized && shown ? [`width="${shown.width}" height="${shown.height}"`] : []),
  ]
  const sources =
    attachment && shown && !attributes.has('srcset') && isInFolder(attributes.get('src') ?? '', attachment)
      ? sourcesFor(attributes, attachment, shown, isLazy || attributes.get('loading') === 'lazy')
      : ''
  const made = `<img${front.map((each) => ` ${each}`).join('')}${tag.slice('<img'.length)}`
  if (sources !== '') return `${made.replace(/\s*\/?>$/, '')}${sources} />`
  const isLate = isLazy || (attributes.get('loading')?.toLowerCase() === 'lazy' && attributes.has('width'))
  return isLate && attributes.has('srcset') ? withAutoSizes(made, attributes.get('sizes')) : made
}

/** Own sizes of an image of known width that is loaded late begin with `auto` (wp_img_tag_add_auto_sizes). */
function withAutoSizes(tag: string, sizes: string | undefined): string {
  if (sizes === undefined || /^\s*auto\s*(?:,|$)/i.test(sizes)) return tag
  return tag.replace(/(?<=\s)sizes\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/i, () => `sizes="auto, ${sizes}"`)
}

/** Another folder may have a file of the same name. */
function isInFolder(src: string, { url }: Attachment): boolean {
  const segments = url.split('/')
  return segments.length < 3 || src.includes(`${segments.slice(-3, -1).join('/')}/`)
}

/** The shown image can be smaller than the copy itself, and in another shape. */
function sourcesFor(
  attributes: ReadonlyMap<string, string>,
  attachment: Attachment,
  shown: ImageSize,
  isLazy: boolean,
): string {
  const [width, height] = ['width', 'height'].map((side) => Number(attributes.get(side) ?? NaN))
  const given = isLength(width) && isLength(height) ? { ...shown, width, height } : shown
  const sources = sourcesOf(attachment, given)
  const across = given.width
  const sizes = `(max-width: ${across}px) 100vw, ${across}px`
  return sources.replace(/ sizes="[^"]*"$/, ` sizes="${isLazy ? 'auto, ' : ''}${sizes}"`)
}

/** Whole pixels. */
function isLength(side: number | undefined): side is number {
  return side !== undefined && Number.isInteger(side) && side >= 1
}

function frame(tag: string): string {
  const attributes = attributesIn(tag)
  return says(tag, 'src', 'width', 'height') && !attributes.has('loading')
    ? `<iframe loading="lazy"${tag.slice('<iframe'.length)}`
    : tag
}

/** Images that are folded away can wait; those that a block made are not loaded late either. */
export function withLowPriority(html: string): string {
  return replaceTags(html, ['img'], (tag) =>
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
