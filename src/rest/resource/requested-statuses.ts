// The statuses of content in a list: the requested ones, or those that WP_Query shows by default.
import { can, type Viewer } from '../../core/viewer.ts'
import { toIdValue, type Filter } from '../../database/filter.ts'
import type { ResourceAccess } from '../../registry/resource.ts'

/** The requested statuses; null where the resource has no statuses. */
export function statusesIn(
  args: Readonly<Record<string, unknown>>,
  { statuses }: Pick<ResourceAccess, 'statuses'>,
  viewer: Viewer,
): readonly string[] | null {
  const { status } = args
  if (!statuses || !Array.isArray(status)) return null
  const requested = status.map(String).filter((name) => name !== '')
  // WP_Query treats empty names as if no status restricted the list
  if (requested.length === 0 && status.length > 0) return statuses.values
  // `any` excludes some statuses, which a request may name besides
  if (requested.includes('any') && statuses.any)
    return [...new Set([...statuses.any, ...requested.filter((name) => name !== 'any')])]
  if (requested.length > 0) return requested
  return findsPrivate(args, { statuses }, viewer) ? [...statuses.open, ...statuses.private] : statuses.open
}

/** True where no status is requested: users then also find private content that they may read (WP_Query). */
export function findsPrivate(
  { status }: Readonly<Record<string, unknown>>,
  { statuses }: Pick<ResourceAccess, 'statuses'>,
  viewer: Viewer,
): boolean {
  const isNone = Array.isArray(status) && status.length === 0
  return isNone && statuses !== null && statuses.private.length > 0 && viewer.kind === 'user'
}

/** Restricts totals in `edit`, which count hidden rows: of private content that no status requests, they count only the viewer's own. */
export function privateOnes(
  { statuses }: Pick<ResourceAccess, 'statuses'>,
  args: Readonly<Record<string, unknown>>,
  viewer: Viewer,
): readonly Filter[] {
  const isCounting = args['context'] === 'edit' && findsPrivate(args, { statuses }, viewer)
  if (!isCounting || statuses === null || viewer.kind !== 'user' || can(viewer, statuses.readPrivate))
    return []
  const usual = { kind: 'in', column: 'status', values: statuses.open } as const
  const own = { kind: 'in', column: 'author_id', values: [toIdValue(viewer.id)] } as const
  return [{ kind: 'any', filters: [usual, own] }]
}
