// Files of media with their sizes, as heads show pictures.
import {
  fileAddress,
  parsePhpValue,
  textOf,
  type GatherReads,
  type PhpArray,
  type Site,
} from '../../index.ts'
import { arrayOf, textIn, wholeNumber } from '../php/stored.ts'
import { among, keyed } from '../php/keyed-meta.ts'

export interface FoundFile {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly type: string
  readonly caption: string
  readonly alt: string
  /** Smaller copies, by the names of their sizes. */
  readonly sizes: ReadonlyMap<string, FoundSize>
}

export type FoundSize = Pick<FoundFile, 'url' | 'width' | 'height'>

export async function readFiles(
  ids: readonly string[],
  reads: GatherReads,
): Promise<ReadonlyMap<string, FoundFile>> {
  const [rows, meta] = await Promise.all([
    reads.rows({
      source: 'posts',
      columns: ['id', 'guid', 'excerpt', 'mime_type'],
      filters: [
        among('id', ids),
        { kind: 'in', column: 'type', values: ['attachment'] },
        // Galleries leave out private files and those in the trash, and so do heads
        { kind: 'in', column: 'status', values: ['inherit', 'publish'] },
      ],
    }),
    keyed(
      'postmeta',
      'post_id',
      ids,
      ['_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_image_alt'],
      reads,
    ),
  ])
  return new Map(
    rows.map((row) => {
      const id = textOf(row, 'id')
      const metadata = arrayOf(parsePhpValue(meta(id, '_wp_attachment_metadata')))
      const file = meta(id, '_wp_attached_file')
      return [
        id,
        {
          url: fileAddress(file, textOf(row, 'guid'), reads.site),
          width: wholeNumber(textIn(metadata, 'width')),
          height: wholeNumber(textIn(metadata, 'height')),
          type: textOf(row, 'mime_type'),
          caption: textOf(row, 'excerpt') || meta(id, '_wp_attachment_image_alt'),
          alt: meta(id, '_wp_attachment_image_alt'),
          sizes: sizesIn(metadata, file, reads.site),
        },
      ]
    }),
  )
}

/** Smaller copies lie in the folder of the file. */
function sizesIn(metadata: PhpArray, file: string, site: Site): FoundFile['sizes'] {
  const address = fileAddress(file, '', site)
  const folder = address.slice(0, address.lastIndexOf('/') + 1)
  return new Map(
    [...arrayOf(metadata.get('sizes'))].map(([name, stored]) => {
      const size = arrayOf(stored)
      const [width, height] = ['width', 'height'].map((side) => wholeNumber(textIn(size, side)))
      return [name, { url: folder + textIn(size, 'file'), width: width ?? 0, height: height ?? 0 }]
    }),
  )
}
