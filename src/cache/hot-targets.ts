// Chooses the requests that a warm start loads: the cached answers with the most hits, among those most recently used.
import type { RequestTarget } from '../core/request-target.ts'
import type { KeptReply } from './response-cache.ts'
import type { TaggedCache } from './tagged-cache.ts'

/** The number of most recently used answers that are considered. */
const lookedMax = 20_000

export function hotTargets(
  responses: Pick<TaggedCache<KeptReply>, 'latest'>,
  targetsMax: number,
): readonly RequestTarget[] {
  return responses
    .latest(lookedMax)
    .toSorted((one, other) => other.uses - one.uses)
    .flatMap(({ target }) => (target === null ? [] : [target]))
    .slice(0, targetsMax)
}
