// For rows that belong to content, as comments do: decides whether the viewer may see the content, and whether the request
// has the password that unlocks it.
import { createHash, timingSafeEqual } from 'node:crypto'
import { can, type Viewer } from '../../core/viewer.ts'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import { toIdValue, type Visibility } from '../../database/filter.ts'
import { textOf, type Integer, type Row } from '../../database/tables.ts'
import type { ResourceAccess, ResourceNames } from '../../registry/resource.ts'
import type { Reading } from '../../read/execute.ts'
import { visibilityOf } from '../../planner/visibility.ts'

export type RuleBelow = 'visible' | 'unlocked'

/** The visibility rule for rows below these items; a failure where the viewer may not see one of the items. */
export async function ruleBelow(
  resource: ResourceAccess & ResourceNames,
  items: readonly Integer[],
  password: unknown,
  viewer: Viewer,
  reading: Reading,
): Promise<RuleBelow | Failure> {
  const none = items.findIndex((id) => Number(id) === 0)
  if (none >= 0 && !can(viewer, 'moderate_comments')) {
    const sentence = 'Sorry, you are not allowed to read comments without a post.'
    // The first refused item decides the failure
    const before =
      none === 0 ? null : await ruleBelow(resource, items.slice(0, none), password, viewer, reading)
    return before && isFailure(before) ? before : fail('rest_cannot_read', sentence)
  }
  const isOpened = await opens(resource, items, password, viewer, reading)
  if (isFailure(isOpened)) return isOpened
  if (isOpened) return 'unlocked'
  const read = await readItems(items, visibilityOf(resource, viewer, 'open', 'count-but-withhold'), reading)
  if (isFailure(read)) return read
  return read.rows.length < read.found ? fail('rest_cannot_read_post') : 'visible'
}

/**
 * True where the password is that of the only item, and the viewer may read the item apart from its password; passwords
 * unlock nothing where several items are named.
 */
export async function opens(
  resource: ResourceAccess & ResourceNames,
  items: readonly Integer[],
  password: unknown,
  viewer: Viewer,
  reading: Reading,
): Promise<boolean | Failure> {
  if (typeof password !== 'string' || password === '' || items.length !== 1) return false
  const read = await readItems(items, visibilityOf(resource, viewer, 'readable'), reading)
  if (isFailure(read)) return read
  const wanted = read.rows.map((row) => textOf(row, 'password')).filter((each) => each !== '')
  return wanted.length > 0 && wanted.every((each) => isSamePassword(password, each))
}

/** Compares passwords in constant time. */
export function isSamePassword(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

/** Reads content to which the requested rows may belong. */
export async function readItems(
  items: readonly Integer[],
  visible: Visibility | null,
  reading: Reading,
): Promise<{ readonly rows: readonly Row[]; readonly found: number } | Failure> {
  return reading.list({
    kind: 'list',
    source: 'posts',
    columns: ['id', 'password', 'type'],
    filters: [{ kind: 'in', column: 'id', values: items.map(toIdValue) }],
    visible,
    order: [],
    page: { kind: 'all' },
  })
}
