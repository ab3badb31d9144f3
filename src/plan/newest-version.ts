// The plan of the newest version (revision or autosave) of content, shared by all code that shows it.
import type { Scalar } from '../database/filter.ts'
import type { ListPlan } from './plan.ts'

/** Versions are sorted by this column, then by id. */
export const versionsBy = 'created_at'

/** Orders versions by date as WordPress does (wp_get_post_revisions): saving an autosave again renews its date. */
export function newestVersionPlan(id: Scalar, columns: ListPlan['columns']): ListPlan {
  return {
    kind: 'list',
    source: 'posts',
    columns,
    filters: [
      { kind: 'in', column: 'type', values: ['revision'] },
      { kind: 'in', column: 'parent_id', values: [id] },
    ],
    visible: null,
    order: [
      { kind: 'column', column: versionsBy, descending: true },
      { kind: 'column', column: 'id', descending: true },
    ],
    page: { kind: 'offset', offset: 0, limit: 1 },
  }
}
