// The image that represents content in a frame: an image file represents itself, other content is represented by its featured
// image.
import { textOf, type Row } from '../../database/tables.ts'
import { fittingSize } from '../../render/attachment.ts'
import { needsOfText } from '../../render/needs.ts'
import type { Thumbnails } from '../../registry/thumbnails.ts'
import { fileFrom, fileMeta } from './media-values.ts'

const featured = { ...needsOfText(''), image: true }

export const thumbnails: Thumbnails = {
  columns: ['guid', 'id', 'mime_type', 'status'],
  needs: (row) => (isImage(row) ? { meta: fileMeta } : { texts: { of: () => featured, fileMeta } }),
  of: ({ row, site, needed }, width) => {
    const id = isImage(row) ? null : needed.imageOf(textOf(row, 'id'))
    const shown = isImage(row) ? row : id === null ? null : needed.fileOf(id)
    // The file itself may be private or in the trash, even if the content that shows it is not
    if (shown === null || textOf(shown, 'status') !== 'inherit') return null
    return fittingSize(fileFrom(shown, { site, needed }), width)
  },
}

function isImage(row: Row): boolean {
  return textOf(row, 'mime_type').startsWith('image/')
}
