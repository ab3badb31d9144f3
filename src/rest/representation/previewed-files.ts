// The files that a previewed item leads to: those that everybody sees, and its uploads, which are hidden as long as it is.
import { isFailure } from '../../core/failure.ts'
import { rowIds, textOf, type Row } from '../../database/tables.ts'
import type { Filter } from '../../database/filter.ts'
import type { ListPlan } from '../../plan/plan.ts'
import { hasPreviews } from '../../planner/preview.ts'
import type { Reading } from '../../read/execute.ts'
import { previewedId, uploadsTo } from '../../related/previewed-files.ts'
import type { Representing } from './representation.ts'

/** Filters for the uploads of an item that is answered alone, by a token for it; null where no file is shown besides. */
export function uploadsBesides(
  rows: readonly Row[],
  target: string,
  { resource, viewer }: Pick<Representing, 'resource' | 'viewer'>,
): readonly Filter[] | null {
  const post = target === 'attachment' && hasPreviews(resource) ? previewedId(viewer) : null
  const [row, ...others] = rows
  return post !== null && row && others.length === 0 && textOf(row, 'id') === post ? uploadsTo(post) : null
}

/** The rows of a plan, and those besides that its viewer may not see but that the filters select. */
export async function listBesides(plan: ListPlan, besides: readonly Filter[] | null, reading: Reading) {
  const seen = await reading.listOwned(plan)
  if (isFailure(seen) || besides === null) return seen
  const filters = [...plan.filters, ...besides]
  const hidden = await reading.listOwned({ ...plan, visible: null, filters })
  if (isFailure(hidden)) return hidden
  const known = rowIds(seen.rows)
  return { ...seen, rows: [...seen.rows, ...hidden.rows.filter((row) => !known.has(textOf(row, 'id')))] }
}
