// Files as render functions get them. Metadata can be long, and texts name a file repeatedly: each is built once for an item.
import type { Row } from '../../database/tables.ts'
import type { FieldInput } from '../../registry/field.ts'
import type { Attachment } from '../../render/attachment.ts'
import { postLink } from '../../site/permalink.ts'
import { fileFrom } from './media-values.ts'

/** Files by the `needed` of an item, which each item has of its own, and by row. */
const filesOf = new WeakMap<FieldInput['needed'], WeakMap<Row, Attachment>>()

/** The file in the form that render functions take. */
export function attachmentFrom(row: Row, of: Pick<FieldInput, 'site' | 'needed'>): Attachment {
  const files = filesOf.get(of.needed) ?? new WeakMap<Row, Attachment>()
  const known = files.get(row)
  if (known !== undefined) return known
  const made = { ...fileFrom(row, of), page: postLink(row, of.site, of.needed) }
  filesOf.set(of.needed, files.set(row, made))
  return made
}
