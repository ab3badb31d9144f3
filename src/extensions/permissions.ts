// The usual permissions of routes.
import { fail, type Failure } from '../core/failure.ts'
import { can, type Viewer } from '../core/viewer.ts'

type Permission = (viewer: Viewer) => Failure | null

/**
 * Allows every request.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody } from 'lectern'
 *
 * const open = defineRoute({
 *   namespace: 'a/v1',
 *   path: '/open',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: async () => ({ ok: true }),
 * })
 *
 * export default defineExtension({ name: 'open', routes: [open] })
 * ```
 */
export const everybody: Permission = () => null

/**
 * Allows logged-in users; others are refused with `rest_forbidden` (401).
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, loggedIn } from 'lectern'
 *
 * const mine = defineRoute({
 *   namespace: 'a/v1',
 *   path: '/mine',
 *   methods: ['GET'],
 *   permission: loggedIn,
 *   handle: async ({ viewer }) => ({ viewer: viewer.kind }),
 * })
 *
 * export default defineExtension({ name: 'mine', routes: [mine] })
 * ```
 */
export const loggedIn: Permission = (viewer) => (viewer.kind === 'user' ? null : fail('rest_forbidden'))

/**
 * Allows viewers with this capability; others are refused with `rest_forbidden` (401, logged in 403).
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, whoCan } from 'lectern'
 *
 * const drafts = defineRoute({
 *   namespace: 'a/v1',
 *   path: '/drafts',
 *   methods: ['GET'],
 *   permission: whoCan('edit_posts'),
 *   handle: async () => ({ ok: true }),
 * })
 *
 * export default defineExtension({ name: 'drafts', routes: [drafts] })
 * ```
 */
export function whoCan(capability: string): Permission {
  return (viewer) => (can(viewer, capability) ? null : fail('rest_forbidden'))
}
