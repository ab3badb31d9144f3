// Fields of files: how each field's value is made of a row and its meta.
import { phpToJson, type PhpArray } from '../database/php-value.ts'
import { textOf } from '../database/tables.ts'
import type { Derived, FieldInput } from '../registry/field.ts'
import { candidatesOf, sizeNamed, widthsOf } from '../render/attachment.ts'
import { attachmentFrom } from '../resources/media/attachment-of-row.ts'
import {
  fileMeta,
  imageSize,
  mediaType,
  metadataOf,
  sizedUrl,
  sizesOf,
  sourceUrl,
  type FileSize,
} from '../resources/media/media-values.ts'
import { link } from '../resources/content/post-address.ts'
import { meta } from '../resources/content/post-meta.ts'
import { content, excerpt } from '../resources/content/post-text.ts'
import { stored } from '../resources/derived.ts'
import { changed, locked, orNull, text, type WpFields } from './fields.ts'

const altKey = '_wp_attachment_image_alt'

export function mediaFields(): WpFields {
  return locked({
    altText: meta(altKey, (alt) => alt),
    caption: { ...text(caption, 'excerpt'), cost: 10 },
    description: { ...text(content, 'content'), cost: 10 },
    mediaType,
    mimeType: orNull(stored('mime_type')),
    mediaItemUrl: sourceUrl,
    sourceUrl: ofImage(withSize(sizedUrl)),
    file: changed(withSize(sizedUrl), (url) => baseName(String(url))),
    filePath: changed(withSize(sizedUrl), (url) => pathOf(String(url))),
    fileSize: { ...imageSize('filesize'), value: fileSizeOf },
    srcSet: ofImage(offered((attachment, shown) => candidatesOf(attachment, shown))),
    sizes: ofImage(offered((_, shown) => widthsOf(shown))),
    mediaDetails: { ...sizedUrl, value: detailsOf },
  })
}

/** The caption; null where none is stored, rather than an excerpt of the description. */
const caption = changed(excerpt, (made, { row }) => (textOf(row, 'excerpt').trim() === '' ? null : made))

/** The columns and meta of a file and its sizes. No value needs its permalink, so the posts above it are not read. */
const described: Derived = {
  columns: [...new Set([...sourceUrl.columns, ...link.columns, 'mime_type', 'title', 'excerpt'])],
  needs: () => ({ meta: [...fileMeta] }),
  value: () => null,
}

/** Makes a field null for files that are no images. */
function ofImage(of: Derived): Derived {
  return {
    ...of,
    columns: [...new Set([...of.columns, 'mime_type'])],
    value: (input) => (textOf(input.row, 'mime_type').startsWith('image/') ? of.value(input) : null),
  }
}

/** Passes the argument `size` on with the size's name in the metadata. */
function withSize(of: Derived): Derived {
  return {
    ...of,
    value: (input) => of.value({ ...input, args: { ...input.args, size: sizeAsked(input) } }),
  }
}

/** `MEDIUM_LARGE` → `medium_large`, `_1536X1536` → `1536x1536`. */
function sizeAsked({ args }: Pick<FieldInput, 'args'>): string | null {
  const size = args?.['size']
  return typeof size === 'string' ? sizeOf(size) : null
}

function sizeOf(value: string): string {
  return value.toLowerCase().replace(/^_/, '')
}

function offered(
  make: (attachment: ReturnType<typeof attachmentFrom>, shown: ReturnType<typeof sizeNamed>) => unknown,
): Derived {
  return {
    ...described,
    value: (input) => {
      const attachment = attachmentFrom(input.row, input)
      return make(attachment, sizeNamed(attachment, sizeAsked(input) ?? 'medium'))
    },
  }
}

function fileSizeOf(input: FieldInput): number | null {
  const size = sizeAsked(input)
  const copy = size === null ? undefined : sizesOf(input).find(({ name }) => name === size)
  return copy ? copy.fileSize : wholeIn(metadataOf(input), 'filesize')
}

function detailsOf(input: FieldInput) {
  const metadata = metadataOf(input)
  if (metadata === null || metadata.size === 0) return null
  const file = metadata.get('file')
  const inUploads = typeof file === 'string' && file !== ''
  const url = String(sourceUrl.value(input))
  const folder = pathOf(url.slice(0, url.lastIndexOf('/') + 1))
  const all = sizesOf(input).map((size) => sizeDetails(size, folder))
  return {
    file: inUploads ? baseName(file) : null,
    filePath: inUploads ? folder + baseName(file) : null,
    width: wholeIn(metadata, 'width'),
    height: wholeIn(metadata, 'height'),
    meta: imageMeta(metadata.get('image_meta')),
    sizes: ({ include, exclude }: SizeArgs) => {
      const wanted = include?.map(sizeOf)
      const unwanted = exclude?.map(sizeOf) ?? []
      const kept = all.filter(({ name }) => (wanted?.includes(name) ?? true) && !unwanted.includes(name))
      return kept.length === 0 ? null : kept
    },
  }
}

interface SizeArgs {
  readonly include?: readonly string[] | null
  readonly exclude?: readonly string[] | null
}

function sizeDetails({ name, width, height, mimeType, sourceUrl: url, fileSize }: FileSize, folder: string) {
  const file = url === null ? null : baseName(url)
  return {
    name,
    width: width === null ? null : String(width),
    height: height === null ? null : String(height),
    mimeType,
    sourceUrl: url,
    fileSize,
    file,
    filePath: file === null ? null : folder + file,
  }
}

/** The values of the camera that WordPress read from the file. */
function imageMeta(value: ReturnType<PhpArray['get']>) {
  if (!(value instanceof Map)) return null
  const said = (key: string) => {
    const found = value.get(key)
    return found === null || found === undefined ? null : String(found)
  }
  const number = (key: string) => Number(said(key) ?? NaN) || 0
  const keywords = value.get('keywords')
  return {
    aperture: number('aperture'),
    camera: said('camera'),
    caption: said('caption'),
    copyright: said('copyright'),
    createdTimestamp: Math.trunc(number('created_timestamp')),
    credit: said('credit'),
    focalLength: number('focal_length'),
    iso: Math.trunc(number('iso')),
    keywords: keywords instanceof Map ? [...keywords.values()].map((word) => String(phpToJson(word))) : [],
    orientation: said('orientation'),
    shutterSpeed: number('shutter_speed'),
    title: said('title'),
  }
}

function wholeIn(of: PhpArray | null, key: string): number | null {
  const value = Math.trunc(Number(of?.get(key)))
  return Number.isSafeInteger(value) && value > 0 ? value : null
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Removes scheme and host from a URL. */
function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
}
