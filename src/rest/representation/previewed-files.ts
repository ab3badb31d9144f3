// The files that a previewed item leads to: public ones, and its uploads, which are hidden while it is.
import { isFailure } from '../../core/failure.ts'
import { rowIds, textOf, type Row } from '../../database/tables.ts'
import type { Filter } from '../../database/filter.ts'
import type { ListPlan } from '../../plan/plan.ts'
import { hasPreviews } from '../../planner/preview.ts'
import type { Reading } from '../../read/execute.ts'
import { previewedId, uploadsTo } from '../../related/previewed-files.ts'
import type { Representing } from './representation.ts'

/** Filters for the uploads of an item that is requested alone, with a preview token for it; null where no further files are shown. */
export function uploadsBesides(
  rows: readonly Row[],
  target: string,
  { resource, viewer }: Pick<Representing, 'resource' | 'viewer'>,
): readonly Filter[] | null {
  const post = target === 'attachment' && hasPreviews(resource) ? previewedId(viewer) : null
  const [row, ...others] = rows
  return post !== null && row && others.length === 0 && textOf(row, 'id') === post ? uploadsTo(post) : null
}

/** The rows of a plan, and further rows that the filters select although its viewer may not see them. */
export async function listBesides(plan: ListPlan, besides: readonly Filter[] | null, reading: Reading) {
  const seen = await reading.listOwned(plan)
  if (isFailure(seen) || besides === null) return seen
  const filters = [...plan.filters, ...besides]
  const hidden = await reading.listOwned({ ...plan, visible: null, filters })
  if (isFailure(hidden)) return hidden
  const known = rowIds(seen.rows)
  return { ...seen, rows: [...seen.rows, ...hidden.rows.filter((row) => !known.has(textOf(row, 'id')))] }
}
