// Previews: content with the texts of its newest version, an autosave or a revision, unless the content was changed after
// that version was made.
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue } from '../database/filter.ts'
import { textOf, type Row } from '../database/tables.ts'
import { newestVersionPlan } from '../plan/newest-version.ts'
import type { Reading } from './execute.ts'

/** The columns by which the newest version of content is found. */
export const versionedBy = ['id', 'modified_at'] as const

const texts = ['title', 'content', 'excerpt'] as const

/** The row with the texts of its newest version, and without its password. */
export async function withNewestVersion(row: Row, reading: Reading): Promise<Row | Failure> {
  const columns = ['id', 'modified_at', ...texts]
  const found = await reading.list(newestVersionPlan(toIdValue(textOf(row, 'id')), columns))
  if (isFailure(found)) return found
  const [version] = found.rows
  const isNewer = version !== undefined && textOf(version, 'modified_at') >= textOf(row, 'modified_at')
  const shown = texts.filter((column) => column in row).map((column) => [column, version?.[column]])
  return {
    ...row,
    ...('password' in row ? { password: '' } : {}),
    ...(isNewer ? Object.fromEntries(shown) : {}),
  }
}
