// Checks the readers of resources that not everybody may read.
import { fail, type Failure } from '../../core/failure.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import type { ResourceAccess } from '../../registry/resource.ts'

/** Returns why the viewer may read nothing of the resource; null for viewers who may. */
export function refusalOf({ readers }: ResourceAccess, viewer: Viewer): Failure | null {
  if (!readers || readers.capabilities.some((capability) => can(viewer, capability))) return null
  return fail('rest_cannot_view', readers.refusal)
}
