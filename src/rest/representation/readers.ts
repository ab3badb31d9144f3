// Checks access to resources that only some viewers may read.
import { fail, type Failure } from '../../core/failure.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import type { ResourceAccess } from '../../registry/resource.ts'

/** The failure for viewers who may read nothing of the resource; null for others. */
export function refusalOf({ readers }: ResourceAccess, viewer: Viewer): Failure | null {
  if (!readers || readers.capabilities.some((capability) => can(viewer, capability))) return null
  return fail('rest_cannot_view', readers.refusal)
}
