// A media file as rendering needs it (address, measures, smaller copies), and the `<img>` that shows it.
import { attributeText } from './html-tag.ts'

export interface Attachment {
  readonly id: string
  readonly title: string
  /** As stored. */
  readonly caption: string
  readonly description: string
  readonly alt: string
  readonly mimeType: string
  /** The stored status: `inherit` unless the file itself is private or in the trash. */
  readonly status: string
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly created: string
  /** The position among the files of its post (`menu_order`). */
  readonly place: number
  /** True where the file is known to exist. */
  readonly hasFile: boolean
  /** The address of the file itself. */
  readonly url: string
  /** The address of the uploads folder as `srcset` has it, without a slash at its end. */
  readonly copiesRoot: string
  /** The address of its page on the site. */
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
  /** The path of the measured file below the uploads folder; `url` may name another by now. Null where the metadata name none. */
  readonly path: string | null
  readonly width: number
  readonly height: number
  /** Smaller copies by the name of their size, in their order. */
  readonly sizes: ReadonlyMap<string, ImageSize>
  /** The largest width and height, in px, at which a size is shown; 0 for no limit. */
  readonly bounds: ReadonlyMap<string, Bounds>
}

export interface Bounds {
  readonly width: number
  readonly height: number
}

export interface ImageSize {
  /** The file name alone: a copy is in the folder of the full file. */
  readonly file: string
  readonly width: number
  readonly height: number
}

/** The default size of featured images. Few themes define it; files may have it from an earlier theme. */
export const featuredSize = 'post-thumbnail'

/** The width in px up to which `srcset` offers copies; the shown one may be wider. */
const widthMax = 2048

/** Attributes of an image's tag; `alt` in place of the file's own. */
export interface ImageTag {
  /** Classes in place of those that name the size. */
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

/** Sizes with bounds: an image of unknown measures is 1 px wide in these, and has no width in others. */
const boundedSizes: ReadonlySet<string> = new Set(['thumbnail', 'medium', 'medium_large', 'large'])

/** The copy that has this address; null where the address is none of the attachment's (wp_image_src_get_dimensions). */
export function sizeAt(attachment: Attachment, src: string): ImageSize | null {
  const { image } = attachment
  const full = image && measuredFile(image)
  if (full && src.includes(full.file)) return full
  const name = baseName(src.split(/[?#]/, 1)[0] ?? '')
  return [...(image?.sizes.values() ?? [])].find(({ file }) => file === name) ?? null
}

/** `srcset` and `sizes` with a blank before; empty where there is only one candidate (wp_calculate_image_srcset). */
function sourcesOf(attachment: Attachment, shown: ImageSize): string {
  const candidates = candidatesOf(attachment, shown)
  return candidates === null ? '' : ` srcset="${attributeText(candidates)}" sizes="auto, ${widthsOf(shown)}"`
}

/** The value of `sizes` for a copy. */
export function widthsOf({ width }: Pick<ImageSize, 'width'>): string {
  return `(max-width: ${width}px) 100vw, ${width}px`
}

/**
 * The value of `srcset`: the copies that a browser may choose from. Null where there are fewer than two, or where `src` leads to
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
  // Smaller copies of an animation are not animated, so that the full file is not offered beside them
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

/** True where both have the same aspect ratio, to a pixel, and thus show the same part of the picture. */
function areAlike(one: ImageSize, other: ImageSize): boolean {
  const [small, large] = one.width < other.width ? [one, other] : [other, one]
  return Math.abs(Math.round((large.height * small.width) / large.width) - small.height) <= 1
}

function measuredFile({ path, width, height }: ImageSizes): ImageSize | null {
  return path === null ? null : { file: baseName(path), width, height }
}

/** The copy of the size, or else the file itself, within the size's current bounds (image_constrain_size_for_editor). */
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
 * The smallest copy that fills a frame of this width, in px, and shows the whole picture, or else the file itself: its address
 * and its size in the frame (wp_get_attachment_image_src); null where there is no picture.
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
  // The last one of several copies with the same area is taken
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

/** Scales down to the bounds, in whole pixels and at the same aspect ratio (wp_constrain_dimensions). */
function within({ width, height }: Bounds, bounds: Bounds): Bounds {
  const ratios = [
    ...(bounds.width > 0 && width > bounds.width ? [bounds.width / width] : []),
    ...(bounds.height > 0 && height > bounds.height ? [bounds.height / height] : []),
  ]
  const ratio = Math.min(1, ...ratios)
  return { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) }
}

/** The address of a copy or of the file itself: `url` with `file` as its last name. */
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

/** A shorter path is ignored: it has no room for a name and an extension (characters). */
const pathLengthMin = 4
