// Values made of an attachment's row and meta: the address of its file, its metadata and its smaller sizes.
import { parsePhpValue, phpToJson, type PhpArray, type PhpValue } from '../../database/php-value.ts'
import { integerOf, textOf, type Row } from '../../database/tables.ts'
import type { Derived, FieldInput } from '../../registry/field.ts'
import { baseName, urlOf, type Attachment, type Bounds, type ImageSizes } from '../../render/attachment.ts'
import { plainText } from '../../core/plain-text.ts'
import { copiesRoot, fileAddress, pathInUploads } from '../../site/file-address.ts'
import type { Site } from '../../site/site.ts'

export const fileKey = '_wp_attached_file'
export const metadataKey = '_wp_attachment_metadata'
/**
 * The keys of meta that describe a file.
 *
 * @example
 * ```ts
 * import { defineExtension, fileMeta, Type, type FieldInput } from 'lectern'
 *
 * const described = {
 *   name: 'described',
 *   contexts: ['view'],
 *   schema: Type.Boolean({ description: 'Whether anything is known of the file.' }),
 *   columns: ['id'],
 *   needs: () => ({ meta: fileMeta }),
 *   value: ({ row, needed }: FieldInput) => fileMeta.some((key) => needed.metaOf(Number(row['id']), key) !== null),
 * } as const
 *
 * export default defineExtension({ name: 'described', adds: { attachment: { fields: [described] } } })
 * ```
 */
export const fileMeta = [fileKey, metadataKey, '_wp_attachment_image_alt'] as const

/** The file's address: below the site's uploads, or the guid where no file is stored. */
export const sourceUrl: Derived = {
  columns: ['id', 'guid'],
  needs: () => ({ meta: [fileKey] }),
  value: sourceUrlOf,
}

/** The name of the uploaded file, even where WordPress serves a scaled copy instead (wp_get_original_image_path). */
export const fileName: Derived = {
  columns: ['id', 'guid', 'mime_type'],
  needs: () => ({ meta: [fileKey, metadataKey] }),
  value: (input) => {
    const original = hasFile(input) ? metadataOf(input)?.get('original_image') : null
    if (typeof original === 'string' && textOf(input.row, 'mime_type').startsWith('image/')) return original
    return hasFile(input) ? baseName(sourceUrlOf(input)) : null
  },
}

/** The size from the metadata, because the gateway cannot read the file itself. */
export const fileSize: Derived = {
  columns: ['id'],
  needs: () => ({ meta: [metadataKey] }),
  value: (input) => metadataOf(input)?.get('filesize') ?? null,
}

export const mediaType: Derived = {
  columns: ['id', 'mime_type'],
  needs: () => ({ meta: [fileKey] }),
  value: (input) =>
    hasFile(input) && textOf(input.row, 'mime_type').startsWith('image/') ? 'image' : 'file',
}

export function hasFile({ row, needed }: Pick<FieldInput, 'row' | 'needed'>): boolean {
  return (needed.metaOf(integerOf(row, 'id'), fileKey) ?? '') !== ''
}

/** The file's metadata, with the address of each size (wp_get_attachment_metadata). */
export const mediaDetails: Derived = {
  columns: ['id', 'guid', 'mime_type'],
  needs: () => ({ meta: [metadataKey, fileKey] }),
  value: (input) => {
    const metadata = metadataOf(input)
    if (metadata === null || metadata.size === 0) return {}
    const sizes = metadata.get('sizes')
    const details = [...metadata].map(([key, value]): [string, unknown] => [key, phpToJson(value)])
    const url = sourceUrlOf(input)
    // Sizes have no addresses without a file, or for a document without a preview image
    const isThere =
      hasFile(input) && (textOf(input.row, 'mime_type').startsWith('image/') || previewOf(metadata) !== null)
    const sized = sizes instanceof Map ? [...sizes].map((entry) => sizeOf(entry, isThere ? url : null)) : []
    const full = {
      file: baseName(url),
      // WordPress gives an image without dimensions, such as a vector image, a width and height of 0
      width: wholeNumber(metadata.get('width')) ?? 0,
      height: wholeNumber(metadata.get('height')) ?? 0,
      mime_type: textOf(input.row, 'mime_type'),
      source_url: url,
    }
    return {
      ...Object.fromEntries(details),
      sizes:
        sized.length === 0
          ? {}
          : {
              ...Object.fromEntries(sized),
              ...(isThere ? { full: shownFull(metadata, full) } : {}),
            },
    }
  },
}

/** A number; old metadata stores numbers as text. */
function wholeNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : (value ?? null)
}

/** The full size; for a document that of its preview image, as far as it is known. */
function shownFull(metadata: PhpArray, full: FullSize): FullSize {
  const preview = previewOf(metadata)
  if (preview === null) return full
  return { ...full, ...preview, source_url: urlOf({ url: full.source_url }, preview.file) }
}

interface FullSize {
  readonly file: string
  readonly width: unknown
  readonly height: unknown
  readonly mime_type: string
  readonly source_url: string
}

/** A smaller copy of an image; a member that the metadata lacks is null. */
export interface FileSize {
  readonly name: string
  readonly width: number | null
  readonly height: number | null
  readonly mimeType: string | null
  readonly sourceUrl: string | null
  readonly fileSize: number | null
}

/** The copies that WordPress made, in stored order. */
export function sizesOf(input: Pick<FieldInput, 'row' | 'needed' | 'site'>): readonly FileSize[] {
  const sizes = metadataOf(input)?.get('sizes')
  if (!(sizes instanceof Map)) return []
  const url = sourceUrlOf(input)
  return [...sizes].flatMap(([name, size]) => {
    if (!(size instanceof Map)) return []
    const [file, mimeType] = [size.get('file'), size.get('mime-type')]
    return [
      {
        name: String(name),
        width: wholeIn(size, 'width'),
        height: wholeIn(size, 'height'),
        mimeType: typeof mimeType === 'string' ? mimeType : null,
        sourceUrl: typeof file === 'string' ? urlOf({ url }, file) : null,
        fileSize: wholeIn(size, 'filesize'),
      },
    ]
  })
}

/** The address of the copy of size `args.size`; of the file itself where there is no such copy, or no size is requested. */
export const sizedUrl: Derived = {
  columns: sourceUrl.columns,
  needs: () => ({ meta: [fileKey, metadataKey] }),
  value: (input) => {
    const wanted = input.args?.['size']
    const copy = typeof wanted === 'string' ? sizesOf(input).find(({ name }) => name === wanted) : undefined
    return copy?.sourceUrl ?? sourceUrlOf(input)
  },
}

/** A dimension of the file itself, or its size in bytes. */
export function imageSize(key: 'width' | 'height' | 'filesize'): Derived {
  return {
    columns: ['id'],
    needs: () => ({ meta: [fileKey, metadataKey] }),
    value: (input) => {
      const metadata = metadataOf(input)
      return metadata && wholeIn(metadata, key)
    },
  }
}

function wholeIn(of: PhpArray, key: string): number | null {
  const value = Math.trunc(Number(of.get(key)))
  return value > 0 && Number.isSafeInteger(value) ? value : null
}

/** A file in the form that render functions take, without the address of its page, which takes further rows. */
export function fileFrom(
  row: Row,
  { site, needed }: Pick<FieldInput, 'site' | 'needed'>,
): Omit<Attachment, 'page'> {
  const metadata = metadataOf({ row, needed })
  const id = integerOf(row, 'id')
  return {
    id: String(id),
    title: textOf(row, 'title'),
    caption: textOf(row, 'excerpt'),
    description: textOf(row, 'content'),
    alt: plainText(needed.metaOf(id, '_wp_attachment_image_alt') ?? '').trim(),
    mimeType: textOf(row, 'mime_type'),
    status: textOf(row, 'status'),
    created: textOf(row, 'created_at'),
    place: Number(integerOf(row, 'menu_order')),
    hasFile: hasFile({ row, needed }),
    url: sourceUrlOf({ row, needed, site }),
    copiesRoot: copiesRoot(site),
    image: imageSizes(metadata, site),
    said: saidIn(metadata),
    ...previewShown(metadata, site, sourceUrlOf({ row, needed, site })),
  }
}

const saidKeys = ['artist', 'album', 'genre', 'year', 'length_formatted']

function saidIn(metadata: PhpArray | null): ReadonlyMap<string, unknown> {
  const values = saidKeys.map((key) => [key, metadata?.get(key)] as const)
  return new Map(
    values.filter(
      ([, value]) => (typeof value === 'string' || typeof value === 'number') && value && value !== '0',
    ),
  )
}

function previewShown(metadata: PhpArray | null, site: Site, url: string): Pick<Attachment, 'preview'> {
  const preview = previewOf(metadata)
  if (preview === null) return {}
  const { file, ...sides } = preview
  return {
    preview: { url: urlOf({ url }, file), image: { ...sides, path: null, ...smallerSizes(metadata, site) } },
  }
}

/** The preview image of a file that is not an image. */
function previewOf(metadata: PhpArray | null): (Bounds & { readonly file: string }) | null {
  const sizes = metadata?.get('sizes')
  const full = sizes instanceof Map ? sizes.get('full') : null
  const sides = full instanceof Map ? measures(full) : null
  const file = full instanceof Map ? full.get('file') : null
  return sides && typeof file === 'string' ? { ...sides, file } : null
}

function imageSizes(metadata: PhpArray | null, site: Site): ImageSizes | null {
  const full = measures(metadata)
  const file = metadata?.get('file')
  const path = typeof file === 'string' && file !== '' ? pathInUploads(file) : null
  return full && { ...full, path, ...smallerSizes(metadata, site) }
}

function smallerSizes(metadata: PhpArray | null, site: Site): Pick<ImageSizes, 'sizes' | 'bounds'> {
  const stored = metadata?.get('sizes')
  const sizes = stored instanceof Map ? [...stored] : []
  return {
    sizes: new Map(
      sizes.flatMap(([name, size]) => {
        const measured = size instanceof Map ? measures(size) : null
        const file = size instanceof Map ? size.get('file') : null
        return measured && typeof file === 'string' ? [[name, { ...measured, file }] as const] : []
      }),
    ),
    bounds: new Map(
      boundedSizes.map((name) => {
        const bound = (side: 'w' | 'h') => Number(site.option(`${name}_size_${side}`)) || 0
        return [name, { width: bound('w'), height: bound('h') }] as const
      }),
    ),
  }
}

const boundedSizes = ['thumbnail', 'medium', 'medium_large', 'large'] as const

function measures(of: PhpArray | null): Bounds | null {
  const [width, height] = ['width', 'height'].map((side) => Math.trunc(Number(of?.get(side) ?? 0)))
  return width && height && width > 0 && height > 0 ? { width, height } : null
}

function sizeOf([name, size]: readonly [string, PhpValue], url: string | null): readonly [string, unknown] {
  if (!(size instanceof Map)) return [name, {}]
  const members = [...size].map(
    ([key, value]) => [key === 'mime-type' ? 'mime_type' : key, phpToJson(value)] as const,
  )
  const file = size.get('file')
  const source = url !== null && typeof file === 'string' ? { source_url: urlOf({ url }, file) } : {}
  return [name, { ...Object.fromEntries(members), ...source }]
}

function sourceUrlOf({ row, needed, site }: Pick<FieldInput, 'row' | 'needed' | 'site'>): string {
  return fileAddress(needed.metaOf(integerOf(row, 'id'), fileKey) ?? '', textOf(row, 'guid'), site)
}

export function metadataOf({ row, needed }: Pick<FieldInput, 'row' | 'needed'>): PhpArray | null {
  const metadata = parsePhpValue(needed.metaOf(integerOf(row, 'id'), metadataKey) ?? '')
  return metadata instanceof Map ? metadata : null
}
