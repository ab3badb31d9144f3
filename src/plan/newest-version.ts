// The plan of the newest version of content, a revision or an autosave: everything that shows it means the same one.
import type { Scalar } from '../database/filter.ts'
import type { ListPlan } from './plan.ts'

/** As WordPress orders versions: by their date, which an autosave that is saved again gets anew (wp_get_post_revisions). */
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
      { kind: 'column', column: 'created_at', descending: true },
      { kind: 'column', column: 'id', descending: true },
    ],
    page: { kind: 'offset', offset: 0, limit: 1 },
  }
}
