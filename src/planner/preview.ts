// Content with previews, and the viewers who see them.
import type { Preview, User, Viewer } from '../core/viewer.ts'
import { toIdValue, type Filter, type Visibility } from '../database/filter.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { visibilityOf } from './visibility.ts'

/** True where rows of the resource have versions to preview. */
export function hasPreviews({ contentType, name }: ResourceDefinition): boolean {
  return contentType !== undefined && name !== 'attachment'
}

/** The rows that an editor may edit and read, one by one; null for all, where a front end's server asks by the shared secret. */
export function previewedBy(resource: ResourceDefinition, editor: User | null): Visibility | null {
  return editor && visibilityOf(resource, editor, 'editableAlone')
}

/** The content that a viewer without an account has a token for. */
export function previewOf(viewer: Viewer): Preview | null {
  return (viewer.kind === 'anonymous' && viewer.preview) || null
}

/** The rows among which one is looked for by its name: those that the viewer sees, or the one that the token is for. */
export function soughtIn(
  resource: ResourceDefinition,
  viewer: Viewer,
  preview: Preview | null,
): { readonly visible: Visibility | null; readonly filters: readonly Filter[] } {
  if (preview === null) return { visible: visibilityOf(resource, viewer, 'visibleAlone'), filters: [] }
  const values = hasPreviews(resource) ? [toIdValue(preview.post)] : []
  return { visible: previewedBy(resource, preview.editor), filters: [{ kind: 'in', column: 'id', values }] }
}
