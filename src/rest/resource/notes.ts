// Rights for lists of notes, which editors of content leave for each other: viewers who may edit the content may see the
// e-mail and IP addresses in its notes; types without notes have no lists of them.
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import { rowIds, textOf, type Integer } from '../../database/tables.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { Reading } from '../../read/execute.ts'
import type { ResourceAccess, ResourceLists, ResourceNames } from '../../registry/resource.ts'
import { readItems } from '../representation/below-content.ts'
import type { CollectionArgs } from './collection-plan.ts'
import { forbiddenParams } from './reserved-args.ts'

/** True where the viewer may request the list in `context=edit`; a failure where one of the items is of a type without notes. */
export async function editsNotes(
  resource: ResourceAccess & ResourceNames & ResourceLists,
  items: readonly Integer[],
  args: CollectionArgs,
  viewer: Viewer,
  reading: Reading,
): Promise<boolean | Failure> {
  const { notes, editing } = resource
  if (!notes || args[notes.arg] !== notes.value || items.length === 0) return can(viewer, editing.capability)
  const visible = visibilityOf(resource, viewer, 'edited')
  const [there, own] = await Promise.all([
    readItems(items, null, reading),
    readItems(items, visible, reading),
  ])
  if (isFailure(there)) return there
  if (isFailure(own)) return own
  const edited = rowIds(own.rows)
  const typeOf = new Map(there.rows.map((row) => [textOf(row, 'id'), textOf(row, 'type')]))
  const without = items.find((id) => {
    const type = typeOf.get(String(id))
    return type !== undefined && !notes.types.includes(type)
  })
  if (without === undefined) return items.every((id) => edited.has(String(id)))
  const refused = edited.has(String(without)) ? null : forbiddenParams(Object.entries(resource.args), args)
  return refused ?? fail('rest_comment_not_supported_post_type')
}
