// Previews: the resources that have them, and the rows that a viewer may preview.
import type { Preview, User, Viewer } from '../core/viewer.ts'
import { toIdValue, type Filter, type Visibility } from '../database/filter.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { visibilityOf } from './visibility.ts'

/** True where rows of the resource have versions to preview. */
export function hasPreviews({ contentType, name }: ResourceDefinition): boolean {
  return contentType !== undefined && name !== 'attachment'
}

/** Limits previews to rows that the editor may edit and read; null, for a server with the shared secret, is no limit. */
export function previewedBy(resource: ResourceDefinition, editor: User | null): Visibility | null {
  return editor && visibilityOf(resource, editor, 'editableAlone')
}

/** The content for which an anonymous viewer holds a preview token. */
export function previewOf(viewer: Viewer): Preview | null {
  return (viewer.kind === 'anonymous' && viewer.preview) || null
}

/** Limits the search for an item by name to rows that the viewer sees or, with a preview token, to the token's row. */
export function soughtIn(
  resource: ResourceDefinition,
  viewer: Viewer,
  preview: Preview | null,
): { readonly visible: Visibility | null; readonly filters: readonly Filter[] } {
  if (preview === null) return { visible: visibilityOf(resource, viewer, 'visibleAlone'), filters: [] }
  const values = hasPreviews(resource) ? [toIdValue(preview.post)] : []
  return { visible: previewedBy(resource, preview.editor), filters: [{ kind: 'in', column: 'id', values }] }
}
