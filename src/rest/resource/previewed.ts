// Previews of content are for users who may edit it, and for a front end's server that knows the shared secret.
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import type { Preview, User, Viewer } from '../../core/viewer.ts'
import { textOf, type Integer, type Row } from '../../database/tables.ts'
import { previewedBy, hasPreviews } from '../../planner/preview.ts'
import { planItem } from '../../planner/planner.ts'
import type { Reading } from '../../read/execute.ts'
import { versionedBy, withNewestVersion } from '../../read/newest-version.ts'
import type { Context } from '../../registry/field.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import type { ResourceRouteOptions } from './resource-route.ts'

export function createIsPreviewed({
  resources,
  newReading,
}: Pick<ResourceRouteOptions, 'resources' | 'newReading'>) {
  return async (post: string, editor: User | null): Promise<boolean | Failure> => {
    const reading = newReading()
    const there = await reading.item(planItem({ source: 'posts', where: {} }, post, ['type'], null))
    if (there === null || isFailure(there)) return there ?? false
    const resource = resources.get(textOf(there, 'type'))
    if (!resource || !hasPreviews(resource)) return false
    const row = await reading.item(planItem(resource, post, ['id'], previewedBy(resource, editor)))
    return isFailure(row) ? row : row !== null
  }
}

/** The preview that the viewer's token allows; null without a token, in `edit`, and for resources without previews. */
export function previewOf(
  resource: ResourceDefinition,
  { id, context, viewer }: { readonly id: Integer; readonly context: Context; readonly viewer: Viewer },
): Preview | null | Failure {
  const preview = viewer.kind === 'anonymous' ? viewer.preview : undefined
  if (preview === undefined || context === 'edit' || !hasPreviews(resource)) return null
  return preview.post === String(id) ? preview : fail('invalid_preview_token')
}

/** The row with the texts of its newest version; where there is none to show, the token is refused without a reason. */
export async function previewedRows(
  resource: ResourceDefinition,
  { post, editor }: Preview,
  columns: readonly string[],
  reading: Reading,
): Promise<readonly Row[] | Failure> {
  const wanted = [...new Set([...columns, ...versionedBy])]
  const row = await reading.item(planItem(resource, post, wanted, previewedBy(resource, editor)))
  const shown = row === null || isFailure(row) ? row : await withNewestVersion(row, reading)
  return shown === null ? fail('invalid_preview_token') : isFailure(shown) ? shown : [shown]
}
