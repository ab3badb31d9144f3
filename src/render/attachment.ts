// A file of the site as rendering knows it: where it is, how large, which smaller copies there are, and the image made of it.
import { attributeText } from './html-tag.ts'

export interface Attachment {
  readonly id: string
  readonly title: string
  /** As stored. */
  readonly caption: string
  readonly description: string
  readonly alt: string
  readonly mimeType: string
  /** As stored: `inherit` unless the file itself is private or in the trash. */
  readonly status: string
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly created: string
  /** Among the files of its post (`menu_order`). */
  readonly place: number
  /** True where a file is known to be there. */
  readonly hasFile: boolean
  /** Where the file itself is. */
  readonly url: string
  /** The folder of uploads as `srcset` has it, without a slash at its end. */
  readonly copiesRoot: string
  /** Where it is shown on the site. */
  readonly page: string
  /** The sizes of an image; null where they are not known. */
  readonly image: ImageSizes | null
  /** Artist, album, genre, year and length of a sound or a film, in this order, as its metadata have them. */
  readonly said: ReadonlyMap<string, unknown>
  /** The picture of another file that stands for this one: the first page of a document. */
  readonly preview?: { readonly url: string; readonly image: ImageSizes }
}

type Sized = Pick<Attachment, 'url' | 'copiesRoot' | 'mimeType' | 'image'>

export interface ImageSizes {
  /** The file below uploads that was measured: its address may name another one by now. Null where the metadata name none. */
  readonly path: string | null
  readonly width: number
  readonly height: number
  /** Smaller copies by name, in their order. */
  readonly sizes: ReadonlyMap<string, ImageSize>
  /** How large images of a name are shown at most; 0 where that does not matter. */
  readonly bounds: ReadonlyMap<string, Bounds>
}

export interface Bounds {
  readonly width: number
  readonly height: number
}

export interface ImageSize {
  /** The name alone: it stands in the folder of the full file. */
  readonly file: string
  readonly width: number
  readonly height: number
}

/** Featured images have this size where none is asked for. Few themes define one; files may have it from an earlier theme. */
export const featuredSize = 'post-thumbnail'

/** Wider copies are offered to nobody who did not ask for them, px. */
const widthMax = 2048

/** Attributes of an image's tag; `alt` in place of the file's own. */
export interface ImageTag {
  /** Instead of those that say which size it is. */
  readonly sizeClasses?: string
  readonly className?: string
  readonly alt?: string
  readonly describedBy?: string
  readonly style?: string
  /** In px, whatever the size; the image keeps its shape. */
  readonly width?: number
}

/** An `<img>` of the size, or of the file itself where there is no such size; empty for other files (wp_get_attachment_image). */
export function imageOf(attachment: Attachment, size: string, tag: ImageTag = {}): string {
  const isImage = attachment.mimeType.startsWith('image/')
  const { hasFile, preview } = attachment
  if (!hasFile || (!isImage && preview === undefined)) return ''
  const pictured = isImage || preview === undefined ? attachment : { ...attachment, ...preview }
  const shown = asWide(sizeNamed(pictured, size), tag.width)
  const sized = attributeText(size)
  const { className, alt = attachment.alt, describedBy, style } = tag
  const { sizeClasses = `attachment-${sized} size-${sized}` } = tag
  const isSized = pictured.image !== null || boundedSizes.has(size)
  const sides = isSized ? ` width="${shown.width}" height="${shown.height}"` : ''
  return [
    `<img${isSized ? ' loading="lazy"' : ''} decoding="async"${sides}`,
    ` src="${attributeText(urlOf(pictured, shown.file))}"`,
    ` class="${sizeClasses}${className === undefined ? '' : ` ${className}`}"`,
    ` alt="${attributeText(alt)}"`,
    describedBy === undefined ? '' : ` aria-describedby="${describedBy}"`,
    style === undefined ? '' : ` style="${attributeText(style)}"`,
    `${isImage ? sourcesOf(attachment, shown) : ''} />`,
  ].join('')
}

/** Sizes with bounds: an image of which nothing is known is 1 px wide in these, and of no size in others. */
const boundedSizes: ReadonlySet<string> = new Set(['thumbnail', 'medium', 'medium_large', 'large'])

/** The size of the file that has this address; null where the address is none of the file's (wp_image_src_get_dimensions). */
export function sizeAt(attachment: Attachment, src: string): ImageSize | null {
  const { image } = attachment
  const full = image && measuredFile(image)
  if (full && src.includes(full.file)) return full
  const name = baseName(src.split(/[?#]/, 1)[0] ?? '')
  return [...(image?.sizes.values() ?? [])].find(({ file }) => file === name) ?? null
}

/** `srcset` and `sizes` with a blank before; empty where there is nothing to choose from (wp_calculate_image_srcset). */
function sourcesOf(attachment: Attachment, shown: ImageSize): string {
  const candidates = candidatesOf(attachment, shown)
  return candidates === null ? '' : ` srcset="${attributeText(candidates)}" sizes="auto, ${widthsOf(shown)}"`
}

/** How wide the copy stands on a page, as `sizes` says it. */
export function widthsOf({ width }: Pick<ImageSize, 'width'>): string {
  return `(max-width: ${width}px) 100vw, ${width}px`
}

/**
 * The copies that a browser may choose from, as `srcset` says it; null where there is nothing to choose, or where `src` leads to
 * another folder, which may have a file of the same name.
 */
export function candidatesOf(
  attachment: Sized,
  shown: ImageSize,
  src: string = urlOf(attachment, shown.file),
): string | null {
  const { image, copiesRoot } = attachment
  const full = image && measuredFile(image)
  if (!image?.path || image.path.length < pathLengthMin || !full) return null
  const folder = folderOf(image.path)
  if (!src.includes(folder + shown.file)) return null
  const all = [...image.sizes.values(), full]
  // The smaller copies of a moving picture stand still: it is not offered beside them
  const offered = attachment.mimeType === 'image/gif' ? all.slice(0, -1) : all
  const alike = offered.filter(
    (size) => (size.file === shown.file || size.width <= widthMax) && areAlike(size, shown),
  )
  const first = alike.find(({ file }) => file === shown.file)
  if (!first) return null
  const others = alike.filter(({ width }) => width !== first.width)
  const widths = new Map([first, ...others].map((size) => [size.width, size]))
  if (widths.size < 2) return null
  const candidates = [...widths.values()].map(
    ({ file, width }) => `${`${copiesRoot}/${folder}${file}`.replaceAll(' ', '%20')} ${width}w`,
  )
  return candidates.join(', ')
}

/** True where both show the same part of the picture, as far as whole pixels say. */
function areAlike(one: ImageSize, other: ImageSize): boolean {
  const [small, large] = one.width < other.width ? [one, other] : [other, one]
  return Math.abs(Math.round((large.height * small.width) / large.width) - small.height) <= 1
}

function measuredFile({ path, width, height }: ImageSizes): ImageSize | null {
  return path === null ? null : { file: baseName(path), width, height }
}

/** The copy of the size, or else the file itself; shown as large as the size allows today (image_constrain_size_for_editor). */
export function sizeNamed({ image, url }: Attachment, size: string): ImageSize {
  const shown = image?.sizes.get(size) ?? fullSize({ image, url })
  const bounds = image?.bounds.get(size)
  return bounds ? { ...shown, ...within(shown, bounds) } : shown
}

function asWide(shown: ImageSize, width: number | undefined): ImageSize {
  return width === undefined
    ? shown
    : { ...shown, width, height: Math.trunc((width * shown.height) / shown.width) }
}

/**
 * The address and measures in a frame of this width, px, of the smallest copy that fills it and shows the whole picture, or else of
 * the file itself (wp_get_attachment_image_src); null where there is no picture.
 */
export function fittingSize(
  {
    mimeType,
    hasFile,
    url,
    image,
    preview,
  }: Pick<Attachment, 'mimeType' | 'hasFile' | 'url' | 'image' | 'preview'>,
  width: number,
): (Bounds & { readonly url: string }) | null {
  const pictured = mimeType.startsWith('image/') ? (hasFile ? { url, image } : null) : (preview ?? null)
  if (pictured === null) return null
  const full = fullSize(pictured)
  const wide = [...(pictured.image?.sizes.entries() ?? [])].filter(([, size]) => size.width >= width)
  const whole = wide.map(([, size]) => size).filter((size) => areAlike(size, full))
  // Among copies of one size the last one counts
  const smallest = whole.toSorted((one, other) => areaOf(other) - areaOf(one)).at(-1)
  // A cropped picture is better than one that is far too large
  const shown = smallest ?? wide.find(([name]) => name === 'thumbnail')?.[1] ?? full
  return { url: urlOf(pictured, shown.file), ...within(shown, { width, height: 0 }) }
}

function areaOf({ width, height }: Bounds): number {
  return width * height
}

/** The file itself, 1 px wide where its measures are not known. */
function fullSize({ image, url }: Pick<Sized, 'image' | 'url'>): ImageSize {
  return { file: baseName(url), width: image?.width ?? 1, height: image?.height ?? 1 }
}

/** As large as fits, in whole pixels, in the same shape (wp_constrain_dimensions). */
function within({ width, height }: Bounds, bounds: Bounds): Bounds {
  const ratios = [
    ...(bounds.width > 0 && width > bounds.width ? [bounds.width / width] : []),
    ...(bounds.height > 0 && height > bounds.height ? [bounds.height / height] : []),
  ]
  const ratio = Math.min(1, ...ratios)
  return { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) }
}

/** The address of a copy, or of the file itself: its name stands in the place of the file's. */
export function urlOf({ url }: Pick<Sized, 'url'>, file: string): string {
  return folderOf(url) + file + url.slice(withoutSlashes(url).length)
}

function folderOf(path: string): string {
  const whole = withoutSlashes(path)
  return whole.slice(0, whole.lastIndexOf('/') + 1)
}

/** The last name in a path; slashes at the end are no part of it. */
export function baseName(path: string): string {
  const whole = withoutSlashes(path)
  return whole.slice(whole.lastIndexOf('/') + 1)
}

function withoutSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}

/** A path of fewer letters is none, as it is too short for a name and what kind of file it is. */
const pathLengthMin = 4
