// Fields for editors of an image: the missing sizes, and WordPress's defaults for encoding new ones, since plug-ins' changes
// to these are in no table.
import { Type } from 'typebox'
import { textOf } from '../../database/tables.ts'
import type { Derived, Field, FieldInput } from '../../registry/field.ts'
import type { Site } from '../../site/site.ts'
import { field, inEditing } from '../derived.ts'
import { fileKey, hasFile, metadataKey, metadataOf } from './media-values.ts'

export function imageEditing(): readonly Field[] {
  const quality = { type: 'integer', minimum: 1, maximum: 100 }
  const each = Object.fromEntries(sizeNames.map((name) => [name, quality]))
  return [
    field('missing_image_sizes', inEditing, Type.Array(Type.String()), missing),
    field('exif_orientation', inEditing, Type.Integer(), orientation),
    field(
      'image_output_format',
      inEditing,
      Type.Unsafe<unknown>({ type: ['string', 'null'] }),
      ofImages(null),
    ),
    field('image_save_progressive', inEditing, Type.Boolean(), ofImages(false)),
    field(
      'image_quality',
      inEditing,
      Type.Unsafe<unknown>({
        type: 'object',
        properties: {
          default: quality,
          sizes: { type: 'object', properties: each, served: { type: ['object', 'array'] } },
        },
      }),
      {
        ...ofFile,
        value: (input) =>
          isImage(input)
            ? { default: textOf(input.row, 'mime_type') === 'image/webp' ? 86 : 82, sizes: [] }
            : undefined,
      },
    ),
  ]
}

const sizeNames = ['thumbnail', 'medium', 'medium_large', 'large', '1536x1536', '2048x2048'] as const

interface Size {
  readonly name: (typeof sizeNames)[number]
  /** In px; a limit of 0 allows any width or height. */
  readonly width: number
  readonly height: number
  /** True where a copy is cropped to the limits instead of scaled. */
  readonly isCropped?: boolean
}

function sizesOf({ integer }: Site): readonly Size[] {
  return [
    {
      name: 'thumbnail',
      width: integer('thumbnail_size_w'),
      height: integer('thumbnail_size_h'),
      isCropped: integer('thumbnail_crop') !== 0,
    },
    { name: 'medium', width: integer('medium_size_w'), height: integer('medium_size_h') },
    { name: 'medium_large', width: integer('medium_large_size_w'), height: integer('medium_large_size_h') },
    { name: 'large', width: integer('large_size_w'), height: integer('large_size_h') },
    { name: '1536x1536', width: 1536, height: 1536 },
    { name: '2048x2048', width: 2048, height: 2048 },
  ]
}

/** The sizes that would be smaller than the image and have no copy, or all where its size is unknown; for a PDF its previews. */
const missing: Derived = {
  columns: ['id', 'mime_type'],
  needs: () => ({ meta: [fileKey, metadataKey] }),
  value: (input) => {
    const metadata = metadataOf(input)
    const known = metadata?.get('sizes')
    const has = (name: string) => known instanceof Map && known.has(name)
    if (textOf(input.row, 'mime_type') === 'application/pdf')
      return ['thumbnail', 'medium', 'large'].filter((name) => !has(name))
    if (!isImage(input)) return []
    // A vector image has metadata without dimensions, and no smaller copies
    const unknown = metadata === null || metadata.size === 0 ? Infinity : 0
    const [width, height] = ['width', 'height'].map((side) => Number(metadata?.get(side) ?? unknown))
    return sizesOf(input.site)
      .filter((size) => isSmaller([width ?? 0, height ?? 0], size))
      .map(({ name }) => name)
      .filter((name) => !has(name))
  },
}

/** True for a copy that differs by more than a pixel (image_resize_dimensions). */
function isSmaller(sides: readonly [number, number], { width, height, isCropped = false }: Size): boolean {
  const shares = [width, height].map((most, at) => (most > 0 ? Math.min(1, most / (sides[at] ?? 0)) : 1))
  const least = Math.min(...shares)
  const isKept = (side: number, share: number) => Math.abs(side - Math.round(side * share)) <= 1
  return least < 1 && !sides.every((side, at) => isKept(side, isCropped ? (shares[at] ?? 1) : least))
}

const orientation: Derived = {
  columns: ['id', 'mime_type'],
  needs: () => ({ meta: [fileKey, metadataKey] }),
  value: (input) => {
    const image = metadataOf(input)?.get('image_meta')
    const stored = image instanceof Map ? Math.trunc(Number(image.get('orientation'))) : 0
    return isImage(input) ? stored || 1 : undefined
  },
}

function ofImages(value: unknown): Derived {
  return { ...ofFile, value: (input) => (isImage(input) ? value : undefined) }
}

const ofFile: Omit<Derived, 'value'> = { columns: ['id', 'mime_type'], needs: () => ({ meta: [fileKey] }) }

function isImage(input: Pick<FieldInput, 'row' | 'needed'>): boolean {
  return hasFile(input) && textOf(input.row, 'mime_type').startsWith('image/')
}
