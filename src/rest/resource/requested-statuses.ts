// The statuses of the content that a list holds: those that are named, or what WP_Query shows where none is.
import { can, type Viewer } from '../../core/viewer.ts'
import { toIdValue, type Filter } from '../../database/filter.ts'
import type { ResourceAccess, ResourceLists } from '../../registry/resource.ts'

/** The requested statuses; null where the resource has none. */
export function statusesIn(
  args: Readonly<Record<string, unknown>>,
  { statuses, listed }: ResourceAccess & ResourceLists,
  viewer: Viewer,
): readonly string[] | null {
  const { status } = args
  if (!statuses || !Array.isArray(status)) return null
  const requested = status.map(String).filter((name) => name !== '')
  // WP_Query looks for statuses of no name nowhere, and then for none
  if (requested.length === 0 && status.length > 0) return statuses.values
  // `any` leaves out statuses that have to be named, unless they are
  if (requested.includes('any') && statuses.any)
    return [...new Set([...statuses.any, ...requested.filter((name) => name !== 'any')])]
  if (requested.length > 0) return requested
  const usual = listed['status'] ?? 'publish'
  return findsPrivate(args, { statuses, listed }, viewer) ? [usual, 'private'] : [usual]
}

/** True where no status is named: users then find private content that they may read, too (WP_Query). */
export function findsPrivate(
  { status }: Readonly<Record<string, unknown>>,
  { statuses, listed }: Pick<ResourceAccess & ResourceLists, 'statuses' | 'listed'>,
  viewer: Viewer,
): boolean {
  const isNone = Array.isArray(status) && status.length === 0
  const isOpen = statuses?.read === undefined && (listed['status'] ?? 'publish') === 'publish'
  return isNone && isOpen && viewer.kind === 'user'
}

/** Totals of those who edit count hidden rows, but of private content that no status names only what they may read. */
export function privateOnes(
  { statuses, listed }: ResourceAccess & ResourceLists,
  args: Readonly<Record<string, unknown>>,
  viewer: Viewer,
): readonly Filter[] {
  const isCounting = args['context'] === 'edit' && findsPrivate(args, { statuses, listed }, viewer)
  if (!isCounting || viewer.kind !== 'user' || (statuses && can(viewer, statuses.readPrivate))) return []
  const usual = { kind: 'in', column: 'status', values: [listed['status'] ?? 'publish'] } as const
  const own = { kind: 'in', column: 'author_id', values: [toIdValue(viewer.id)] } as const
  return [{ kind: 'any', filters: [usual, own] }]
}
