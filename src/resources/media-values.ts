// What is made of an attachment's row and meta: where its file is, what is known of it, its smaller sizes.
import { parsePhpValue, phpToJson, type PhpArray } from '../database/php-value.ts'
import { integerOf, textOf } from '../database/tables.ts'
import type { Derived, FieldInput } from '../registry/define.ts'

const fileKey = '_wp_attached_file'
const metadataKey = '_wp_attachment_metadata'

/** Where the file is: below the site's uploads, or where the guid says. */
export const sourceUrl: Derived = {
  columns: ['id', 'guid'],
  needs: () => ({ meta: [fileKey] }),
  value: sourceUrlOf,
}

/** What was uploaded, also where a smaller copy stands for it (wp_get_original_image_path). */
export const fileName: Derived = {
  columns: ['id', 'guid'],
  needs: () => ({ meta: [fileKey, metadataKey] }),
  value: (input) => {
    const original = metadataOf(input)?.get('original_image')
    return typeof original === 'string' ? original : baseName(sourceUrlOf(input))
  },
}

/** As the metadata have it: the file itself is out of reach. */
export const fileSize: Derived = {
  columns: ['id'],
  needs: () => ({ meta: [metadataKey] }),
  value: (input) => metadataOf(input)?.get('filesize') ?? null,
}

export const mediaType: Derived = {
  columns: ['mime_type'],
  value: ({ row }) => (textOf(row, 'mime_type').startsWith('image/') ? 'image' : 'file'),
}

/** What the owning system found in the file, with the address of each of its sizes (wp_get_attachment_metadata). */
export const mediaDetails: Derived = {
  columns: ['id', 'guid', 'mime_type'],
  needs: () => ({ meta: [metadataKey, fileKey] }),
  value: (input) => {
    const metadata = metadataOf(input)
    if (metadata === null || metadata.size === 0) return {}
    const sizes = metadata.get('sizes')
    const details = [...metadata].map(([key, value]): [string, unknown] => [key, phpToJson(value)])
    const url = sourceUrlOf(input)
    const sized = sizes instanceof Map ? [...sizes].map((entry) => sizeOf(entry, url)) : []
    const full = {
      file: baseName(url),
      width: metadata.get('width') ?? null,
      height: metadata.get('height') ?? null,
      mime_type: textOf(input.row, 'mime_type'),
      source_url: url,
    }
    return {
      ...Object.fromEntries(details),
      sizes: sized.length === 0 ? {} : { ...Object.fromEntries(sized), full },
    }
  },
}

function sizeOf([name, size]: readonly [string, unknown], url: string): readonly [string, unknown] {
  if (!(size instanceof Map)) return [name, {}]
  const members = [...size].map(([key, value]) => [key === 'mime-type' ? 'mime_type' : key, value] as const)
  const file = size.get('file')
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  return [
    name,
    { ...Object.fromEntries(members), ...(typeof file === 'string' ? { source_url: folder + file } : {}) },
  ]
}

function sourceUrlOf({ row, needed, site }: FieldInput): string {
  const file = needed.metaOf(integerOf(row, 'id'), fileKey) ?? ''
  return file === '' ? textOf(row, 'guid') : `${site.uploadsUrl}/${file}`
}

function metadataOf({ row, needed }: FieldInput): PhpArray | null {
  const metadata = parsePhpValue(needed.metaOf(integerOf(row, 'id'), metadataKey) ?? '')
  return metadata instanceof Map ? metadata : null
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
