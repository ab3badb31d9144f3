// What routes' permissions usually are.
import { fail, type Failure } from '../core/failure.ts'
import { can, type Viewer } from '../core/viewer.ts'

type Permission = (viewer: Viewer) => Failure | null

/**
 * Everybody is let in.
 *
 * @example
 * ```ts
 * import { defineRoute, everybody } from 'lectern'
 *
 * export default defineRoute({
 *   namespace: 'a/v1',
 *   path: '/open',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: async () => ({ ok: true }),
 * })
 * ```
 */
export const everybody: Permission = () => null

/**
 * Whoever is logged in is let in; others are refused with `rest_forbidden` (401).
 *
 * @example
 * ```ts
 * import { defineRoute, loggedIn } from 'lectern'
 *
 * export default defineRoute({
 *   namespace: 'a/v1',
 *   path: '/mine',
 *   methods: ['GET'],
 *   permission: loggedIn,
 *   handle: async ({ viewer }) => ({ viewer: viewer.kind }),
 * })
 * ```
 */
export const loggedIn: Permission = (viewer) => (viewer.kind === 'user' ? null : fail('rest_forbidden'))

/**
 * Whoever has this capability is let in; others are refused with `rest_forbidden` (401, logged in 403).
 *
 * @example
 * ```ts
 * import { defineRoute, whoCan } from 'lectern'
 *
 * export default defineRoute({
 *   namespace: 'a/v1',
 *   path: '/drafts',
 *   methods: ['GET'],
 *   permission: whoCan('edit_posts'),
 *   handle: async () => ({ ok: true }),
 * })
 * ```
 */
export function whoCan(capability: string): Permission {
  return (viewer) => (can(viewer, capability) ? null : fail('rest_forbidden'))
}
