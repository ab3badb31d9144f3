// An image as data: its address, its texts, and what `srcset` needs.
import type { Row } from '../../database/tables.ts'
import type { FieldInput } from '../../registry/field.ts'
import { candidatesOf } from '../../render/attachment.ts'
import { fileFrom, sizesOf } from './media-values.ts'

export interface DescribedImage {
  readonly url: string
  readonly title: string
  readonly alt: string
  readonly mimeType: string
  /** The width in px; null where it is unknown. */
  readonly width: number | null
  readonly height: number | null
  /** The candidates for `srcset`; null where there is no choice. */
  readonly srcset: string | null
  /** All copies of the image. */
  readonly sizes: readonly {
    readonly name: string
    readonly url: string
    readonly width: number | null
    readonly height: number | null
  }[]
}

/**
 * Describes the file of a row of `posts` with these columns; its meta under `fileMeta` has to be among what is needed.
 *
 * @example
 * ```ts
 * import { defineExtension, defineGather, describedImage, fileMeta, type FieldInput, type Site } from 'lectern'
 *
 * const files = defineGather(async (rows, { needed }) => needed(rows, { meta: fileMeta }))
 *
 * const across = {
 *   name: 'across',
 *   type: 'Int',
 *   description: 'The width in pixels.',
 *   columns: [...describedImage.columns],
 *   needs: (site: Site) => ({ gathers: [files.on(site)] }),
 *   value: ({ row, site, needed }: FieldInput) => describedImage.of(row, { site, needed: files.of(needed) }).width,
 * } as const
 *
 * export default defineExtension({ name: 'across', adds: { attachment: { nodeFields: [across] } } })
 * ```
 */
export const describedImage = {
  columns: ['id', 'guid', 'mime_type', 'title'],
  of: (row: Row, of: Pick<FieldInput, 'site' | 'needed'>): DescribedImage => {
    const file = fileFrom(row, of)
    const { url, title, alt, mimeType, image } = file
    const name = url.slice(url.lastIndexOf('/') + 1)
    return {
      url,
      title,
      alt,
      mimeType,
      width: image?.width ?? null,
      height: image?.height ?? null,
      srcset: image && candidatesOf(file, { file: name, width: image.width, height: image.height }),
      sizes: sizesOf({ row, ...of }).flatMap((size) =>
        size.sourceUrl === null
          ? []
          : [{ name: size.name, url: size.sourceUrl, width: size.width, height: size.height }],
      ),
    }
  },
} as const
