// A viewer and a resource → what of it the viewer may see, as part of a plan.
import type { Viewer } from '../core/viewer.ts'
import type { ResourceDefinition } from '../registry/define.ts'
import { toIdValue, type Visibility } from '../database/filter.ts'

export function visibilityOf(
  { name, capabilities }: ResourceDefinition,
  viewer: Viewer,
  rule: Visibility['rule'] = 'visible',
  unseen: Visibility['unseen'] = 'exclude',
): Visibility {
  const isUser = viewer.kind === 'user'
  return {
    resource: name,
    rule,
    capabilities: isUser ? capabilities.filter((capability) => viewer.capabilities.has(capability)) : [],
    viewerId: isUser ? toIdValue(viewer.id) : 0,
    unseen,
  }
}
