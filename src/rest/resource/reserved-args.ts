// Arguments of lists of which viewers without a capability may send only one value: others are refused together.
import { fail, type Failure } from '../../core/failure.ts'
import { isEmpty } from '../../core/php-empty.ts'
import { sentence } from '../../core/sentence.ts'
import type { FilterArg } from '../../registry/resource.ts'
import type { CollectionArgs } from './collection-plan.ts'

/** The failure of reserved arguments that the viewer sends without the capability; null where there are none. */
export function forbiddenParams(
  given: readonly (readonly [string, FilterArg])[],
  args: CollectionArgs,
  may: (capability: string) => boolean = () => false,
): Failure | null {
  const reserved = given.filter(
    ([name, { reserved: by }]) => by && isSent(args[name], by.open) && !may(by.capability),
  )
  if (reserved.length === 0) return null
  const names = reserved.map(([name]) => name).join(', ')
  return fail('rest_forbidden_param', sentence('Query parameter not permitted: %s', names))
}

/** Empty values are ignored, except for arguments that have a value open to all viewers. */
function isSent(value: unknown, open: unknown): boolean {
  return open === undefined ? !isEmpty(value) : value !== undefined && value !== open
}
