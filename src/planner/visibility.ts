// Derives the visibility in a plan (which rows the viewer may see) from the viewer and the resource.
import { builtInStatuses } from '../core/status.ts'
import { lockedPage, type Viewer } from '../core/viewer.ts'
import type { ResourceAccess, ResourceNames } from '../registry/resource.ts'
import type { BoundRule, Rule } from '../registry/rule.ts'
import { toIdValue, type Visibility } from '../database/filter.ts'

export function visibilityOf(
  { name, capabilities, members }: ResourceAccess & ResourceNames,
  viewer: Viewer,
  rule: Visibility['rule'] = 'visible',
  unseen: Visibility['unseen'] = 'exclude',
): Visibility {
  const isUser = viewer.kind === 'user'
  const locked = lockedPage(viewer)
  return {
    resource: name,
    rule,
    capabilities: isUser ? capabilities.filter((capability) => viewer.capabilities.has(capability)) : [],
    viewerId: isUser ? toIdValue(viewer.id) : 0,
    unseen,
    ...(locked === null ? {} : { lockedId: toIdValue(locked) }),
    ...(members === undefined ? {} : { members }),
  }
}

/** The resource's rule that a plan names, bound to the known statuses, which include those of extensions. */
export function ruleNamed(resource: ResourceAccess, rule: Visibility['rule']): BoundRule {
  const { knownStatuses: statuses = builtInStatuses } = resource
  const named = ruleOf(resource, rule)
  return (build) => named({ ...build, statuses })
}

function ruleOf(resource: ResourceAccess, rule: Visibility['rule']): Rule {
  switch (rule) {
    case 'visible':
      return resource.visible
    case 'visibleAlone':
      return aloneIn(resource)
    case 'editable':
      return resource.editable
    case 'editableAlone':
      // The right to edit does not imply the right to read
      return (build) => build.eb.and([resource.editable(build), aloneIn(resource)(build)])
    case 'there':
      return ({ eb }) => eb.lit(true)
    case 'unlocked':
    case 'unlockedEditable':
    case 'open':
    case 'readable':
    case 'edited':
    case 'published':
      return resource.below?.[rule] ?? resource.visible
  }
}

function aloneIn({ visible, visibleAlone = visible }: ResourceAccess): Rule {
  return visibleAlone
}
