// Content with previews, and the viewers who see them.
import type { User } from '../core/viewer.ts'
import type { Visibility } from '../database/filter.ts'
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
