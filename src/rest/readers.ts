// Who may read a resource at all, where not everybody may.
import { fail, type Failure } from '../core/failure.ts'
import { can, type Viewer } from '../core/viewer.ts'
import type { ResourceDefinition } from '../registry/resource.ts'

/** Why the viewer may not read anything of the resource; null for who may. */
export function refusalOf({ readers }: ResourceDefinition, viewer: Viewer): Failure | null {
  if (!readers || readers.capabilities.some((capability) => can(viewer, capability))) return null
  return fail('rest_cannot_view', readers.refusal)
}
