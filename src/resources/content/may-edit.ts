// Decides whether a viewer may edit a row that was read, as `editable` in content-rules.ts decides in SQL.
import { editedAsPrivate, editedAsPublished } from '../../core/status.ts'
import { can, lockedPage, type Viewer } from '../../core/viewer.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { ContentCapabilities } from './content-rules.ts'

/** Reads `id`, `author_id` and `status` of the row. */
export function mayEdit(row: Row, viewer: Viewer, capabilities: ContentCapabilities): boolean {
  if (lockedPage(viewer) === textOf(row, 'id')) return false
  const isOwn = viewer.kind === 'user' && viewer.id !== '0' && viewer.id === textOf(row, 'author_id')
  const status = textOf(row, 'status')
  const needed = [
    isOwn ? capabilities.edit : capabilities.editOthers,
    ...(editedAsPublished.includes(status) ? [capabilities.editPublished] : []),
    ...(editedAsPrivate.includes(status) && !isOwn ? [capabilities.editPrivate] : []),
  ]
  return needed.every((capability) => can(viewer, capability))
}
